import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeFrame, type YuvFrame } from '@kitestring/video-scene/raster/canvas.ts';
import type { AccessUnit, EncodedSource, ParameterSets, VideoConsumer } from '../src/access-unit.ts';
import { H264Encoder } from '../src/encode/h264-encoder.ts';
import { loadNativeCodecs, type NativeCodecs } from '../src/encode/native-codecs.ts';
import { Fragmenter } from '../src/fmp4/fragmenter.ts';
import { RealClock } from '../src/rtsp/real-clock.ts';
import { RtspServer } from '../src/rtsp/rtsp-server.ts';
import { RawViewer, sessionOf } from './rtsp/raw-viewer.ts';
import { SILENT } from './rtsp/scripted-server.ts';
import { directory } from './rtsp/scripted-source.ts';

const codecs = await loadNativeCodecs().catch((reason: Error) => reason);
const skip = codecs instanceof Error ? `node-av is not there: ${codecs.message}` : false;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const SIZE = { widthPx: 320, heightPx: 240 };
const FRAMES_PER_S = 30;
const BIT_RATE_BPS = 4_000_000;
const WARM_UP = 1000;
/** Two and a half minutes of video: 75 MB. */
const PICTURES = 4500;
/** Bytes sent before each wait: less than a slow reader may leave unread. */
const AT_ONCE = 50;
const MIB = 2 ** 20;
/** One picture kept of each that passes would be 16 kB each, 75 MB in all. */
const MOST_GROWTH_MIB = 16;
/**
 * The allocator keeps some of what it was given back, once, at a time of its own; a packet of the codec kept of each picture would be 25 MB in
 * every third.
 */
const MOST_RESIDENT_GROWTH_MIB = 16;
const PARTS = 3;

/** Noise that no encoder makes small, a few pictures over and over. */
const NOISE: readonly YuvFrame[] = Array.from({ length: 4 }, (_, index) => {
  const frame = makeFrame(SIZE.widthPx, SIZE.heightPx);
  let state = index + 1;
  frame.luma.forEach((_value, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    frame.luma[at] = state >>> 24;
  });
  return frame;
});

/** Encodes pictures as fast as it is told to, in time stamps that run in real time. */
class HurriedSource implements EncodedSource {
  readonly id = 'zoom';
  readonly size = SIZE;
  readonly framesPerS = FRAMES_PER_S;
  encodedBytes = 0;
  readonly #encoder: H264Encoder;
  readonly #consumers = new Set<VideoConsumer>();
  #number = 0;
  #wantsKeyFrame = true;

  constructor(encoder: H264Encoder) {
    this.#encoder = encoder;
  }

  async parameterSets(): Promise<ParameterSets> {
    return this.#encoder.parameterSets;
  }

  attach(consumer: VideoConsumer): () => void {
    this.#consumers.add(consumer);
    return () => this.#consumers.delete(consumer);
  }

  requestKeyFrame(): void {
    this.#wantsKeyFrame = true;
  }

  show(): void {
    const number = this.#number++;
    const rtpTime = (number + 1) * (90_000 / FRAMES_PER_S);
    const encoded = this.#encoder.encode(NOISE[number % NOISE.length] as YuvFrame, rtpTime, this.#wantsKeyFrame);
    this.#wantsKeyFrame = false;
    for (const nal of encoded.nals) this.encodedBytes += nal.length;
    const realTimeMs = 1.7e12 + rtpTime / 90;
    const unit: AccessUnit = { ...encoded, rtpTime, realTimeMs, takenUs: realTimeMs * 1000 };
    for (const consumer of this.#consumers) consumer.onAccessUnit(unit);
  }
}

/** A viewer over TCP who reads everything and keeps nothing. */
async function watch(port: number, source: HurriedSource): Promise<RawViewer> {
  const viewer = await RawViewer.open(port);
  const Session = sessionOf(await viewer.setUp());
  const playing = viewer.ask('PLAY', '/zoom', { Session });
  while (viewer.responses.length < 2) {
    source.show();
    await new Promise(setImmediate);
  }
  await playing;
  viewer.socket.removeAllListeners('data').resume();
  return viewer;
}

async function flown(server: RtspServer, source: HurriedSource, pictures: number): Promise<void> {
  for (let left = pictures; left > 0; left -= AT_ONCE) {
    for (let count = 0; count < AT_ONCE; count += 1) source.show();
    while ((server.stats.sessions[0]?.tracks[0]?.backlogBytes ?? 0) > 0) await new Promise(setImmediate);
  }
}

async function memoryMib(): Promise<{ held: number; resident: number }> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  const { external, heapUsed, rss } = process.memoryUsage();
  return { held: (heapUsed + external) / MIB, resident: rss / MIB };
}

describe('thousands of pictures', { skip }, () => {
  it('are encoded, sent to a viewer and made into fragments without anything of them staying', async (t) => {
    const settings = { size: SIZE, framesPerS: FRAMES_PER_S, bitRateBps: BIT_RATE_BPS, preset: 'ultrafast' } as const;
    const encoder = await H264Encoder.open(codecs as NativeCodecs, settings);
    const source = new HurriedSource(encoder);
    const fragmenter = new Fragmenter({ sets: encoder.parameterSets, framesPerS: FRAMES_PER_S, fragmentS: 0.4 });
    let fragmentBytes = 0;
    source.attach({
      onAccessUnit: (unit) => {
        fragmentBytes += fragmenter.push(unit)?.length ?? 0;
      },
      onEnd: () => {},
    });
    const server = await RtspServer.start({
      directory: directory(new Set([source])),
      authentication: 'off',
      listeners: { rtsp: { host: '127.0.0.1', port: 0 } },
      udpPorts: 'off',
      clock: new RealClock(),
      log: SILENT,
    });
    t.after(() => server[Symbol.asyncDispose]());
    const viewer = await watch(server.ports.rtsp ?? 0, source);
    await flown(server, source, WARM_UP);
    const before = await memoryMib();
    const encodedBefore = source.encodedBytes;
    const residentMib = [before.resident];
    let heldMib = before.held;
    for (let part = 0; part < PARTS; part += 1) {
      await flown(server, source, PICTURES / PARTS);
      const { held, resident } = await memoryMib();
      heldMib = held;
      residentMib.push(resident);
    }
    const passedMib = (source.encodedBytes - encodedBefore) / MIB;
    const heldMoreMib = heldMib - before.held;
    const residentMoreMib = residentMib.slice(1).map((resident, part) => resident - (residentMib[part] ?? 0));
    const parts = residentMoreMib.map((more) => more.toFixed(1)).join(', ');
    t.diagnostic(`${passedMib.toFixed(0)} MiB passed; held ${heldMoreMib.toFixed(1)}, resident ${parts} MiB more`);
    // Otherwise the bounds below would find nothing.
    assert.ok(passedMib > 4 * MOST_GROWTH_MIB && fragmentBytes > source.encodedBytes * 0.9);
    const [track] = server.stats.sessions[0]?.tracks ?? [];
    assert.equal(track?.framesSkipped, 0);
    assert.ok((track?.bytes ?? 0) > passedMib * MIB);
    assert.ok(heldMoreMib < MOST_GROWTH_MIB, `${heldMoreMib} MiB are held`);
    assert.ok(Math.min(...residentMoreMib) < MOST_RESIDENT_GROWTH_MIB, `${parts} MiB more are resident`);
    const closed = once(viewer.socket, 'close');
    viewer.destroy();
    await closed;
    encoder.close();
  });
});
