import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { type BenchRow, figure, median } from './result.ts';

export const SIZE_MIB = 256;
const ROUNDS = 5;
export const RECORDING = '20260301_103000_+0100';
/** Path of its film at a station. */
export const RECORDING_PATH = `/api/v1/recordings/${RECORDING}/main.mp4`;

/** A minimal download server, in its own process like the station. */
const BARE_SERVER = `
  const { createReadStream, statSync } = require('node:fs');
  const file = process.argv[1];
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': statSync(file).size });
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Rate of a recording's download, and of a bare `node:http` that pipes the same file. */
export async function benchRecordingDownload(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-download-'));
  const file = makeRecording(folder);
  const bare = spawn(process.execPath, ['-e', BARE_SERVER, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer];
    await using station = await StationProcess.start({ env: WIDE_LIMITS, folder, flags: ['--video-enabled', 'false'] });
    const authorization = `Bearer ${await station.token({ scope: 'read' })}`;
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await downloadRate(`${station.url}${RECORDING_PATH}`, { authorization }));
      theirs.push(await downloadRate(`http://127.0.0.1:${String(port).trim()}/`, {}));
    }
    return rows(median(ours), median(theirs));
  } finally {
    bare.kill();
    rmSync(folder, { recursive: true });
  }
}

function rows(ours: number, theirs: number): BenchRow[] {
  return [
    figure('download of a recording', ours, 'MiB/s', { note: `${SIZE_MIB} MiB, one client` }),
    figure('the same file piped by node:http', theirs, 'MiB/s'),
    figure('share', ours / theirs, '', { atLeast: 0.8 }),
  ];
}

/** Puts a recording into a data folder. @returns its film */
export function makeRecording(dataDir: string): string {
  const folder = join(dataDir, 'recordings', RECORDING);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'main.mp4');
  writeFileSync(path, randomBytes(SIZE_MIB * 2 ** 20));
  const record = { started_us: 1e15, stopped_us: 1e15 + 6e7, end: 'stopped' };
  const videos = [{ file_id: 'main.mp4', type: 'color', stream_id: 'zoom' }];
  writeFileSync(join(folder, 'recording.json'), JSON.stringify({ ...record, videos }));
  return path;
}

/** MiB/s of one download. */
export function downloadRate(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const beganMs = performance.now();
    let bytes = 0;
    get(url, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes / 2 ** 20 / ((performance.now() - beganMs) / 1000)));
      response.on('error', reject);
    }).on('error', reject);
  });
}
