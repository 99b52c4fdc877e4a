import Type, { type Static } from 'typebox';
import { operation } from '../operation.ts';
import { named, OneOf, Quantity, Text, YesNo } from '../schema.ts';
import { READS } from './paths.ts';

export const AircraftLink = named(
  'AircraftLink',
  'The link to a real aircraft, and the autopilot at its other end. Empty with a simulated aircraft.',
  {
    address: Type.Optional(Text('Address of the link.', 'udp://0.0.0.0:14550')),
    autopilot: Type.Optional(Text('Autopilot with its version. Absent before it was heard.', 'ArduCopter 4.7.0')),
    is_heard: Type.Optional(YesNo('Whether the autopilot is heard now.', true)),
    lost_percent: Type.Optional(
      Quantity('Packets of the autopilot that were lost in the last 10 s, percent. Absent while too few came.', 0.4, {
        minimum: 0,
        maximum: 100,
      }),
    ),
    signing_sent: Type.Optional(
      OneOf(
        ['Unsigned', 'Signed', 'Required', 'Optional'] as const,
        'Signatures of what the station sends, as measured. `Required`: the aircraft has ignored an order without one. `Optional`: it has answered one. `Signed`: neither is known yet.',
        'Required',
      ),
    ),
    signing_received: Type.Optional(
      OneOf(
        ['Nothing', 'Unsigned', 'NotVerified', 'Signed', 'Refused'] as const,
        'Signatures of what came in the last 5 s. `NotVerified`: signed, and the station has no key. `Refused`: unsigned, of another key, or replayed.',
        'Signed',
      ),
    ),
  },
);
export type AircraftLink = Static<typeof AircraftLink>;

export const getAircraftLink = operation({
  ...READS,
  id: 'station.aircraft_link',
  path: '/aircraft-link',
  summary: 'Link to a real aircraft',
  description: 'Which autopilot flies, by which link, and how good that is.',
  replies: { 200: AircraftLink },
  replyExample: {
    address: 'udp://0.0.0.0:14550',
    autopilot: 'ArduCopter 4.7.0',
    is_heard: true,
    lost_percent: 0.4,
    signing_sent: 'Required',
    signing_received: 'Signed',
  },
});
