import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { until } from '@kitestring/lab-testing/until.ts';
import type { RecordingsState } from '@kitestring/station-contract/recordings/recordings-state.ts';
import type { PrivacyMask, PrivacyMaskList } from '@kitestring/station-contract/station/privacy-mask.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { missingCodecs, WITHOUT_FFPROBE } from '@kitestring/video-process/test/support';
import { VideoStation } from '../support/video-station.ts';

const skip = WITHOUT_FFPROBE || missingCodecs();

const MASKS = '/station/v1/privacy-masks';
const DISPLAY = '/station/v1/display';
const [WIDTH, HEIGHT] = [1280, 720];
/** Brightness of a mask, in the full range. */
const FILL = 63;
/** More than the head of a file: it has a picture. */
const FILM_BYTES = 20_000;
/** Loss of the encoder within an area of one tone. */
const LOSS = 3;

const LEFT_HALF = {
  holds: 'picture',
  stream_id: 'color',
  corners: [
    { x: 0, y: 0 },
    { x: 0.5, y: 1 },
  ],
} as const;

/** The brightness of one picture, row by row. */
const RAW = ['-map', '0:v', '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'] as const;
const run = promisify(execFile);

/** Brightness within the left and the right half, without the last pixels of a block of the encoder. */
function halves(luma: Uint8Array): { readonly left: readonly number[]; readonly right: readonly number[] } {
  const [left, right]: [number[], number[]] = [[], []];
  for (let y = 200; y < HEIGHT; y += 9) {
    for (let x = 3; x < WIDTH; x += 11) {
      if (x < WIDTH / 2 - 8) left.push(luma[y * WIDTH + x] ?? 0);
      else if (x > WIDTH / 2 + 8) right.push(luma[y * WIDTH + x] ?? 0);
    }
  }
  return { left, right };
}

function assertMasked(luma: Uint8Array, what: string): void {
  assert.ok(luma.length >= WIDTH * HEIGHT, `${what} has ${luma.length} bytes`);
  const { left, right } = halves(luma);
  assert.ok(
    left.every((value) => Math.abs(value - FILL) <= LOSS),
    `${what}: ${[...new Set(left)]} are not hidden`,
  );
  assert.ok(new Set(right).size > 20, `${what}: the other half shows nothing`);
}

async function rtspPicture(video: VideoStation): Promise<Buffer> {
  // While the first picture is made, which takes long on a busy machine, a description is answered 503, and ffmpeg ends.
  const watching = await video.watch('color');
  const streams = (await video.client.get('videostreams')).body as VideoStreamInfo[];
  const url = streams.find(({ stream_id }) => stream_id === 'color')?.rtsp_url ?? '';
  const way = ['-v', 'error', '-rtsp_transport', 'tcp', '-analyzeduration', '500000', '-i', url];
  const { stdout } = await run('ffmpeg', [...way, ...RAW], { encoding: 'buffer', maxBuffer: 1e8 });
  watching.destroy();
  return stdout;
}

const decoded = (input: Uint8Array): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', '-', ...RAW], { input, maxBuffer: 1e8 });

describe('a privacy mask', { skip }, () => {
  it('is in the stream, in single pictures, in their temperatures and in files, also when the media process has died', async () => {
    await using video = await VideoStation.start({ simulation: { cameraModel: 'Camera 1st Generation' } });
    const { client, station } = video;
    const pilot = await station.client('control');
    assert.equal((await pilot.post(MASKS, LEFT_HALF)).status, 403, 'administrators only');
    const added = await client.post(MASKS, LEFT_HALF);
    assert.equal(added.status, 201, JSON.stringify(added.body));
    assert.equal((await client.post(MASKS, { ...LEFT_HALF, stream_id: 'thermal' })).status, 201);
    const display = { blocks: [{ corner: 'top_right', size: 'small', lines: ['time_utc', 'text'], text: 'Übung' }] };
    assert.deepEqual((await pilot.post(DISPLAY, display)).body, display);
    assertMasked(await rtspPicture(video), 'the stream');
    assertMasked(decoded((await video.picture('color')).jpeg), 'the snapshot');
    await client.post('handoff/control/request', { operator_name: 'M. Rossi' });
    await until('the start', async () => [201, 409].includes((await client.post('recordings/control/start')).status));
    const { recording_id: id = '' } = (await client.get('recordings/state')).body as RecordingsState;
    const film = join(station.dataDir, 'recordings', id, 'main.mp4');
    await until('pictures in the film', () => (statSync(film, { throwIfNoEntry: false })?.size ?? 0) > FILM_BYTES);
    assert.equal((await client.post('recordings/control/stop')).status, 201);
    assertMasked(execFileSync('ffmpeg', ['-v', 'error', '-i', film, ...RAW], { maxBuffer: 1e8 }), 'the recording');
    assert.ok(readFileSync(film).includes(' Masks:1 UTC:'), 'the recording says that it is masked');
    const tiff = Buffer.from(
      await (
        await fetch(`${station.url}/station/v1/thermal/image?stream_id=thermal&format=tiff`, {
          headers: { authorization: `Bearer ${client.token}` },
        })
      ).arrayBuffer(),
    );
    const pixels = tiff.subarray(-2 * 320 * 240);
    for (let at = 0; at < 320 * 240; at += 1) {
      const isHidden = at % 320 < 160;
      const value = pixels.readUInt16BE(2 * at);
      if (at % 320 > 161 || isHidden) assert.equal(value === 0, isHidden, `${value} at column ${at % 320}`);
    }
    const spot = await client.get('/station/v1/thermal/spot?stream_id=thermal&x=0.2&y=0.5');
    assert.equal((spot.body as { code: string }).code, 'NO_TEMPERATURES');
    const ready = video.ready();
    process.kill(video.video.supervisor.pid ?? 0, 'SIGKILL');
    await ready;
    assertMasked(await rtspPicture(video), 'the stream of the next media process');
    const { mask_id } = added.body as PrivacyMask;
    assert.equal((await client.send(`${MASKS}/${mask_id}`, { method: 'DELETE' })).status, 204);
    assert.equal(((await client.get(MASKS)).body as PrivacyMaskList).masks.length, 1);
    assert.ok(new Set(halves(await rtspPicture(video)).left).size > 20, 'the area is seen again');
  });
});
