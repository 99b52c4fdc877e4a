import { fullBox, u32, u32s, u64s } from './box.ts';
import { KEY_FRAME_FLAGS } from './fragment.ts';

/** Samples of one fragment; parallel arrays. */
export interface Run {
  /** File offset of its first sample. */
  readonly offset: number;
  /** 1/90,000 s since the beginning. */
  readonly time: number;
  readonly durations: readonly number[];
  readonly sizes: readonly number[];
}

/** Pictures of one fragment, and its texts. */
export interface Chunk extends Run {
  readonly flags: readonly number[];
  readonly text?: Run;
}

/** Sample tables of a finished file. */
export interface SampleTables {
  readonly boxes: readonly Uint8Array[];
  /** 1/90,000 s. */
  readonly duration: number;
}

/** Offsets above this need 64 bits. */
const MAX_32 = 0xffff_ffff;

/**
 * Sample tables of these chunks, in order of time. A pause lengthens the sample before it. Without flags every sample is an entry point.
 */
export function sampleTables(chunks: readonly (Run & Partial<Pick<Chunk, 'flags'>>)[]): SampleTables {
  const durations = chunks.flatMap((chunk, index) => durationsUntil(chunk, chunks[index + 1]?.time));
  const sizes = chunks.flatMap((chunk) => chunk.sizes);
  const flags = chunks.flatMap((chunk) => chunk.flags ?? []);
  const keyFrames = flags.flatMap((flag, index) => (flag === KEY_FRAME_FLAGS ? [index + 1] : []));
  return {
    duration: durations.reduce((sum, duration) => sum + duration, 0),
    boxes: [
      table('stts', runs(durations)),
      ...(flags.length === 0 ? [] : [table('stss', keyFrames, 1)]),
      table('stsc', chunkSizes(chunks), 3),
      fullBox('stsz', 0, 0, u32(0, sizes.length), u32s(sizes)),
      offsets(chunks),
    ],
  };
}

function durationsUntil({ durations, time }: Run, nextTime: number | undefined): readonly number[] {
  if (nextTime === undefined) return durations;
  const before = durations.slice(0, -1);
  return [...before, nextTime - before.reduce((sum, duration) => sum + duration, time)];
}

/** Count and value of each run of equal values. */
function runs(values: readonly number[]): number[] {
  const found: number[] = [];
  for (const value of values) {
    if (found.at(-1) === value) found[found.length - 2] = (found.at(-2) ?? 0) + 1;
    else found.push(1, value);
  }
  return found;
}

/** Rows of first chunk, samples per chunk, description index: one per change. */
function chunkSizes(chunks: readonly Run[]): number[] {
  const rows: number[] = [];
  for (const [index, { sizes }] of chunks.entries()) {
    if (rows.at(-2) !== sizes.length) rows.push(index + 1, sizes.length, 1);
  }
  return rows;
}

function offsets(chunks: readonly Run[]): Uint8Array {
  const all = chunks.map(({ offset }) => offset);
  if (all.every((offset) => offset <= MAX_32)) return table('stco', all, 1);
  return fullBox('co64', 0, 0, u32(all.length), u64s(all));
}

const table = (type: string, values: readonly number[], valuesPerRow = 2): Uint8Array =>
  fullBox(type, 0, 0, u32(values.length / valuesPerRow), u32s(values));
