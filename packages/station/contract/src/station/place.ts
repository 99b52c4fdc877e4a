import Type, { type Static } from 'typebox';
import { COORDINATE_SYSTEM_IDS } from '../place/coordinate-systems.ts';
import { KiteLatitudeDeg, LongitudeDeg, named, OneOf, Quantity, Text } from '../schema.ts';

const CoordinateText = named('CoordinateText', 'A position in one coordinate system.', {
  system: OneOf(
    COORDINATE_SYSTEM_IDS,
    '`decimal` and `dms`: WGS 84; `mgrs` and `utm`: from 80° S to 84° N; `lv95`: the Swiss grid, in Switzerland.',
    'mgrs',
  ),
  text: Text('The coordinates as text.', '32T PS 80361 52264'),
});

/** Notations included with a position, and with a pin. */
export const PlaceRadiusM = (description: string) => Quantity(description, 5.9, { minimum: 0, maximum: 100_000 });

export const SeenPlace = named('SeenPlace', 'A position on the ground seen by the camera.', {
  latitude: KiteLatitudeDeg('Degrees WGS 84.'),
  longitude: LongitudeDeg('Degrees WGS 84.'),
  bearing_deg: Quantity('Bearing from the camera, degrees clockwise from North.', 118.4, {
    minimum: 0,
    exclusiveMaximum: 360,
  }),
  depression_deg: Quantity('Depression of the line of sight below level, degrees.', 31.5, { maximum: 90 }),
  ground_distance_m: Quantity('Ground range from below the camera, metres.', 48.96),
  slant_range_m: Quantity('Slant range from the camera, metres.', 57.4),
  error_along_m: Quantity('Standard error along the line of sight, metres.', 3.2),
  error_across_m: Quantity('Standard error across the line of sight, metres.', 2.3),
  error_radius_m: PlaceRadiusM(
    'Circular error, 90 % (CE90): radius that contains the true position with a probability of 90 %, metres.',
  ),
  coordinates: Type.Array(CoordinateText, {
    description: 'The position in each coordinate system that is defined there.',
    examples: [[{ system: 'mgrs', text: '32T PS 80361 52264' }]],
  }),
});
export type SeenPlace = Static<typeof SeenPlace>;
