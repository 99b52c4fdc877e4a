import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RAD_PER_DEG } from '@kitestring/base/angles.ts';
import { GIMBAL_DEVICE_FLAGS } from '@kitestring/mavlink-codec/enums.ts';
import { gimbalAttitude } from './gimbal-attitude.ts';

const { PITCH_LOCK, ROLL_LOCK, YAW_IN_EARTH_FRAME, YAW_IN_VEHICLE_FRAME, YAW_LOCK } = GIMBAL_DEVICE_FLAGS;
const LOCKS = PITCH_LOCK | ROLL_LOCK;

/** w, x, y, z of yaw, then pitch, then roll. */
function quaternion(yawDeg: number, pitchDeg: number, rollDeg = 0): number[] {
  const [y, p, r] = [yawDeg, pitchDeg, rollDeg].map((deg) => (deg * RAD_PER_DEG) / 2) as [number, number, number];
  return [
    Math.cos(r) * Math.cos(p) * Math.cos(y) + Math.sin(r) * Math.sin(p) * Math.sin(y),
    Math.sin(r) * Math.cos(p) * Math.cos(y) - Math.cos(r) * Math.sin(p) * Math.sin(y),
    Math.cos(r) * Math.sin(p) * Math.cos(y) + Math.sin(r) * Math.cos(p) * Math.sin(y),
    Math.cos(r) * Math.cos(p) * Math.sin(y) - Math.sin(r) * Math.sin(p) * Math.cos(y),
  ];
}

const rounded = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * 1000) / 1000);

/** Yaw 20 as reported, by flags, offset of the frames in degrees, and heading. */
function yaws(flags: number, deltaDeg: number, headingDeg?: number) {
  const fields = { q: quaternion(20, -30), flags: flags | LOCKS, delta_yaw: deltaDeg * RAD_PER_DEG };
  const attitude = gimbalAttitude(fields, headingDeg);
  return [rounded(attitude?.vehicleYawDeg), rounded(attitude?.azimuthDeg)];
}

const TABLE: readonly (readonly [
  what: string,
  flags: number,
  deltaDeg: number,
  headingDeg: number | undefined,
  vehicle: number | undefined,
  azimuth: number | undefined,
])[] = [
  ['a yaw in the vehicle frame, and the heading', YAW_IN_VEHICLE_FRAME, 0, 350, 20, 10],
  ['a yaw in the vehicle frame, and no heading', YAW_IN_VEHICLE_FRAME, 0, undefined, 20, undefined],
  ['a yaw in the earth frame, and the heading', YAW_IN_EARTH_FRAME, 0, 350, 30, 20],
  ['a yaw in the earth frame, and no heading', YAW_IN_EARTH_FRAME, 0, undefined, undefined, 20],
  ['the offset of the frames before the heading', YAW_IN_VEHICLE_FRAME, 90, 350, 20, 110],
  ['an unknown offset, and the heading', YAW_IN_VEHICLE_FRAME, Number.NaN, 350, 20, 10],
  ['the frame before the lock', YAW_IN_VEHICLE_FRAME | YAW_LOCK, 0, 350, 20, 10],
  ['a lock without a frame, as the earth frame', YAW_LOCK, 0, 350, 30, 20],
  ['neither of them, as the vehicle frame', 0, 0, 350, 20, 10],
  ['both frames at once, as an unknown one', YAW_IN_VEHICLE_FRAME | YAW_IN_EARTH_FRAME, 90, 350, undefined, undefined],
];

describe('the attitude of a gimbal', () => {
  for (const [what, flags, deltaDeg, headingDeg, vehicle, azimuth] of TABLE) {
    it(`is read from ${what}`, () => assert.deepEqual(yaws(flags, deltaDeg, headingDeg), [vehicle, azimuth]));
  }

  it('has pitch and roll of any quaternion, also a slightly wrong one', () => {
    const q = quaternion(170, -80, 15).map((part) => part * 1.1);
    const attitude = gimbalAttitude({ q, flags: YAW_IN_VEHICLE_FRAME, delta_yaw: 0 }, 30);
    const { azimuthDeg, pitchDeg, rollDeg, vehicleYawDeg } = attitude ?? assert.fail();
    assert.deepEqual([pitchDeg, rollDeg, vehicleYawDeg, azimuthDeg].map(rounded), [-80, 15, 170, 200]);
  });

  it('is unknown where the device sends no attitude', () => {
    for (const q of [[Number.NaN, 0, 0, 0], [0, 0, 0, 0], []]) {
      assert.equal(gimbalAttitude({ q, flags: YAW_IN_EARTH_FRAME, delta_yaw: 0 }, 0), undefined);
    }
  });
});
