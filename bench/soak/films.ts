import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { RTP_CLOCK_HZ } from '@kitestring/video-process/access-unit.ts';
import { scanFile } from '@kitestring/video-process/fmp4';
import { fileSource } from '@kitestring/video-process/record';

/** Files of a recording of the soak's camera. */
const FILMS = ['main.mp4', 'sub.mp4'] as const;
const FFPROBE = [
  '-v',
  'error',
  '-count_frames',
  '-show_entries',
  'stream=nb_read_frames:format=duration',
  '-of',
  'json',
];

/**
 * Video before `atMs` that the newest recording lacks, seconds: the worse of its films, before it is continued.
 * @param sinceMs UTC, as `atMs`: from when on a film that has no picture yet lacks everything
 */
export async function lostS(folder: string, atMs: number, sinceMs: number): Promise<number> {
  const newest = recordingFolders(folder).at(-1) ?? '';
  const missing = await Promise.all(
    FILMS.map(async (film) => {
      await using file = await open(join(folder, newest, film), 'r');
      if ((await file.stat()).size === 0) return (atMs - sinceMs) / 1000;
      const { chunks, lastRealTimeMs = sinceMs } = await scanFile(await fileSource(file));
      const ticks = chunks.at(-1)?.durations.reduce((sum, duration) => sum + duration, 0) ?? 0;
      return (atMs - lastRealTimeMs) / 1000 - ticks / RTP_CLOCK_HZ;
    }),
  );
  return Math.max(...missing);
}

/** Films of all recordings, each of which may have one of each stream. */
interface Films {
  readonly most: number;
  readonly present: number;
  /** Those that play to their end without a complaint; not a number without ffprobe. */
  readonly play: number;
  readonly by: string;
}

/** @param leastS minimum duration, and number of pictures, of a film that plays */
export function playable(folder: string, leastS: number): Films {
  const all = recordingFolders(folder).flatMap((id) => FILMS.map((film) => join(folder, id, film)));
  const films = all.filter((film) => existsSync(film));
  const counts = { most: all.length, present: films.length };
  const isInstalled = spawnSync('ffprobe', ['-version']).status === 0;
  if (!isInstalled) return { ...counts, play: Number.NaN, by: 'ffprobe is not installed' };
  const play = films.filter((film) => {
    const { status, stderr, stdout } = spawnSync('ffprobe', [...FFPROBE, film], { encoding: 'utf8' });
    if (status !== 0 || stderr !== '') return false;
    const { format, streams } = JSON.parse(stdout);
    return Number(format.duration) > leastS && Number(streams[0].nb_read_frames) > leastS;
  });
  return { ...counts, play: play.length, by: 'decoded by ffprobe' };
}

/** From the oldest on; beside them lies the lock of who writes. */
function recordingFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}
