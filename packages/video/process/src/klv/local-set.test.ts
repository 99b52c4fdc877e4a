import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checksum,
  decodedNumber,
  encodedNumber,
  type LocalSetNumber,
  localSet,
  UAS_LOCAL_SET_KEY,
} from './local-set.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/* The examples of MISB ST 0601: value and bytes. */
const PUBLISHED: readonly (readonly [LocalSetNumber, number, string])[] = [
  ['platformHeadingDeg', 159.974365, '71c2'],
  ['platformPitchDeg', -0.431531724, 'fd3d'],
  ['platformRollDeg', 3.40586566, '08b8'],
  ['sensorLatDeg', 60.176822966978335, '5595b66d'],
  ['sensorLonDeg', 128.426759042045, '5b5360c4'],
  ['sensorAltitudeM', 14190.7195, 'c221'],
  ['horizontalFovDeg', 144.571298, 'cd9c'],
  ['verticalFovDeg', 152.643626, 'd917'],
  ['relativeAzimuthDeg', 160.719211474396, '724a0a20'],
  ['relativeElevationDeg', -168.792324833941, '87f84b86'],
  ['relativeRollDeg', 176.865437690572, '7dc55ece'],
  ['slantRangeM', 68590.983298744, '03830926'],
  ['targetWidthM', 722.819867, '1281'],
  ['frameCentreLatDeg', -10.542388633146132, 'f101a229'],
  ['frameCentreLonDeg', 29.15789012292302, '14bc082b'],
  ['frameCentreElevationM', 3216.03723, '34f3'],
];

describe('numbers of the local set', () => {
  for (const [name, value, bytes] of PUBLISHED) {
    it(`${name} ${value} is ${bytes}, as published`, () => {
      assert.equal(hex(encodedNumber(name, value)), bytes);
      const decoded = decodedNumber(name, Uint8Array.from(Buffer.from(bytes, 'hex'))) ?? Number.NaN;
      assert.ok(Math.abs(decoded / value - 1) < 1e-6, `${decoded}`);
    });
  }

  it('say that they are out of range where they can, and stop at its end where they cannot', () => {
    assert.equal(hex(encodedNumber('platformPitchDeg', 20.1)), '8000');
    assert.equal(hex(encodedNumber('platformPitchDeg', 20)), '7fff');
    assert.equal(hex(encodedNumber('sensorLatDeg', -90)), '80000001');
    assert.equal(hex(encodedNumber('sensorAltitudeM', -2000)), '0000');
    assert.equal(hex(encodedNumber('slantRangeM', 1e9)), 'ffffffff');
    assert.equal(decodedNumber('platformPitchDeg', Uint8Array.of(0x80, 0)), undefined);
  });
});

/** Tags and values of a packet. */
function read(packet: Uint8Array): { tags: number[]; value: (tag: number) => string } {
  assert.deepEqual(packet.subarray(0, 16), UAS_LOCAL_SET_KEY);
  const isLong = (packet[16] ?? 0) === 0x81;
  const from = isLong ? 18 : 17;
  assert.equal(packet[isLong ? 17 : 16], packet.length - from);
  const items = new Map<number, string>();
  for (let at = from; at < packet.length; ) {
    const length = packet[at + 1] ?? 0;
    items.set(packet[at] ?? 0, hex(packet.subarray(at + 2, at + 2 + length)));
    at += 2 + length;
  }
  return { tags: [...items.keys()], value: (tag) => items.get(tag) ?? '' };
}

describe('a packet of the local set', () => {
  const all = Object.fromEntries(PUBLISHED.map(([name, value]) => [name, value]));

  it('begins with the time, ends with the checksum, and has everything once', () => {
    const packet = localSet({ timeUs: 0x459f4a6aa4aa8, missionId: 'MISSION01', ...all });
    const { tags, value } = read(packet);
    assert.deepEqual(tags, [2, 3, 5, 6, 7, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 65, 1]);
    assert.equal(value(2), '000459f4a6aa4aa8');
    assert.equal(value(3), '4d495353494f4e3031');
    assert.equal(value(1), checksum(packet.subarray(0, -2)).toString(16).padStart(4, '0'));
  });

  it('leaves out what is not known', () => {
    const { tags } = read(localSet({ timeUs: 1, sensorLatDeg: Number.NaN, platformHeadingDeg: 3 }));
    assert.deepEqual(tags, [2, 5, 65, 1]);
  });

  it('has a checksum that notices each changed bit', () => {
    const packet = localSet({ timeUs: 1e15, ...all });
    const right = checksum(packet.subarray(0, -2));
    for (let index = 0; index < packet.length - 2; index++) {
      const changed = Uint8Array.from(packet);
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      assert.notEqual(checksum(changed.subarray(0, -2)), right);
    }
  });
});
