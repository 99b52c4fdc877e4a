import type { FrameSize } from '../access-unit.ts';
import { BitReader, withoutEmulation } from './bit-reader.ts';
import { assertShown, readSet, type SequenceParameters, takenSize } from './picture-format.ts';

const NAL_HEAD_BITS = 16;
/** Profile, tier and their constraints; the level follows. */
const PROFILE_BITS = 88;
const LEVEL_BITS = 8;
const SUB_LAYERS_MAX = 6;
/** Bytes before the profile: head, and numbers of the set and of the layers. */
const PROFILE_AT = 3;
const PROFILE_BYTES = 12;

/**
 * Size of a sequence parameter set (ITU-T H.265, 7.3.2.2.1); the rest is for decoders only.
 * @throws SequenceFault for invalid data, and for pictures that common players do not show: not 4:2:0 or not 8 bits
 */
export const readHevcParameters = (sps: Uint8Array): SequenceParameters =>
  readSet(sps, () => ({ size: readSize(new BitReader(sps)) }));

/** Profile, tier, constraints and level, 12 bytes as in the set (7.3.3). @throws SequenceFault for a set that is cut off */
export const hevcProfile = (sps: Uint8Array): Uint8Array =>
  readSet(sps, () => {
    const bytes = withoutEmulation(sps).slice(PROFILE_AT, PROFILE_AT + PROFILE_BYTES);
    if (bytes.length < PROFILE_BYTES) throw new RangeError('it is cut off');
    return bytes;
  });

function readSize(reader: BitReader): FrameSize {
  skip(reader, NAL_HEAD_BITS + 4);
  const subLayers = reader.bits(3);
  reader.flag();
  skip(reader, PROFILE_BITS + LEVEL_BITS);
  skipSubLayers(reader, subLayers);
  reader.unsigned();
  const chroma = reader.unsigned();
  if (chroma === 3) reader.flag();
  const [width, height] = [reader.unsigned(), reader.unsigned()];
  const [left, right, top, bottom] = reader.flag()
    ? [reader.unsigned(), reader.unsigned(), reader.unsigned(), reader.unsigned()]
    : [0, 0, 0, 0];
  assertShown(chroma, [reader.unsigned() + 8, reader.unsigned() + 8]);
  // The window is in samples of colour, of which each stands for two pixels both ways.
  return takenSize(width - 2 * (left + right), height - 2 * (top + bottom));
}

/** Profiles and levels of lower rates, where they differ. */
function skipSubLayers(reader: BitReader, count: number): void {
  if (count > SUB_LAYERS_MAX) throw new RangeError(`${count} layers`);
  if (count === 0) return;
  const present = Array.from({ length: count }, () => ({ hasProfile: reader.flag(), hasLevel: reader.flag() }));
  skip(reader, 2 * (8 - count));
  for (const { hasLevel, hasProfile } of present) {
    skip(reader, (hasProfile ? PROFILE_BITS : 0) + (hasLevel ? LEVEL_BITS : 0));
  }
}

function skip(reader: BitReader, bits: number): void {
  for (let left = bits; left > 0; left -= 1) reader.bit();
}

/** Whether a set describes its layers once for all: the lowest rate needs no other. */
export const hevcLayers = (sps: Uint8Array): { readonly count: number; readonly isNested: boolean } => {
  const [, , numbers = 0] = sps;
  return { count: ((numbers >> 1) & 7) + 1, isNested: (numbers & 1) === 1 };
};
