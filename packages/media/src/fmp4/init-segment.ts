import type { FrameSize, ParameterSets } from '../access-unit.ts';
import { concat } from './box.ts';
import { fileType, movieBox, placeholder, sampleDescription } from './movie-box.ts';

export interface StreamHead {
  readonly size: FrameSize;
  readonly sets: ParameterSets;
  /** Microseconds since 1970. */
  readonly createdUs: number;
}

/** What stands before the first fragment, in a file as in a browser's buffer. */
export const initSegment = ({ createdUs, sets, size }: StreamHead): Uint8Array =>
  concat(fileType(), placeholder(), movieBox({ size, createdUs, description: sampleDescription(size, sets) }));
