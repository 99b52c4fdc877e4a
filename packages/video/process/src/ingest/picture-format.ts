import { Fault } from '@kitestring/base/fault.ts';
import type { FrameSize } from '../access-unit.ts';

/** Picture parameters of a sequence parameter set. */
export interface SequenceParameters {
  readonly size: FrameSize;
  /** Absent when not stated. */
  readonly framesPerS?: number;
  /** The frame rate is declared constant. */
  readonly isRateFixed?: boolean;
  readonly colour?: ColourDescription;
}

/** How colours are coded, by the numbers of ITU-T H.273. */
export interface ColourDescription {
  readonly primaries: number;
  readonly transfer: number;
  readonly matrix: number;
  readonly isFullRange: boolean;
}

const MOST_PX = 8192;
const LEAST_PX = 16;
/** Larger than any level allows. */
export const SET_MAX_BYTES = 1024;

/** An unreadable set, or one of unsupported pictures. */
export class SequenceFault extends Fault {}

/** @param read throws RangeError for invalid data. @throws SequenceFault in its place */
export function readSet<T>(set: Uint8Array, read: (set: Uint8Array) => T): T {
  if (set.length > SET_MAX_BYTES) throw new SequenceFault(`a parameter set of ${set.length} bytes is no such thing`);
  try {
    return read(set);
  } catch (fault) {
    if (fault instanceof RangeError) throw new SequenceFault(`its parameter set cannot be read: ${fault.message}`);
    throw fault;
  }
}

/** @throws SequenceFault for pictures that common players do not show: not 4:2:0 or not 8 bits */
export function assertShown(chroma: number, bitDepths: readonly number[]): void {
  // 4:0:0 is the format of monochrome sensors, which no browser shows.
  if (chroma !== 1) throw new SequenceFault(`it sends pictures of chroma format ${chroma}, only 4:2:0 is taken`);
  if (bitDepths.some((bits) => bits !== 8)) {
    throw new SequenceFault(`it sends pictures of ${bitDepths.join(' and ')} bits, only 8 are taken`);
  }
}

/** @throws RangeError for a size that no camera has */
export function takenSize(widthPx: number, heightPx: number): FrameSize {
  if ([widthPx, heightPx].some((px) => px < LEAST_PX || px > MOST_PX)) {
    throw new RangeError(`a picture of ${widthPx}x${heightPx}, allowed: ${LEAST_PX} to ${MOST_PX} pixels`);
  }
  return { widthPx, heightPx };
}
