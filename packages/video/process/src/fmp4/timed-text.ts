/*
 * Telemetry as timed text of 3GPP TS 26.245: players show it as a subtitle, and exiftool reads its values.
 */
import { box, concat, fullBox, letters, u8, u16, u32 } from './box.ts';

/** The track of telemetry, after that of the pictures. */
export const TEXT_TRACK_ID = 2;

/** A text without letters: nothing is known from then on. */
export const NO_TEXT: Uint8Array = u16(0);

/** A sample: length and letters. */
export function textSample(text: string): Uint8Array {
  const encoded = new TextEncoder().encode(text);
  return concat(u16(encoded.length), encoded);
}

const WHITE = u8(0xff, 0xff, 0xff, 0xff);
const CLEAR = u8(0, 0, 0, 0);
const FONT_ID = 1;
const FONT = 'Sans-Serif';
const FONT_PX = 18;
/** Justified left, at the bottom. Source: TS 26.245, 5.16. */
const LEFT_BOTTOM = u8(0, 0xff);

/** The box `stsd` of timed text. */
export function textDescription(): Uint8Array {
  const style = concat(u16(0, 0, FONT_ID), u8(0, FONT_PX), WHITE);
  const fonts = box('ftab', u16(1, FONT_ID), u8(FONT.length), letters(FONT));
  const place = u16(0, 0, 0, 0);
  const entry = box('tx3g', u16(0, 0, 0, 1), u32(0), LEFT_BOTTOM, CLEAR, place, style, fonts);
  return fullBox('stsd', 0, 0, u32(1), entry);
}
