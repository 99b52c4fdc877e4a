import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { RTP_CLOCK_HZ } from '@kitestring/video-process/access-unit.ts';
import { scanFile } from '@kitestring/video-process/fmp4/scan.ts';
import { fileSource } from '@kitestring/video-process/record/file-source.ts';

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

/** Video before `atMs` (UTC) that the newest recording lacks, seconds: the worse of its films, before it is continued. */
export async function lostS(folder: string, atMs: number): Promise<number> {
  const newest = recordingFolders(folder).at(-1) ?? '';
  const missing = await Promise.all(
    FILMS.map(async (film) => {
      await using file = await open(join(folder, newest, film), 'r');
      const { chunks, lastRealTimeMs = 0 } = await scanFile(await fileSource(file));
      const ticks = chunks.at(-1)?.durations.reduce((sum, duration) => sum + duration, 0) ?? 0;
      return (atMs - lastRealTimeMs) / 1000 - ticks / RTP_CLOCK_HZ;
    }),
  );
  return Math.max(...missing);
}

/** How many films play to their end without a complaint, of how many there are. @param leastS minimum duration and frames of each */
export function playable(folder: string, leastS: number): { films: number; play: number; by: string } {
  const films = recordingFolders(folder).flatMap((id) => FILMS.map((film) => join(folder, id, film)));
  const isInstalled = spawnSync('ffprobe', ['-version']).status === 0;
  if (!isInstalled) return { films: films.length, play: Number.NaN, by: 'ffprobe is not installed' };
  const play = films.filter((film) => {
    const { status, stderr, stdout } = spawnSync('ffprobe', [...FFPROBE, film], { encoding: 'utf8' });
    if (status !== 0 || stderr !== '') return false;
    const { format, streams } = JSON.parse(stdout);
    return Number(format.duration) > leastS && Number(streams[0].nb_read_frames) > leastS;
  });
  return { films: films.length, play: play.length, by: 'decoded by ffprobe' };
}

/** From the oldest on; beside them lies the lock of who writes. */
function recordingFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}
