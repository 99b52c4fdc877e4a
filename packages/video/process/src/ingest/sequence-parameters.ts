import type { FrameSize } from '../access-unit.ts';
import { BitReader, withEmulation, withoutEmulation } from './bit-reader.ts';
import {
  assertShown,
  type ColourDescription,
  readSet,
  SequenceFault,
  type SequenceParameters,
  takenSize,
} from './picture-format.ts';

/** Profiles whose sets also contain the chroma format. Source: ITU-T H.264, 7.3.2.1.1. */
const HIGH_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const EXTENDED_SAR = 255;
export const MOST_FRAMES_PER_S = 240;
const MOST_IN_CYCLE = 255;
const MACROBLOCK_PX = 16;

/**
 * Size and frame rate of a sequence parameter set (ITU-T H.264, 7.3.2.1.1 and annex E).
 * @throws SequenceFault for invalid data, and for pictures that common players do not show: not 4:2:0 or not 8 bits
 */
export const readSequenceParameters = (sps: Uint8Array): SequenceParameters =>
  readSet(sps, () => read(new BitReader(sps)));

/** The same set without the declaration of a constant frame rate: frames last as long as their times say. */
export function withVariableRate(sps: Uint8Array): Uint8Array {
  const reader = new BitReader(sps);
  if (read(reader).isRateFixed !== true) return sps;
  const at = reader.position - 1;
  const data = withoutEmulation(sps);
  data[at >> 3] = (data[at >> 3] ?? 0) & ~(0x80 >> (at & 7));
  return withEmulation(data);
}

/** Undefined where the set says nothing about colours, or cannot be read. */
export function readColour(sps: Uint8Array): ColourDescription | undefined {
  try {
    return readSequenceParameters(sps).colour;
  } catch (fault) {
    if (fault instanceof SequenceFault) return undefined;
    throw fault;
  }
}

function read(reader: BitReader): SequenceParameters {
  reader.bits(8);
  const profile = reader.bits(8);
  reader.bits(16);
  reader.unsigned();
  if (HIGH_PROFILES.has(profile)) skipHighProfile(reader);
  reader.unsigned();
  skipPictureOrder(reader);
  reader.unsigned();
  reader.flag();
  const columns = reader.unsigned() + 1;
  const rows = reader.unsigned() + 1;
  const isFrames = reader.flag();
  if (!isFrames) reader.flag();
  reader.flag();
  const size = croppedSize(reader, columns, rows, isFrames);
  return { size, ...(reader.flag() && usability(reader)) };
}

function skipHighProfile(reader: BitReader): void {
  const chroma = reader.unsigned();
  const bitDepths = [reader.unsigned() + 8, reader.unsigned() + 8];
  assertShown(chroma, bitDepths);
  reader.flag();
  const hasScaling = reader.flag();
  for (let list = 0; hasScaling && list < 8; list += 1) {
    if (reader.flag()) skipScaling(reader, list < 6 ? 16 : 64);
  }
}

/** 7.3.2.1.1.1 */
function skipScaling(reader: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let index = 0; index < size; index += 1) {
    if (next !== 0) next = (last + reader.signed() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function skipPictureOrder(reader: BitReader): void {
  const type = reader.unsigned();
  if (type === 0) reader.unsigned();
  if (type !== 1) return;
  reader.flag();
  reader.signed();
  reader.signed();
  const count = reader.unsigned();
  if (count > MOST_IN_CYCLE) throw new RangeError(`a cycle of ${count} pictures`);
  for (let left = count; left > 0; left -= 1) reader.signed();
}

/** Sizes are in blocks of 16 pixels, with cropping: 1088 rows are 1080. */
function croppedSize(reader: BitReader, columns: number, rows: number, isFrames: boolean): FrameSize {
  const fields = isFrames ? 1 : 2;
  const [left, right, top, bottom] = reader.flag()
    ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]
    : [0, 0, 0, 0];
  const widthPx = columns * MACROBLOCK_PX - 2 * (left + right);
  const heightPx = rows * MACROBLOCK_PX * fields - 2 * fields * (top + bottom);
  return takenSize(widthPx, heightPx);
}

/** Annex E. The last bit read says whether the rate is fixed. */
function usability(reader: BitReader): Omit<SequenceParameters, 'size'> {
  if (reader.flag() && reader.bits(8) === EXTENDED_SAR) reader.bits(32);
  if (reader.flag()) reader.flag();
  const colour = reader.flag() ? colourDescription(reader) : {};
  return { ...colour, ...frameRate(reader) };
}

function colourDescription(reader: BitReader): Pick<SequenceParameters, 'colour'> {
  reader.bits(3);
  const isFullRange = reader.flag();
  if (!reader.flag()) return {};
  const [primaries, transfer, matrix] = [reader.bits(8), reader.bits(8), reader.bits(8)];
  return { colour: { primaries, transfer, matrix, isFullRange } };
}

/** Empty without valid timing. */
function frameRate(reader: BitReader): Omit<SequenceParameters, 'size'> {
  if (reader.flag()) {
    reader.unsigned();
    reader.unsigned();
  }
  if (!reader.flag()) return {};
  const unitsInTick = reader.bits(32);
  const ticksPerS = reader.bits(32);
  // A tick is a field: a frame has two.
  const framesPerS = ticksPerS / (2 * unitsInTick);
  const isRateFixed = reader.flag();
  return framesPerS >= 1 && framesPerS <= MOST_FRAMES_PER_S ? { framesPerS, isRateFixed } : {};
}

/** Types of slices that may be predicted from later pictures, of one slice and of all of a picture. Source: ITU-T H.264, table 7-6. */
const BIDIRECTIONAL: ReadonlySet<number> = new Set([1, 6]);

/** Whether a slice is of a B frame; false when truncated. */
export function isBidirectional(slice: Uint8Array): boolean {
  try {
    const reader = new BitReader(slice.subarray(1, 12));
    reader.unsigned();
    return BIDIRECTIONAL.has(reader.unsigned());
  } catch {
    return false;
  }
}

/** First number of a parameter set, its id; undefined when truncated. */
export function leadingNumber(nal: Uint8Array, headBytes = 1): number | undefined {
  try {
    return new BitReader(nal.subarray(headBytes, headBytes + 7)).unsigned();
  } catch {
    return undefined;
  }
}
