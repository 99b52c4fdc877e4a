import Type, { type Static } from 'typebox';
import { COORDINATE_SYSTEM_IDS } from '../place/coordinate-systems.ts';
import { KiteLatitudeDeg, LongitudeDeg, named } from '../schema.ts';

const CoordinateText = named('CoordinateText', 'A place as one system of coordinates writes it.', {
  system: Type.Enum(COORDINATE_SYSTEM_IDS, {
    description:
      '`decimal` and `dms`: WGS 84; `mgrs` and `utm`: from 80° S to 84° N; `lv95`: the Swiss grid, in Switzerland.',
    examples: ['mgrs'],
  }),
  text: Type.String({ description: 'As it is read out.', examples: ['32T PS 80361 52264'] }),
});

/** Notations included with a position, and with a pin. */
export const PlaceRadiusM = (description: string) =>
  Type.Number({ minimum: 0, maximum: 100_000, description, examples: [5.9] });

export const SeenPlace = named('SeenPlace', 'A place on the ground that the camera sees.', {
  latitude: KiteLatitudeDeg('Degrees WGS 84.'),
  longitude: LongitudeDeg('Degrees WGS 84.'),
  bearing_deg: Type.Number({
    minimum: 0,
    exclusiveMaximum: 360,
    description: 'From the camera, degrees clockwise from North.',
    examples: [118.4],
  }),
  depression_deg: Type.Number({
    maximum: 90,
    description: 'Of the line of sight below level, degrees.',
    examples: [31.5],
  }),
  ground_distance_m: Type.Number({ description: 'Along the ground from below the camera, metres.', examples: [48.96] }),
  slant_range_m: Type.Number({ description: 'From the camera itself, metres.', examples: [57.4] }),
  error_along_m: Type.Number({ description: 'Standard error in the direction of sight, metres.', examples: [3.2] }),
  error_across_m: Type.Number({ description: 'Standard error across it, metres.', examples: [2.3] }),
  error_radius_m: PlaceRadiusM('Radius of the circle in which it really is nine times of ten (CE90), metres.'),
  coordinates: Type.Array(CoordinateText, {
    description: 'The place in each system that holds there.',
    examples: [[{ system: 'mgrs', text: '32T PS 80361 52264' }]],
  }),
});
export type SeenPlace = Static<typeof SeenPlace>;
