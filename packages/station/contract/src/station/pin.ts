import Type, { type Static } from 'typebox';
import { KiteLatitudeDeg, LongitudeDeg, named, OneOf, Text, Timestamp } from '../schema.ts';
import { PlaceRadiusM } from './place.ts';

/** As many as a map and a list can show legibly. */
export const PINS_MAX = 500;
/** Maximum length, characters. */
export const PIN_NAME_MAX = 100;

/** Kinds of places, as fire services tell them apart. */
export const PIN_KINDS = [
  'person',
  'vehicle',
  'fire',
  'hazard',
  'water',
  'meeting_point',
  'command_post',
  'other',
] as const;
export type PinKind = (typeof PIN_KINDS)[number];

const Kind = OneOf(PIN_KINDS, 'What is there; `water` also for a hydrant. `other` if absent.', 'water');

const shared = {
  name: Text(`Plain text in one line, 1 to ${PIN_NAME_MAX} characters.`, 'Hydrant', {
    minLength: 1,
    maxLength: PIN_NAME_MAX,
  }),
  latitude: KiteLatitudeDeg('Degrees WGS 84.'),
  longitude: LongitudeDeg('Degrees WGS 84.'),
  error_radius_m: Type.Optional(PlaceRadiusM('Circular error, 90 % (CE90), metres; absent if unknown.')),
};

export const NewPin = named('NewPin', 'A pin to set.', { ...shared, kind: Type.Optional(Kind) });
export type NewPin = Static<typeof NewPin>;

export const Pin = named('Pin', 'A pin on the map, shared by all clients of this station.', {
  pin_id: Text('Id of the pin.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  ...shared,
  kind: Kind,
  created_time: Timestamp('When it was set, station time.'),
  created_by: Text('Name of the plugin that set it.', 'console'),
});
export type Pin = Static<typeof Pin>;
