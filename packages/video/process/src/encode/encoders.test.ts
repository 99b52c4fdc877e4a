import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeFrame } from '@kitestring/video-scene/raster/canvas.ts';
import { readSequenceParameters } from '../ingest/sequence-parameters.ts';
import { H264Encoder } from './h264-encoder.ts';
import { h264SettingsFor } from './h264-settings.ts';
import { JpegEncoder } from './jpeg-encoder.ts';
import { NAL, nalType } from './nal-units.ts';
import { loadNativeCodecs, type NativeCodecs } from './native-codecs.ts';

const codecs = await loadNativeCodecs().catch((reason: Error) => reason);
const skip = codecs instanceof Error ? `node-av is not there: ${codecs.message}` : false;
const native = codecs as NativeCodecs;

const SIZE = { widthPx: 160, heightPx: 96 };

/** A picture that differs with its number. */
function picture(number: number) {
  const frame = makeFrame(SIZE.widthPx, SIZE.heightPx);
  frame.luma.forEach((_, at) => {
    frame.luma[at] = 16 + ((at + number * 7) % 200);
  });
  frame.cb.fill(100);
  frame.cr.fill(150);
  return frame;
}

describe('the H.264 encoder', { skip }, () => {
  it('knows its parameter sets before the first picture, and repeats them before each key frame', async () => {
    const encoder = await H264Encoder.open(native, h264SettingsFor(SIZE, 30));
    const { sps, pps } = encoder.parameterSets;
    // Profile 66 with constraints 0 and 1: constrained baseline.
    assert.deepEqual([sps[0], sps[1], (sps[2] ?? 0) & 0xc0], [0x67, 66, 0xc0]);
    const first = encoder.encode(picture(0), 3000, false);
    assert.equal(first.isKeyFrame, true);
    assert.deepEqual(first.nals.map(nalType), [NAL.sps, NAL.pps, NAL.keySlice]);
    assert.deepEqual(Buffer.from(first.nals[0] ?? []), Buffer.from(sps));
    assert.deepEqual(Buffer.from(first.nals[1] ?? []), Buffer.from(pps));
    encoder.close();
  });

  it('encodes what is drawn into its own memory as it does a copy', async () => {
    const [copying, direct] = await Promise.all([1, 2].map(() => H264Encoder.open(native, h264SettingsFor(SIZE, 30))));
    assert.ok(copying !== undefined && direct !== undefined);
    for (const number of [0, 1, 2]) {
      const { height, luma, cb, cr, lumaStride, chromaStride, width } = direct.picture;
      for (let row = 0; row < height; row += 1) {
        luma.set(picture(number).luma.subarray(row * width, (row + 1) * width), row * lumaStride);
      }
      for (const plane of [cb, cr]) plane.fill(plane === cb ? 100 : 150, 0, (height / 2) * chromaStride);
      const rtpTime = 3000 * (number + 1);
      assert.deepEqual(
        direct.encode(direct.picture, rtpTime, false),
        copying.encode(picture(number), rtpTime, false),
        `picture ${number}`,
      );
    }
    copying.close();
    direct.close();
  });

  it('gives one picture for each at once, and a key frame when asked', async () => {
    const encoder = await H264Encoder.open(native, h264SettingsFor(SIZE, 30));
    const keys = [0, 1, 2, 3, 4].map((n) => encoder.encode(picture(n), (n + 1) * 3000, n === 3).isKeyFrame);
    assert.deepEqual(keys, [true, false, false, true, false]);
    encoder.close();
  });

  it('gives a key frame every 2 s by time, however few pictures there are', async () => {
    for (const framesPerS of [30, 3]) {
      const encoder = await H264Encoder.open(native, h264SettingsFor(SIZE, 30));
      const keysAtS = Array.from({ length: framesPerS * 6 + 1 }, (_, n) => n / framesPerS).filter(
        (atS, n) => encoder.encode(picture(n), 3000 + Math.round(atS * 90_000), false).isKeyFrame,
      );
      assert.deepEqual(keysAtS.map(Math.round), [0, 2, 4, 6], `${framesPerS} pictures a second`);
      encoder.close();
    }
  });

  it('promises no fixed rate, in the description and before each key frame', async () => {
    for (const [widthPx, heightPx] of [
      [1920, 1080],
      [1280, 720],
      [640, 512],
      [320, 240],
    ] as const) {
      const encoder = await H264Encoder.open(native, h264SettingsFor({ widthPx, heightPx }, 30));
      const [inBand] = encoder.encode(makeFrame(widthPx, heightPx), 3000, false).nals;
      for (const sps of [encoder.parameterSets.sps, inBand ?? new Uint8Array()]) {
        const colour = { primaries: 1, transfer: 1, matrix: 1, isFullRange: false };
        const read = { size: { widthPx, heightPx }, framesPerS: 30, isRateFixed: false, colour };
        assert.deepEqual(readSequenceParameters(sps), read);
      }
      encoder.close();
    }
  });

  it('has pictures with a stride of their own', async () => {
    const encoder = await H264Encoder.open(native, h264SettingsFor({ widthPx: 162, heightPx: 98 }, 30));
    assert.equal(encoder.encode(makeFrame(162, 98), 3000, false).isKeyFrame, true);
    encoder.close();
  });

  it('does not encode the noise of a still picture, only because the bit rate would allow it', async () => {
    const encoder = await H264Encoder.open(native, h264SettingsFor(SIZE, 30));
    const still = picture(0);
    let bits = 0;
    for (let index = 0; index < 60; index += 1) {
      const luma = still.luma.map((value, at) => value + ((at * 7919 + index * 104_729) % 3) - 1);
      const { nals } = encoder.encode({ ...still, luma }, 1 + index * 3000, false);
      if (index >= 30) bits += nals.reduce((sum, nal) => sum + 8 * nal.length, 0);
    }
    encoder.close();
    const { bitRateBps } = h264SettingsFor(SIZE, 30);
    assert.ok(bits < 0.1 * bitRateBps, `${bits} bits in a second of at most ${bitRateBps}`);
  });

  it('survives being opened and closed again and again, with every picture of its own memory', async () => {
    const kept: Uint8Array[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const encoder = await H264Encoder.open(native, h264SettingsFor(SIZE, 30));
      kept.push(...encoder.encode(picture(turn), 3000, false).nals);
      encoder.close();
    }
    assert.equal(kept.filter((nal) => nalType(nal) === NAL.keySlice).length, 12);
  });
});

describe('the JPEG encoder', { skip }, () => {
  it('gives whole JPEG files, one after the other', async () => {
    const encoder = await JpegEncoder.open(native, SIZE);
    for (const number of [1, 2]) {
      const jpeg = encoder.encode(picture(number));
      assert.deepEqual([...jpeg.subarray(0, 2), ...jpeg.subarray(-2)], [0xff, 0xd8, 0xff, 0xd9]);
    }
    encoder.close();
  });
});

describe('bit rate and effort', () => {
  it('follow the size', () => {
    const of = (widthPx: number, heightPx: number, framesPerS: number) => {
      const { bitRateBps, preset } = h264SettingsFor({ widthPx, heightPx }, framesPerS);
      return [Math.round(bitRateBps / 1e5) / 10, preset];
    };
    assert.deepEqual(of(1920, 1080, 15), [4.5, 'ultrafast']);
    assert.deepEqual(of(1280, 720, 30), [4, 'ultrafast']);
    assert.deepEqual(of(640, 512, 30), [1.4, 'superfast']);
    assert.deepEqual(of(320, 240, 30), [0.4, 'superfast']);
    assert.deepEqual(of(1920, 1080, 60), [6, 'ultrafast']);
  });
});
