import { type FileHandle, rm } from 'node:fs/promises';
import { RTP_CLOCK_HZ } from '../access-unit.ts';
import { finishedMovie } from '../fmp4/finished-movie.ts';
import { Mp4Fault } from '../fmp4/mp4-fault.ts';
import { type FilmTimes, type ScannedFile, scanFile, timesOfFinished } from '../fmp4/scan.ts';
import { openDurable, synced } from './durable-file.ts';
import { fileSource, writeAll } from './file-source.ts';

export type FinishOutcome =
  | ({ readonly state: 'finished' } & FilmTimes)
  /** There was not a single whole fragment in it. */
  | { readonly state: 'removed' }
  /** It had been finished before, or is none of ours, and then without times. */
  | { readonly state: 'untouched'; readonly times?: FilmTimes };

/** A head that is not whole is that of a file of a moment; a larger one without it has another history. */
const NOTHING_IN_IT_BYTES = 2 * 2 ** 20;

/**
 * Makes an ordinary MP4 of a file of fragments: one that ended now, or one that a kill left behind. A kill at any moment
 * of it leaves a file that plays, and that the next try finishes.
 * @throws what the disk says; the file then still plays as it is
 */
export async function finishFile(path: string): Promise<FinishOutcome> {
  await using file = await openDurable(path);
  const source = await fileSource(file);
  const scanned = await scan(source);
  if (scanned?.isFinished) {
    const times = await timesOfFinished(source, scanned.placeholderAt);
    return { state: 'untouched', ...(times !== undefined && { times }) };
  }
  if (scanned === undefined || scanned.chunks.length === 0) {
    if (source.size > NOTHING_IN_IT_BYTES) return { state: 'untouched' };
    await rm(path);
    return { state: 'removed' };
  }
  return { state: 'finished', startMs: scanned.firstWallMs ?? 0, durationS: await complete(file, scanned) };
}

async function complete(file: FileHandle, scanned: ScannedFile): Promise<number> {
  const { dataHead, duration, movie } = finishedMovie(scanned);
  // A torn fragment at the end must not stand between the samples and their tables.
  await file.truncate(scanned.end);
  try {
    await writeAll(file, movie, scanned.end);
    await synced(file);
  } catch (fault) {
    await file.truncate(scanned.end);
    throw fault;
  }
  await writeAll(file, dataHead, scanned.placeholderAt);
  await synced(file);
  return duration / RTP_CLOCK_HZ;
}

/** Undefined for a file whose head is not whole: a kill in its first moment. */
async function scan(source: Parameters<typeof scanFile>[0]): Promise<ScannedFile | undefined> {
  try {
    return await scanFile(source);
  } catch (fault) {
    if (fault instanceof Mp4Fault) return undefined;
    throw fault;
  }
}
