import { type FileHandle, rm } from 'node:fs/promises';
import { RTP_CLOCK_HZ } from '../access-unit.ts';
import { finishedMovie } from '../fmp4/finished-movie.ts';
import { Mp4Fault } from '../fmp4/mp4-fault.ts';
import { type MovieTimes, type ScannedFile, scanFile, stationStart, timesOfFinished } from '../fmp4/scan.ts';
import { placeInText } from '../klv/telemetry-text.ts';
import { openDurable, synced } from './durable-file.ts';
import { fileSource, writeAll } from './file-source.ts';

type FinishOutcome =
  | ({ readonly state: 'finished' } & MovieTimes)
  /** It contained no complete fragment. */
  | { readonly state: 'removed' }
  /** It was finished already, or is of another origin, and then without times. */
  | { readonly state: 'untouched'; readonly times?: MovieTimes };

/** An incomplete head belongs to a file of a moment; a larger file without one has another origin. */
const NOTHING_IN_IT_BYTES = 2 * 2 ** 20;

/**
 * Converts a file of fragments to an ordinary MP4: one that has just ended, or one left by a kill. A kill at any
 * moment leaves a playable file, which the next attempt finishes.
 * @throws the disk's error; the file is then still playable
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
  const startMs = scanned.firstRealTimeMs ?? 0;
  return { state: 'finished', startMs, ...stationStart(scanned.movie), durationS: await complete(file, scanned) };
}

async function complete(file: FileHandle, scanned: ScannedFile): Promise<number> {
  const { dataHead, duration, movie } = finishedMovie(scanned, await recordedPlace(file, scanned));
  // An incomplete fragment at the end must not lie between the samples and their tables.
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

/** Where it was taken, by its first text. */
async function recordedPlace(file: FileHandle, { chunks }: ScannedFile): Promise<string | undefined> {
  const text = chunks.find((chunk) => chunk.text !== undefined)?.text;
  const bytes = text && (await (await fileSource(file)).read(text.offset, text.sizes[0] ?? 0));
  return bytes && placeInText(new TextDecoder().decode(bytes));
}

/** Undefined for a file with an incomplete head: a kill in its first moment. */
async function scan(source: Parameters<typeof scanFile>[0]): Promise<ScannedFile | undefined> {
  try {
    return await scanFile(source);
  } catch (fault) {
    if (fault instanceof Mp4Fault) return undefined;
    throw fault;
  }
}
