import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import type { RecordingsState } from '@kitestring/contract/recordings/recordings-state.ts';
import { loadNativeCodecs } from '@kitestring/media/encode/native-codecs.ts';
import { probe, WITHOUT_FFPROBE } from '../../media/test/support/ffprobe.ts';
import { VideoStation } from './support/video-station.ts';

const skip =
  WITHOUT_FFPROBE ||
  (await loadNativeCodecs().then(
    () => false,
    (reason: Error) => `node-av is not there: ${reason.message}`,
  ));

/** A killed process and the start of the next one, on a machine with other work. */
const GAP_MAX_S = 15;
const KILLS = 3;

function timesOf(path: string): number[] {
  const flags = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path];
  return execFileSync('ffprobe', flags, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map(Number.parseFloat);
}

describe('a recording of live video', { skip, timeout: 120_000 }, () => {
  it('goes on in the same files when the media process is killed, and loses less than a second each time', async () => {
    await using video = await VideoStation.start({ simulation: { cameraModel: 'Camera 1st Generation' } });
    const { client, station } = video;
    await client.post('handoff/control/request', { operator_name: 'M. Rossi' });
    assert.equal((await client.post('recordings/control/start')).status, 201);
    const { recording_id: id = '' } = (await client.get('recordings/state')).body as RecordingsState;
    const beganMs = performance.now();
    for (let kills = 0; kills < KILLS; kills++) {
      await after(1500);
      const ready = video.ready();
      process.kill(video.video.supervisor.pid ?? 0, 'SIGKILL');
      await ready;
      assert.equal((await client.get('recordings/state')).status, 200);
    }
    await after(2000);
    const lengthS = (performance.now() - beganMs) / 1000;
    assert.equal((await client.post('recordings/control/stop')).status, 201);
    const folder = join(station.dataDir, 'recordings', id);
    for (const name of ['main.mp4', 'sub.mp4']) {
      const { complaints, durationS } = probe(join(folder, name));
      assert.equal(complaints, '', name);
      assert.ok(Math.abs(durationS - lengthS) < 1.5, `${name}: ${durationS} s of ${lengthS} s`);
      const times = timesOf(join(folder, name));
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      assert.ok(Math.max(...gaps) < GAP_MAX_S, `${name}: a gap of ${Math.max(...gaps)} s`);
      assert.equal(gaps.filter((gap) => gap > 1).length <= KILLS, true, `${name}: ${gaps.filter((gap) => gap > 0.3)}`);
    }
    assert.ok(!station.station.notifications.isActive('RECORDING_FAILED'));
  });
});
