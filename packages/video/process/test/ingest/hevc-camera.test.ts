import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { freePort } from '@kitestring/lab-testing/free-port.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import fc from 'fast-check';
import { type AccessUnit, codecOf } from '../../src/access-unit.ts';
import { nalSyntax } from '../../src/encode/nal-syntax.ts';
import { withTimeStamp } from '../../src/encode/time-stamp.ts';
import { readHevcParameters } from '../../src/ingest/hevc-parameters.ts';
import { SequenceFault } from '../../src/ingest/picture-format.ts';
import { readSessionDescription } from '../../src/ingest/read-session-description.ts';
import { ReceivedPictures } from '../../src/ingest/received-pictures.ts';
import { Segmenter } from '../../src/mse/segmenter.ts';
import { Recorder } from '../../src/record/recorder.ts';
import { Depacketiser } from '../../src/rtp/depacketiser.ts';
import { packetise } from '../../src/rtp/packetiser.ts';
import { SourcePool } from '../../src/source/source-pool.ts';
import { TsMuxer } from '../../src/ts/ts-muxer.ts';
import { missing, run } from '../rtsp/programs.ts';
import { clipUnit, HEVC_FILM } from '../support/clip.ts';
import { demuxed } from '../support/demuxed.ts';
import { missingCodecs } from '../support/missing-codecs.ts';
import { ClipCamera } from './clip-camera.ts';
import { PATIENT, WatchedCamera } from './watched-camera.ts';

const SEED = Date.now() % 2 ** 31;
const { pictures: FILM, sets: SETS } = HEVC_FILM;
const SIZE = { widthPx: 160, heightPx: 120 };
/** As ffprobe and mediabunny name what the film is. */
const CODEC = 'hvc1.1.6.L60.90';

const hex = (nals: readonly Uint8Array[]): string => nals.map((nal) => Buffer.from(nal).toString('hex')).join(' ');
const { typeOf } = nalSyntax('H.265');
const unit = (index: number): AccessUnit => clipUnit(index, undefined, index, HEVC_FILM);
const camera = () => ClipCamera.start(0, { udpPorts: 'any' }, HEVC_FILM);

describe('a real camera that sends H.265', () => {
  for (const scheme of ['rtsp:', 'rtspu:']) {
    it(`gives its pictures on as they are, by ${scheme}`, async () => {
      await using film = await camera();
      using watched = new WatchedCamera(film.url.replace('rtsp:', scheme), PATIENT);
      await watched.until(() => watched.units.length >= 40);
      assert.deepEqual(watched.states, [
        { state: 'connecting' },
        { state: 'live', size: SIZE, codec: 'H.265', framesPerS: 30 },
      ]);
      const sent = FILM.map(hex);
      const begin = sent.indexOf(hex(watched.units[0]?.nals ?? []));
      assert.ok(watched.units[0]?.isKeyFrame && begin >= 0);
      for (const [index, { codec, isKeyFrame, nals }] of watched.units.entries()) {
        assert.equal(hex(nals), sent[(begin + index) % sent.length]);
        assert.deepEqual([codec, isKeyFrame], ['H.265', (begin + index) % 15 === 0]);
      }
      assert.equal(codecOf(await watched.source.parameterSets()), 'H.265');
    });
  }

  it('is recorded as hvc1 with its sets in the head, and the time in each picture', async () => {
    await using film = await camera();
    using watched = new WatchedCamera(film.url, PATIENT);
    using folder = new TestFolder();
    await watched.until(() => watched.units.length > 0);
    const before = watched.units.length;
    await using recording = record(watched, folder.path);
    await watched.until(() => watched.units.length > before + 45);
    await recording.stop();
    const path = folder.file('main.mp4');
    const { codec, heightPx, pictures, widthPx } = await demuxed(path);
    // The library calls both kinds so; they differ in where the sets are.
    assert.deepEqual({ codec, heightPx, widthPx }, { codec: CODEC.replace('hvc1', 'hev1'), ...SIZE });
    assert.ok(pictures.length >= 30);
    const bytes = readFileSync(path);
    assert.ok(bytes.includes('hvc1') && bytes.includes('hvcC'));
    assert.ok(!bytes.includes('avc1'), 'no brand of H.264');
    const stamp = Buffer.from('MISPmicrosectime');
    for (const picture of pictures.map(({ bytes }) => Buffer.from(bytes))) {
      assert.ok(picture.includes(stamp) && !picture.includes(SETS.sps), 'the time, and no sets, which are in the head');
    }
  });

  it('gives a still', { skip: missingCodecs() }, async () => {
    await using film = await camera();
    const live = Promise.withResolvers<void>();
    const pool = new SourcePool({
      onDemand: () => {},
      onPicture: () => {},
      onCamera: (_, { state }) => state === 'live' && live.resolve(),
      onTruth: () => {},
      onTrouble: assert.fail,
    });
    try {
      const target = { url: film.url, checksCertificate: true };
      const streams = [{ id: 'color', isUp: true, controls: { zoom: 1 }, masks: [], camera: target }];
      pool.configure({ cameraModel: 'Camera 1st Generation', seed: 1, streams });
      await live.promise;
      const { jpeg } = await pool.snapshot('color', undefined);
      assert.deepEqual([...jpeg.subarray(0, 3)], [0xff, 0xd8, 0xff]);
    } finally {
      pool.end();
    }
  });

  it('in place of H.264 ends the stream for who watches, and is recorded in a file of its own', async () => {
    const port = await freePort();
    const limits = { ...PATIENT.limits, graceMs: 3_600_000, retryMs: { first: 50, most: 200, hopeless: 200 } };
    const before = await ClipCamera.start(port);
    using watched = new WatchedCamera(before.url, { limits });
    using folder = new TestFolder();
    await using recording = record(watched, folder.path);
    await watched.until(() => watched.units.length > 10 && recording.hasBegun);
    await before[Symbol.asyncDispose]();
    await watched.until(() => watched.reason !== undefined);
    await using _after = await ClipCamera.start(port, {}, HEVC_FILM);
    await watched.until(() => watched.ends === 1);
    const seen = watched.units.length;
    watched.watch();
    await watched.until(() => watched.units.length > seen + 40);
    await recording.stop();
    const codecs = await Promise.all(['main.mp4', 'main-2.mp4'].map((name) => demuxed(folder.file(name))));
    assert.deepEqual(
      codecs.map(({ codec }) => codec?.slice(0, 4)),
      ['avc1', 'hev1'],
    );
  });
});

const READERS: Readonly<Record<string, (url: string) => readonly string[]>> = {
  ffprobe: (url) => [
    ...[
      '-v',
      'error',
      '-rtsp_transport',
      'tcp',
      '-count_frames',
      '-read_intervals',
      '%+#45',
      '-of',
      'default=nk=1:nw=1',
    ],
    ...['-show_entries', 'stream=codec_name,profile,width,height,nb_read_frames', url],
  ],
  ffmpeg: (url) => [
    '-v',
    'error',
    '-xerror',
    '-rtsp_transport',
    'udp',
    '-i',
    url,
    '-frames:v',
    '30',
    '-f',
    'null',
    '-',
  ],
  'gst-launch-1.0': (url) => [
    ...['-q', 'rtspsrc', `location=${url}`, '!', 'rtph265depay', '!', 'h265parse', '!', 'avdec_h265', '!'],
    ...['fakesink', 'num-buffers=30'],
  ],
};

/** A recording of this camera. */
function record(watched: WatchedCamera, folder: string) {
  const ended = Promise.withResolvers<void>();
  const recording = {
    hasBegun: false,
    stop: async () => {
      await recorder.stop();
      await ended.promise;
    },
    [Symbol.asyncDispose]: () => recorder.stop(),
  };
  const recorder = new Recorder({
    directory: { find: () => watched.source, list: () => [watched.source] },
    report: ({ what }) => {
      if (what === 'begun') recording.hasBegun = true;
      else ended.resolve();
    },
    nowMs: () => performance.now(),
    textAt: () => undefined,
  });
  recorder.handle({ act: 'start', recordingId: 'one', folder, tracks: [{ streamId: 'color', fileId: 'main.mp4' }] });
  return recording;
}

describe('pictures of H.265', () => {
  it('are in a transport stream as what they are, each with a delimiter', async () => {
    using folder = new TestFolder();
    const muxer = new TsMuxer();
    const path = folder.file('hevc.ts');
    writeFileSync(path, Buffer.concat(FILM.map((_, index) => muxer.picture(unit(index)))));
    const { codec, pictures } = await demuxed(path);
    assert.match(codec ?? '', /^hev1\.1\.6\.L60|^hvc1\.1\.6\.L60/);
    assert.deepEqual([pictures.length, pictures.filter(({ isKey }) => isKey).length], [30, 2]);
    assert.ok(pictures.every(({ bytes }) => bytes.indexOf(0x46) <= 4));
  });

  it('are segments for browsers under a codec string by which those know whether they can', () => {
    const segmenter = new Segmenter({ size: SIZE, framesPerS: 30 });
    assert.equal(segmenter.push(unit(1)), undefined);
    const { head } = segmenter.push(unit(0)) ?? {};
    assert.equal(head?.codec, CODEC);
    assert.equal(segmenter.push(unit(1))?.head, undefined);
  });

  it('have the time at which they were taken before their first slice', () => {
    const nals = withTimeStamp(unit(0), 1);
    assert.deepEqual(nals.map(typeOf), [32, 33, 34, 39, 20, 20]);
  });

  it('come out of RTP as they went in, whatever the sizes', (t) => {
    t.diagnostic(`seed ${SEED}`);
    const anyNal = fc
      .tuple(fc.constantFrom(0x02, 0x28, 0x40, 0x42, 0x44, 0x4e), fc.uint8Array({ minLength: 1, maxLength: 400 }))
      .map(([first, rest]) => Uint8Array.of(first, 1, ...rest));
    const property = fc.property(
      fc.array(anyNal, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 5, max: 200 }),
      (nals, maxBytes) => {
        const payloads = packetise(nals, maxBytes, 'H.265').map(({ body, prefix }) => Buffer.concat([prefix, body]));
        assert.ok(payloads.every(({ length }) => length <= maxBytes));
        const depacketiser = new Depacketiser('H.265');
        const pictures = payloads.flatMap((payload, sequence) => {
          const marker = sequence === payloads.length - 1;
          return depacketiser.push({ payload, marker, sequence, payloadType: 96, timestamp: 1, ssrc: 1 });
        });
        assert.deepEqual(
          pictures.map((picture) => hex(picture.nals)),
          [hex(nals)],
        );
      },
    );
    fc.assert(property, { numRuns: 300, seed: SEED });
  });

  it('have a parameter set that is read or refused in one sentence, and never anything else', (t) => {
    t.diagnostic(`seed ${SEED}`);
    const damaged = fc.tuple(fc.nat(SETS.sps.length - 1), fc.nat(255)).map(([at, value]) => SETS.sps.with(at, value));
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 1200 })), (sps) => {
        try {
          const { heightPx, widthPx } = readHevcParameters(sps).size;
          assert.ok([heightPx, widthPx].every((px) => px >= 16 && px <= 8192));
        } catch (fault) {
          if (!(fault instanceof SequenceFault)) throw fault;
        }
      }),
      { numRuns: 2000, seed: SEED },
    );
  });

  it('are taken from the base layer only, and never with more sets than a camera has', () => {
    const received = new ReceivedPictures({}, 'H.265');
    const [vps, sps, pps, ...slices] = FILM[0] ?? [];
    const layered = Uint8Array.of(0x03, 0x09, 0xff, 0xff);
    const many = Array.from({ length: 400 }, (_, id) => Uint8Array.of(0x44, 1, 0, 0, 2 + (id >> 8), id & 0xff, 1));
    const nals = [vps, sps, pps, ...many, layered, ...slices].map((nal) => Buffer.from(nal ?? []));
    const outcome = received.take({ nals, rtpTimestamp: 1 });
    assert.ok(outcome.kind === 'picture' && outcome.picture.isKeyFrame);
    assert.ok(!hex(outcome.picture.nals).includes(hex([layered])));
  });
});

describe('other programs read H.265 from the station', () => {
  for (const [program, args] of Object.entries(READERS)) {
    it(`${program} over RTSP`, { skip: missing(program) }, async () => {
      await using film = await camera();
      const { code, output } = await run(program, args(film.url), 30_000);
      assert.equal(code, 0, output);
      if (program === 'ffprobe') assert.deepEqual(output.trim().split(/\s+/), ['hevc', 'Main', '160', '120', '45']);
    });
  }
});

describe('a description with H.265', () => {
  const base64 = (set: Uint8Array | undefined): string => Buffer.from(set ?? []).toString('base64');
  const sdp = (...lines: readonly string[]): string => ['v=0', 'm=video 0 RTP/AVP 98', ...lines].join('\r\n');
  const sprops = `sprop-vps=${base64(SETS.vps)}; sprop-sps=${base64(SETS.sps)};sprop-pps=${base64(SETS.pps)}`;

  it('gives its three kinds of parameter sets', () => {
    const { codec, payloadType, sets } = readSessionDescription(
      sdp('a=rtpmap:98 H265/90000', `a=fmtp:98 profile-id=1;${sprops}`),
    );
    assert.deepEqual([codec, payloadType], ['H.265', 98]);
    assert.deepEqual(sets, Object.fromEntries(Object.entries(SETS).map(([name, set]) => [name, Buffer.from(set)])));
  });

  it('and H.264 is taken as H.264, which every viewer shows', () => {
    const both = sdp('a=rtpmap:98 H265/90000', 'm=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000');
    assert.equal(readSessionDescription(both).codec, 'H.264');
  });

  it('in another order than that of decoding is refused', () => {
    const interleaved = sdp('a=rtpmap:98 H265/90000', 'a=fmtp:98 sprop-max-don-diff=2');
    assert.throws(() => readSessionDescription(interleaved), /it sends H\.265 interleaved \(sprop-max-don-diff\)/);
  });
});
