import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import type { VideoStreamInfo } from '@kitestring/station-contract/videostreams/video-stream-info.ts';
import { decodedNumber, UAS_LOCAL_SET_KEY } from '@kitestring/video-process/klv';
import { missingCodecs, missingElements, WITHOUT_FFPROBE } from '@kitestring/video-process/test/support';
import { VideoStation } from '../support/video-station.ts';

const skip = WITHOUT_FFPROBE || missingCodecs();

const DEADLINE_MS = 180_000;
const SENSOR_LATITUDE = 13;

async function run(name: string, flags: readonly string[]): Promise<Buffer> {
  const child = spawn(name, flags, { stdio: ['ignore', 'pipe', 'pipe'], timeout: DEADLINE_MS });
  const [said, complained, [status]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  assert.equal(status, 0, complained);
  return said;
}

function started(): Promise<VideoStation> {
  const video = { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 0, rtspsPort: 0, hasKlvTrack: true };
  return VideoStation.start({ video, simulation: { cameraModel: 'Camera 1st Generation' } });
}

async function colorUrl({ client }: VideoStation): Promise<string> {
  const streams = (await client.get('videostreams')).body as VideoStreamInfo[];
  return streams.find(({ stream_id }) => stream_id === 'color')?.rtsp_url ?? '';
}

/** The value of a tag in the first set. All lengths are below 128, but perhaps that of the set itself. */
function valueOfTag(set: Buffer, tag: number): Buffer | undefined {
  const lengthByte = set[16] ?? 0;
  const begin = 17 + (lengthByte < 0x80 ? 0 : lengthByte & 0x7f);
  for (let at = begin; at < set.length; at += 2 + (set[at + 1] ?? 0)) {
    if (set[at] === tag) return set.subarray(at + 2, at + 2 + (set[at + 1] ?? 0));
  }
  return undefined;
}

describe('the second track of a stream', { skip }, () => {
  let station: VideoStation;
  before(async () => {
    station = await started();
    // While the first picture is made, which takes long on a busy machine, a description is answered 503, and programs end.
    await station.watch('color');
  });
  after(() => station?.[Symbol.asyncDispose]());

  it('is a track of data to ffprobe, and ffmpeg decodes the pictures beside it', async () => {
    const url = await colorUrl(station);
    const way = ['-v', 'error', '-rtsp_transport', 'tcp', '-analyzeduration', '500000'];
    const shown = await run('ffprobe', [...way, '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', url]);
    assert.deepEqual(String(shown).trim().split('\n').sort(), ['data', 'video']);
    const pictures = await run('ffmpeg', [...way, '-i', url, '-map', '0:v', '-frames:v', '5', '-f', 'framemd5', '-']);
    assert.equal(
      String(pictures)
        .split('\n')
        .filter((line) => /^\d/.test(line)).length,
      5,
    );
  });

  it('is KLV to GStreamer, and says where the Kite is', {
    skip: missingElements('rtspsrc', 'rtpklvdepay'),
  }, async () => {
    const source = ['rtspsrc', `location=${await colorUrl(station)}`, 'protocols=tcp', 'latency=0'];
    const sink = ['fdsink', 'fd=1', 'sync=false'];
    const track = ['!', 'application/x-rtp,media=application', '!', 'rtpklvdepay', '!', ...sink];
    const child = spawn('gst-launch-1.0', ['-q', ...source, ...track], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: DEADLINE_MS,
    });
    const ended = once(child, 'close');
    const [first] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer | number | null];
    assert.ok(first instanceof Uint8Array, 'GStreamer has ended without a set');
    child.kill('SIGKILL');
    await ended;
    assert.deepEqual(first.subarray(0, 16), Buffer.from(UAS_LOCAL_SET_KEY));
    const latitude = decodedNumber('sensorLatDeg', valueOfTag(first, SENSOR_LATITUDE) ?? Buffer.alloc(4));
    assert.ok(Math.abs((latitude ?? 0) - 47.3769) < 0.001, `${latitude}`);
  });
});
