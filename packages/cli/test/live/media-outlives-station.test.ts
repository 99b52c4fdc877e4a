import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { scanFile } from '@kitestring/video-process/fmp4';
import { fileSource } from '@kitestring/video-process/record';
import { missingCodecs } from '@kitestring/video-process/test/support';

const skip = (process.platform !== 'linux' && 'the media process is found by /proc') || missingCodecs();
const ENV = {
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
  KITESTRING_VIDEO_RTSP_UDP_PORTS: 'any',
};
const FILM = 'main.mp4';

async function scanned(path: string) {
  await using file = await open(path);
  return await scanFile(await fileSource(file));
}

it('a media process that outlives its killed station completes its recording; the next station waits for it and changes nothing', {
  skip,
}, async () => {
  using folder = new TestFolder();
  const station = await StationProcess.start({ folder: folder.path, env: ENV });
  const token = await station.token();
  const ask = async (at: StationProcess, path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${at === station ? token : await at.token()}` };
    return fetch(`${at.url}/api/v1/${path}`, { method, headers });
  };
  await station.logged('the media process is ready');
  // 409: a start whose answer came too late.
  const start = () => ask(station, 'recordings/control/start', 'POST');
  await until('the recording', async () => [201, 409].includes((await start()).status));
  const [media] = readFileSync(`/proc/${station.pid}/task/${station.pid}/children`, 'utf8').trim().split(' ');
  const mediaPid = Number(media);
  const recordings = folder.file('recordings');
  const [id = ''] = readdirSync(recordings).filter((name) => existsSync(join(recordings, name, FILM)));
  const film = join(recordings, id, FILM);
  // The start is answered with the first picture of any film.
  await until('a picture', async () => ((await scanned(film).catch(() => undefined))?.chunks.length ?? 0) > 0);
  // It gets to its end as late as the test wants.
  process.kill(mediaPid, 'SIGSTOP');
  try {
    await station.end('SIGKILL');
    await using next = await StationProcess.start({ folder: folder.path, env: ENV });
    await next.logged('still completes its recordings');
    assert.equal((await scanned(film)).isFinished, false);
    process.kill(mediaPid, 'SIGCONT');
    await next.logged('has been recovered');
    assert.equal((await scanned(film)).isFinished, true);
    const [recording] = (await (await ask(next, 'recordings')).json()) as { is_being_recorded: boolean }[];
    assert.equal(recording?.is_being_recorded, false);
    const record = JSON.parse(readFileSync(join(recordings, id, 'recording.json'), 'utf8'));
    assert.ok(JSON.stringify(record).includes('"end":"killed"'), JSON.stringify(record));
  } finally {
    if (existsSync(`/proc/${mediaPid}`)) process.kill(mediaPid, 'SIGKILL');
  }
});
