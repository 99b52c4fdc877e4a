import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { RealClock } from '../../src/rtsp/real-clock.ts';
import { RtspServer } from '../../src/rtsp/rtsp-server.ts';
import { SourcePool } from '../../src/source/source-pool.ts';
import { missingCodecs } from '../support/missing-codecs.ts';
import { SCENE } from '../support/still-scene.ts';
import { missing, missingElements, run } from './programs.ts';
import { SILENT } from './scripted-server.ts';

const SMALL = { width: 320, height: 180 };
const FRAMES = 20;
/** Words of ffmpeg where UDP has lost packets, as it does on a busy machine. Such a run tells nothing of the pictures. */
const LOSS = /RTP: missed \d+ packets|max delay reached/;
const RUNS_MAX = 20;
/** Mean difference of a channel, of 255: the codecs differ by about 2, and people walk. */
const SAME_MAX = 5;
const OTHER_MIN = 15;

const skip = missingCodecs() || missing('ffmpeg');
const noGStreamer = missing('gst-launch-1.0') || missingElements('rtspsrc', 'rtpjpegdepay', 'jpegdec', 'pngenc');

/** The colour stream of a camera that hovers. */
const pool: SourcePool = new SourcePool({
  onDemand: (ids) => void (ids.length > 0 && pool.setScene(SCENE)),
  onPicture: () => {},
  onTruth: () => {},
  onCamera: () => {},
  onTrouble: (reason) => assert.fail(reason),
});
let server: RtspServer;
const folder = new TestFolder();

async function start(): Promise<void> {
  const stream = { id: 'color', isUp: true, controls: { zoom: 1 }, masks: [] };
  pool.configure({ cameraModel: 'Camera 1st Generation', seed: 1, streams: [stream] });
  server = await RtspServer.start({
    directory: pool,
    authentication: 'off',
    listeners: { rtsp: { host: '127.0.0.1', port: 0 } },
    udpPorts: 'any',
    clock: new RealClock(),
    log: SILENT,
  });
}

const url = (query = '') => `rtsp://127.0.0.1:${server.ports.rtsp}/color${query}`;

async function runs(name: string, ...words: readonly string[]): Promise<void> {
  const { code, output } = await run(name, words);
  assert.equal(code, 0, output);
}

/** Runs it until all packets have come. @returns its output */
async function ffmpeg(...words: readonly string[]): Promise<string> {
  for (let left = RUNS_MAX; ; left -= 1) {
    const { code, output } = await run('ffmpeg', ['-v', 'warning', ...words]);
    if (left > 1 && LOSS.test(output)) continue;
    assert.equal(code, 0, output);
    return output;
  }
}

/** A picture in a small size, three bytes for each point. */
async function small(...input: readonly string[]): Promise<Buffer> {
  const file = join(folder.path, 'picture.rgb');
  const { height, width } = SMALL;
  const output = ['-frames:v', '1', '-vf', `scale=${width}:${height}`, '-pix_fmt', 'rgb24', '-f', 'rawvideo', file];
  await ffmpeg('-y', ...input, ...output);
  return readFileSync(file);
}

const received = (query: string, transport = 'tcp') => small('-rtsp_transport', transport, '-i', url(query));

function difference(one: Buffer, other: Buffer): number {
  assert.equal(one.length, other.length);
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

async function isAsH264(picture: Buffer): Promise<void> {
  const other = await received('');
  assert.ok(difference(picture, other) < SAME_MAX, `${difference(picture, other)} of 255`);
  // The measure can tell pictures apart.
  assert.ok(difference(Buffer.from(picture).reverse(), other) > OTHER_MIN);
}

describe('programs that receive JPEG', { skip }, () => {
  before(start);
  after(async () => {
    await server[Symbol.asyncDispose]();
    pool.end();
    folder[Symbol.dispose]();
  });

  for (const transport of ['tcp', 'udp'] as const) {
    it(`ffmpeg decodes the pictures over ${transport.toUpperCase()}, the same as those of H.264`, async () => {
      const input = ['-xerror', '-rtsp_transport', transport, '-i', url('?video=jpeg')];
      const output = await ffmpeg('-stats', ...input, '-frames:v', String(FRAMES), '-f', 'null', '-');
      assert.equal([...output.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1], String(FRAMES), output);
      await isAsH264(await received('?video=jpeg', transport));
    });

    it(`GStreamer does over ${transport.toUpperCase()}`, { skip: noGStreamer }, async () => {
      const file = join(folder.path, 'picture.png');
      const source = ['rtspsrc', `location=${url('?video=jpeg')}`, 'latency=0', `protocols=${transport}`];
      const decode = ['rtpjpegdepay', '!', 'jpegdec', '!', 'videoconvert', '!', 'pngenc', 'snapshot=true'];
      await runs('gst-launch-1.0', ...source, '!', ...decode, '!', 'filesink', `location=${file}`);
      await isAsH264(await small('-i', file));
    });
  }
});
