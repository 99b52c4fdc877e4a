import Type, { type Static } from 'typebox';
import { named } from '../schema.ts';
import type { SchemaDifference } from '../versions/schema-versions.ts';

export const INSTALLATIONS = ['Transport Case', 'Tray Mount', 'Rooftop Box', 'Dev Kit', 'Bare Ground Station'] as const;
export type Installation = (typeof INSTALLATIONS)[number];

const PROPELLER_MODELS = ['Propeller 1st Generation', 'Propeller 2nd Generation'] as const;

export const REGULATORY_MODES = ['DISABLED', 'US_REMOTE_ID_STANDARD', 'UNKNOWN'] as const;
export type RegulatoryMode = (typeof REGULATORY_MODES)[number];

const droneId = (modes: readonly RegulatoryMode[]) =>
  Type.Optional(
    Type.Object(
      {
        regulatory_mode: Type.Enum([...modes], {
          description: 'Remote ID rule in force.',
          examples: [modes[0]],
        }),
        serial: Type.String({
          description: 'Serial number sent by Remote ID (ANSI/CTA-2063-A).',
          examples: ['KTSMA0000000001'],
        }),
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
    installation: Type.Enum(OLDER_INSTALLATIONS, { description: 'Type of installation.', examples: ['RTB'] }),
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
    gs_name: Type.String({ description: 'Name of the Ground Station.', examples: ['kitestring'] }),
    gs_mac: Type.String({ description: 'Ethernet address of the Ground Station.', examples: ['02:4b:53:00:00:01'] }),
    kite_name: Type.Optional(Type.String({ description: 'Name of the attached Kite.', examples: ['kite-sim-1'] })),
    rtb_name: Type.Optional(
      Type.String({ description: 'Name of the Rooftop Box, if there is one.', examples: ['rtb-1'] }),
    ),
    installation: Type.Enum(INSTALLATIONS, { description: 'Type of installation.', examples: ['Rooftop Box'] }),
    model: Type.String({ description: 'Model of the system.', examples: ['Kitestring'] }),
    propeller_model: Type.Optional(
      Type.Enum(PROPELLER_MODELS, { description: 'Propellers of the Kite.', examples: ['Propeller 2nd Generation'] }),
    ),
    timezone: Type.String({ description: 'IANA name of the time zone.', examples: ['Europe/Zurich'] }),
    timezone_name_short: Type.String({ description: 'Short name of the time zone now.', examples: ['CET'] }),
    timezone_offset: Type.String({ description: 'Offset from UTC now, `+hh:mm`.', examples: ['+01:00'] }),
    boards: Type.Array(
      Type.Object({
        board: Type.String({ description: 'Type of the board.', examples: ['ground-station'] }),
        id: Type.String({ description: 'Its serial number.', examples: ['KS-GS-0001'] }),
      }),
      { description: 'Detected electronic boards.' },
    ),
    software_channel: Type.String({
      description: 'Release channel; `simulated` when the aircraft is simulated.',
      examples: ['simulated'],
    }),
    software_version: Type.String({ description: 'Version of the station’s software.', examples: ['0.1.0'] }),
    drone_id: droneId(REGULATORY_MODES),
  },
  { '1.0.0': BEFORE_1_1, '0.5.0': { without: ['propeller_model'] } },
);
export type SystemInfo = Static<typeof SystemInfo>;
