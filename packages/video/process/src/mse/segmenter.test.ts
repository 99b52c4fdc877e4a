import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccessUnit } from '../access-unit.ts';
import { readBoxes } from '../fmp4/read-boxes.ts';
import { Segmenter } from './segmenter.ts';

const SPS = Uint8Array.of(0x67, 0x42, 0xc0, 0x1f, 1);
const OTHER_SPS = Uint8Array.of(0x67, 0x42, 0xc0, 0x28, 1);
const PPS = Uint8Array.of(0x68, 1);
const SIZE = { widthPx: 1280, heightPx: 720 };

const key = (rtpTime: number, sps = SPS): AccessUnit => ({
  nals: [sps, PPS, Uint8Array.of(0x65, 7, 7)],
  isKeyFrame: true,
  rtpTime,
  takenUs: 1e15,
  realTimeMs: 1e12,
});
const other = (rtpTime: number): AccessUnit => ({
  ...key(rtpTime),
  nals: [Uint8Array.of(0x41, 8)],
  isKeyFrame: false,
});

const start = () => new Segmenter({ size: SIZE, framesPerS: 30 });
const types = (bytes: Uint8Array | undefined) => (bytes ? readBoxes(bytes).map(({ type }) => type) : []);

describe('segments for a browser', () => {
  it('begin with a head that says the codec, and come one for each picture at once', () => {
    const segmenter = start();
    const first = segmenter.push(key(1000));
    assert.equal(first?.head?.codec, 'avc1.42C01F');
    assert.deepEqual([first?.head?.widthPx, first?.head?.heightPx, first?.head?.framesPerS], [1280, 720, 30]);
    assert.deepEqual(types(first?.head?.init), ['ftyp', 'free', 'moov']);
    assert.deepEqual(types(first?.bytes), ['prft', 'moof', 'mdat']);
    const second = segmenter.push(other(4000));
    assert.equal(second?.head, undefined);
    assert.deepEqual(types(second?.bytes), ['prft', 'moof', 'mdat']);
  });

  it('wait for a key frame', () => {
    assert.equal(start().push(other(1000)), undefined);
  });

  it('leave the parameter sets out of the pictures, because they are in the head', () => {
    const mdat = readBoxes(start().push(key(1000))?.bytes ?? new Uint8Array()).find(({ type }) => type === 'mdat');
    assert.equal(mdat?.content.length, 4 + 3);
  });

  it('have another head when the camera codes differently, and none when it says the same again', () => {
    const segmenter = start();
    segmenter.push(key(1000));
    assert.equal(segmenter.push(key(4000))?.head, undefined);
    assert.equal(segmenter.push(key(7000, OTHER_SPS))?.head?.codec, 'avc1.42C028');
  });

  it('never go back in time, whatever the clock of a camera does', () => {
    const segmenter = start();
    const decodeTime = (unit: AccessUnit) => {
      const bytes = segmenter.push(unit)?.bytes ?? new Uint8Array(32);
      return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(24));
    };
    assert.deepEqual([key(9000), other(12_000), other(5000), other(15_000)].map(decodeTime), [0, 3000, 3001, 6000]);
  });
});
