import Type, { type Static } from 'typebox';
import { LatitudeDeg, LongitudeDeg, named, OneOf, Quantity, Text, Timestamp } from '../schema.ts';

export const MASKS_MAX = 24;
const MASK_CORNERS_MAX = 16;
export const MASK_NAME_MAX = 60;
/** Names all masks where one is named. */
export const ALL_MASKS = 'all';
const HEIGHT_M = { default: 5, most: 100 } as const;
export const MASK_HEIGHT_DEFAULT_M = HEIGHT_M.default;
export const MASK_HEIGHT_MAX_M = HEIGHT_M.most;

const share = (description: string, example: number) => Quantity(description, example, { minimum: 0, maximum: 1 });
const Corner = Type.Object(
  {
    x: share('Fraction of the width from the left edge.', 0.25),
    y: share('Fraction of the height from the top edge.', 0.6),
  },
  { description: 'A corner in the picture.', additionalProperties: false },
);
const Place = Type.Object(
  { latitude: LatitudeDeg('Latitude of the corner.'), longitude: LongitudeDeg('Longitude of the corner.') },
  { description: 'A corner on the ground.', additionalProperties: false },
);

const properties = {
  name: Type.Optional(Text(`At most ${MASK_NAME_MAX} characters in one line.`, 'Garden in the north')),
  holds: OneOf(
    ['picture', 'ground'],
    '`picture`: it stays at its place in the picture. `ground`: it stays on its place on the ground while the camera moves, in all streams.',
    'ground',
  ),
  stream_id: Type.Optional(Text('The stream of `corners`.', 'color', { maxLength: 64 })),
  corners: Type.Optional(
    Type.Array(Corner, {
      minItems: 2,
      maxItems: MASK_CORNERS_MAX,
      description: 'Corners in the order of the sides, which must not cross. Two are opposite corners of a rectangle.',
    }),
  ),
  places: Type.Optional(
    Type.Array(Place, {
      minItems: 3,
      maxItems: MASK_CORNERS_MAX,
      description: 'Corners on the ground in the order of the sides, which must not cross.',
    }),
  ),
  height_m: Type.Optional(
    Quantity('What stands on the ground there is hidden up to this height, metres.', 8, {
      minimum: 0,
      maximum: HEIGHT_M.most,
      default: HEIGHT_M.default,
    }),
  ),
};

export const NewPrivacyMask = named(
  'NewPrivacyMask',
  'An area to hide. One on the ground has `places`, or `stream_id` with `corners` of the present picture.',
  properties,
);
export type NewPrivacyMask = Static<typeof NewPrivacyMask>;

export const PrivacyMask = named('PrivacyMask', 'An area that no picture shows.', {
  mask_id: Text('Id of the mask.', '7d444840-9dc0-41d1-b245-5ffdce74fad2'),
  ...properties,
  created_time: Timestamp('When it was set.'),
  created_by: Text('Who has set it.', 'Chief'),
});
export type PrivacyMask = Static<typeof PrivacyMask>;

export const PrivacyMaskList = named('PrivacyMaskList', 'The areas that no picture shows.', {
  masks: Type.Array(PrivacyMask, { maxItems: MASKS_MAX, description: 'The oldest first.' }),
  unreadable: Type.Optional(
    Text(
      'Why the stored masks cannot be read. No stream has pictures until all are removed.',
      'the stored masks are damaged',
    ),
  ),
  withheld: Type.Array(Text('Id of a stream.', 'zoom'), {
    description: 'Streams without pictures, because they come from real cameras, which cannot be masked here.',
  }),
});
export type PrivacyMaskList = Static<typeof PrivacyMaskList>;
