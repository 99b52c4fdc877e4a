import type { FrameSize, ParameterSets } from '../access-unit.ts';
import { concat } from './box.ts';
import { fileType, movieBox, placeholder, sampleDescription } from './movie-box.ts';

interface StreamHead {
  readonly size: FrameSize;
  readonly sets: ParameterSets;
  /** Microseconds since 1970. */
  readonly createdUs: number;
  /** The same moment in station time; absent in a browser's buffer. */
  readonly stationUs?: number;
  /** Texts come with the pictures. */
  readonly hasText?: boolean;
}

/** Initialisation segment, for a file or a browser's buffer. */
export const initSegment = ({ hasText = false, sets, size, ...times }: StreamHead): Uint8Array => {
  const description = sampleDescription(size, sets);
  const movie = movieBox({ size, ...times, description, ...(hasText && { text: {} }) });
  return concat(fileType(description), placeholder(), movie);
};
