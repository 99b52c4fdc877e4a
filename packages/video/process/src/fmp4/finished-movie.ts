import { concat, letters, u32, u64 } from './box.ts';
import { EPOCH_1904_S, movieBox } from './movie-box.ts';
import { movieSize } from './movie-size.ts';
import { boxAt, readBoxes, viewOf } from './read-boxes.ts';
import { type Run, sampleTables } from './sample-tables.ts';
import type { ScannedFile } from './scan.ts';

/** Converts a file of fragments to an ordinary MP4; parts in writing order. */
interface FinishedMovie {
  /** The box `moov` with all tables: appended after the last fragment. */
  readonly movie: Uint8Array;
  /** Replaces the placeholder: everything between it and `movie` becomes one `mdat`. */
  readonly dataHead: Uint8Array;
  /** 1/90,000 s. */
  readonly duration: number;
}

/**
 * Tables of an ordinary MP4 for the samples of the fragments. No sample is copied: an hour of video is finished in a
 * moment, on a full disk, too.
 */
export function finishedMovie({ chunks, end, movie, placeholderAt }: ScannedFile, place?: string): FinishedMovie {
  const tables = sampleTables(chunks);
  const texts = chunks.flatMap(({ text }) => text ?? []);
  const created = Number(viewOf(boxAt(movie, 'mvhd')).getBigUint64(4));
  const createdUs = (created - EPOCH_1904_S) * 1e6;
  return {
    movie: movieBox({
      size: movieSize(movie),
      createdUs,
      description: descriptionIn(movie),
      tables,
      place,
      ...(texts.length > 0 && { text: textContent(texts) }),
    }),
    dataHead: concat(u32(1), letters('mdat'), u64(end - placeholderAt)),
    duration: tables.duration,
  };
}

/** Before the first text there is none. */
function textContent(texts: readonly Run[]) {
  const tables = sampleTables(texts);
  const fromTime = texts[0]?.time ?? 0;
  const lead = fromTime === 0 ? [] : [{ duration: fromTime, from: 'nothing' as const }];
  return { tables, edits: [...lead, { duration: tables.duration, from: 0 }] };
}

export function descriptionIn(movie: Uint8Array): Uint8Array {
  const tables = boxAt(movie, 'trak', 'mdia', 'minf', 'stbl');
  const found = readBoxes(tables).find(({ type }) => type === 'stsd');
  if (found === undefined) throw new Error('the head of a file has a description');
  return tables.subarray(found.offset, found.offset + 8 + found.content.length);
}
