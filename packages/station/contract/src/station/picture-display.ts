import Type, { type Static } from 'typebox';
import { named, OneOf, Text } from '../schema.ts';

export const DISPLAY_TEXT_MAX = 80;
export const DISPLAY_BLOCKS_MAX = 16;
/** Blocks in the pictures of one stream. */
export const DISPLAY_BLOCKS_OF_STREAM_MAX = 4;

export const DISPLAY_LINES = [
  'time_utc',
  'time_local',
  'date',
  'clock',
  'position',
  'altitude',
  'direction',
  'zoom',
  'incident',
  'text',
] as const;
export type DisplayLineName = (typeof DISPLAY_LINES)[number];

const DisplayBlock = named('DisplayBlock', 'Lines in one corner of the picture.', {
  stream_id: Type.Optional(Text('Only in this stream; absent: in all.', 'color', { maxLength: 64 })),
  corner: OneOf(['top_left', 'top_right', 'bottom_left', 'bottom_right'], 'Corner of the picture.', 'top_left'),
  size: OneOf(['small', 'medium', 'large'], 'Height of the letters.', 'small'),
  lines: Type.Array(OneOf(DISPLAY_LINES, 'A line.', 'time_utc'), {
    minItems: 1,
    maxItems: DISPLAY_LINES.length,
    uniqueItems: true,
    description:
      'From above. `date` and `clock` are those of UTC; `incident` is number and title of the incident; `text` is the text below.',
  }),
  text: Type.Optional(
    Text(
      `Own text, at most ${DISPLAY_TEXT_MAX} characters in one line. A character that the font does not have is shown as a question mark.`,
      'Fire brigade Bozen',
    ),
  ),
});
export type DisplayBlock = Static<typeof DisplayBlock>;

export const PictureDisplay = named('PictureDisplay', 'What is written into the pictures.', {
  blocks: Type.Array(DisplayBlock, {
    maxItems: DISPLAY_BLOCKS_MAX,
    description: `Empty: nothing. At most ${DISPLAY_BLOCKS_OF_STREAM_MAX} for each stream.`,
  }),
});
export type PictureDisplay = Static<typeof PictureDisplay>;
