import { execFileSync, spawnSync } from 'node:child_process';
import { INSTALLED_BY } from '@kitestring/lab-testing/programs.ts';

const isInstalled = spawnSync('ffprobe', ['-version']).status === 0;

/** Why tests with ffprobe are left out; false where it is installed. */
export const WITHOUT_FFPROBE: string | false = isInstalled ? false : `no ffprobe in the PATH: ${INSTALLED_BY}, as root`;

interface Probed {
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly frames: number;
  readonly durationS: number;
  readonly complaints: string;
}

/** Reads and decodes a whole file. */
export function probe(path: string): Probed {
  const fields = 'stream=codec_name,width,height,nb_read_frames:format=duration';
  const flags = ['-v', 'error', '-count_frames', '-select_streams', 'v', '-show_entries', fields, '-of', 'json'];
  const { status, stderr, stdout } = spawnSync('ffprobe', [...flags, path], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffprobe ${path}: ${stderr}`);
  const { format, streams } = JSON.parse(stdout);
  const [stream] = streams;
  return {
    codec: stream.codec_name,
    widthPx: stream.width,
    heightPx: stream.height,
    frames: Number(stream.nb_read_frames),
    durationS: Number(format.duration),
    complaints: stderr,
  };
}

/** How many pictures come out from this moment on. */
export function framesFrom(path: string, fromS: number): number {
  const flags = ['-v', 'error', '-ss', String(fromS), '-i', path, '-f', 'framemd5', '-'];
  const text = execFileSync('ffmpeg', flags, { encoding: 'utf8' });
  return text.split('\n').filter((line) => /^\d/.test(line)).length;
}

/** Seconds from each picture to the next one. */
export function findGaps(path: string): number[] {
  const flags = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path];
  const lines = execFileSync('ffprobe', flags, { encoding: 'utf8' }).split('\n');
  const times = lines.filter((line) => line !== '').map(Number.parseFloat);
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}
