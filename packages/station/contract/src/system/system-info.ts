import Type, { type Static } from 'typebox';
import { named, OneOf, Text } from '../schema.ts';
import type { SchemaDifference } from '../versions/schema-versions.ts';

export const INSTALLATIONS = ['Transport Case', 'Tray Mount', 'Rooftop Box', 'Dev Kit', 'Bare Ground Station'] as const;
export type Installation = (typeof INSTALLATIONS)[number];

export const PROPELLER_MODELS = ['Propeller 1st Generation', 'Propeller 2nd Generation'] as const;
export type PropellerModel = (typeof PROPELLER_MODELS)[number];

export const REGULATORY_MODES = ['DISABLED', 'US_REMOTE_ID_STANDARD', 'UNKNOWN'] as const;
export type RegulatoryMode = (typeof REGULATORY_MODES)[number];

const droneId = (modes: readonly RegulatoryMode[]) =>
  Type.Optional(
    Type.Object(
      {
        regulatory_mode: OneOf([...modes], 'Remote ID rule in force.', modes[0]),
        serial: Text('Serial number sent by Remote ID (ANSI/CTA-2063-A).', 'KTSMA0000000001'),
      },
      { description: 'Remote ID.' },
    ),
  );

/** Values of `installation` up to 1.0.0. A Ground Station without an installation has no word of its own there. */
const OLDER_INSTALLATIONS = ['RTB', 'Transport Case', 'Tray Mount', 'DevKit'] as const;
const OLDER_INSTALLATION: Readonly<Record<Installation, (typeof OLDER_INSTALLATIONS)[number]>> = {
  'Rooftop Box': 'RTB',
  'Transport Case': 'Transport Case',
  'Tray Mount': 'Tray Mount',
  'Dev Kit': 'DevKit',
  'Bare Ground Station': 'DevKit',
};

/** Whether a station of any version shows this installation. @param shown `installation` of its `SystemInfo` */
export const isInstallation = (shown: string, installation: Installation): boolean =>
  shown === installation || shown === OLDER_INSTALLATION[installation];

const BEFORE_1_1: SchemaDifference = {
  with: {
    installation: OneOf(OLDER_INSTALLATIONS, 'Type of installation.', 'RTB'),
    drone_id: droneId(['US_REMOTE_ID_STANDARD', 'UNKNOWN']),
  },
  write: (value) => {
    const { drone_id, ...info } = value as SystemInfo;
    // No value says that Remote ID is disabled.
    const isTold = drone_id !== undefined && drone_id.regulatory_mode !== 'DISABLED';
    return { ...info, installation: OLDER_INSTALLATION[info.installation], ...(isTold && { drone_id }) };
  },
};

export const SystemInfo = named(
  'SystemInfo',
  'Components of this system.',
  {
    gs_name: Text('Name of the Ground Station.', 'kitestring'),
    gs_mac: Text('Ethernet address of the Ground Station.', '02:4b:53:00:00:01'),
    kite_name: Type.Optional(Text('Name of the attached Kite.', 'kite-sim-1')),
    rtb_name: Type.Optional(Text('Name of the Rooftop Box, if there is one.', 'rtb-1')),
    installation: OneOf(INSTALLATIONS, 'Type of installation.', 'Rooftop Box'),
    model: Text('Model of the system.', 'Kitestring'),
    propeller_model: Type.Optional(OneOf(PROPELLER_MODELS, 'Propellers of the Kite.', 'Propeller 2nd Generation')),
    timezone: Text('IANA name of the time zone.', 'Europe/Zurich'),
    timezone_name_short: Text('Short name of the time zone now.', 'CET'),
    timezone_offset: Text('Offset from UTC now, `+hh:mm`.', '+01:00'),
    boards: Type.Array(
      Type.Object({
        board: Text('Type of the board.', 'ground-station'),
        id: Text('Its serial number.', 'KS-GS-0001'),
      }),
      { description: 'Detected electronic boards.' },
    ),
    software_channel: Text('Release channel; `simulated` when the aircraft is simulated.', 'simulated'),
    software_version: Text('Version of the station’s software.', '0.1.0'),
    drone_id: droneId(REGULATORY_MODES),
  },
  { '1.0.0': BEFORE_1_1, '0.5.0': { without: ['propeller_model'] } },
);
export type SystemInfo = Static<typeof SystemInfo>;
