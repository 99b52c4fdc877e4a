import Type, { type Static } from 'typebox';
import { COORDINATE_SYSTEM_IDS } from '../place/coordinate-systems.ts';
import { KiteLatitudeDeg, LongitudeDeg, named } from '../schema.ts';

const CoordinateText = named('CoordinateText', 'A position in one coordinate system.', {
  system: Type.Enum(COORDINATE_SYSTEM_IDS, {
    description:
      '`decimal` and `dms`: WGS 84; `mgrs` and `utm`: from 80° S to 84° N; `lv95`: the Swiss grid, in Switzerland.',
    examples: ['mgrs'],
  }),
  text: Type.String({ description: 'The coordinates as text.', examples: ['32T PS 80361 52264'] }),
});

/** Notations included with a position, and with a pin. */
export const PlaceRadiusM = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100_000, description, examples: [5.9] });

export const SeenPlace = named('SeenPlace', 'A position on the ground seen by the camera.', {
  latitude: KiteLatitudeDeg('Degrees WGS 84.'),
  longitude: LongitudeDeg('Degrees WGS 84.'),
  bearing_deg: Type.Number({
    minimum: 0,
    exclusiveMaximum: 360,
    description: 'Bearing from the camera, degrees clockwise from North.',
    examples: [118.4],
  }),
  depression_deg: Type.Number({
    maximum: 90,
    description: 'Depression of the line of sight below level, degrees.',
    examples: [31.5],
  }),
  ground_distance_m: Type.Number({ description: 'Ground range from below the camera, metres.', examples: [48.96] }),
  slant_range_m: Type.Number({ description: 'Slant range from the camera, metres.', examples: [57.4] }),
  error_along_m: Type.Number({ description: 'Standard error along the line of sight, metres.', examples: [3.2] }),
  error_across_m: Type.Number({ description: 'Standard error across the line of sight, metres.', examples: [2.3] }),
  error_radius_m: PlaceRadiusM(
    'Circular error, 90 % (CE90): radius that contains the true position with a probability of 90 %, metres.',
  ),
  coordinates: Type.Array(CoordinateText, {
    description: 'The position in each coordinate system that is defined there.',
    examples: [[{ system: 'mgrs', text: '32T PS 80361 52264' }]],
  }),
});
export type SeenPlace = Static<typeof SeenPlace>;
