import Type, { type Static } from 'typebox';
import { KiteLatitudeDeg, LongitudeDeg, named, OneOf, Quantity, Text, Timestamp, YesNo } from '../schema.ts';

/** As many as a map shows legibly. */
export const ZONES_MAX = 20;
const ZONE_CORNERS_MAX = 20;
/** Maximum length, characters. */
export const ZONE_NAME_MAX = 40;
/** Metres. */
export const ZONE_RADIUS_MIN_M = 5;
export const ZONE_RADIUS_MAX_M = 5000;
/** Metres; no tether is longer. */
export const ZONE_ALTITUDE_MAX_M = 500;

export const ZONE_RULES = ['stay_inside', 'keep_out', 'altitude_max'] as const;
export type ZoneRule = (typeof ZONE_RULES)[number];

const corner = { latitude: KiteLatitudeDeg('Degrees WGS 84.'), longitude: LongitudeDeg('Degrees WGS 84.') };

const shared = {
  name: Text(`Plain text in one line, 1 to ${ZONE_NAME_MAX} characters.`, 'Hospital', {
    minLength: 1,
    maxLength: ZONE_NAME_MAX,
  }),
  rule: OneOf(
    ZONE_RULES,
    'What is a crossing: leaving the zone, entering it, or being above `altitude_max` within it.',
  ),
  altitude_max: Type.Optional(
    Quantity('Metres above the Ground Station; only with the rule `altitude_max`, which needs it.', 40, {
      minimum: 1,
      maximum: ZONE_ALTITUDE_MAX_M,
    }),
  ),
  circle: Type.Optional(
    Type.Object(
      {
        ...corner,
        radius: Quantity('Metres.', 60, { minimum: ZONE_RADIUS_MIN_M, maximum: ZONE_RADIUS_MAX_M }),
      },
      { additionalProperties: false, description: 'A zone has either a circle or a polygon.' },
    ),
  ),
  polygon: Type.Optional(
    Type.Array(Type.Object(corner, { additionalProperties: false }), {
      minItems: 3,
      maxItems: ZONE_CORNERS_MAX,
      description: 'Corners in order; sides do not cross.',
    }),
  ),
};

export const NewZone = named('NewZone', 'A zone of the geofence to set.', shared);
export type NewZone = Static<typeof NewZone>;

export const Zone = named('Zone', 'A zone of the geofence, shared by all clients of this station.', {
  zone_id: Text('Id of the zone.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  ...shared,
  created_time: Timestamp('When it was set, station time.'),
  created_by: Text('Name of the client that set it.', 'console'),
  is_crossed: YesNo(
    'Whether the Kite in flight is where the zone does not want it, by its own reported position.',
    false,
  ),
});
export type Zone = Static<typeof Zone>;
