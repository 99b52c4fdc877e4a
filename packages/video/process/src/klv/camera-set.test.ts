import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { type CameraFacts, cameraSet } from './camera-set.ts';

const FACTS: CameraFacts = {
  timeUs: 1e15,
  platformName: 'Kite',
  sensorName: 'zoom',
  headingDeg: 350,
  position: { latDeg: 46.5, lonDeg: 11.35, elevationM: 300 },
  heightM: 30,
  panDeg: 370,
  tiltDeg: 45,
  rollDeg: 0,
  horizontalFovDeg: 90,
  verticalFovDeg: 60,
};

describe('the set of a camera', () => {
  it('counts its angles from the nose of the aircraft, negative below the horizon', () => {
    const { platformHeadingDeg, relativeAzimuthDeg, relativeElevationDeg } = cameraSet(FACTS);
    assert.deepEqual([platformHeadingDeg, relativeAzimuthDeg, relativeElevationDeg], [350, 20, -45]);
  });

  it('knows where the middle of the picture is on the ground', () => {
    const set = cameraSet({ ...FACTS, panDeg: 90 });
    near(set.slantRangeM, 30 * Math.SQRT2, 1e-9);
    near(set.targetWidthM, 60 * Math.SQRT2, 1e-9);
    near(set.frameCentreLatDeg, 46.5, 1e-12);
    // A degree of longitude at 46.5 North has 76.77 km.
    near(set.frameCentreLonDeg, 11.35 + 30 / 76_770, 1e-7);
    near(set.frameCentreElevationM, 270, 1e-9);
  });

  it('says nothing about the ground when it may look into the sky, or does not know how high it is', () => {
    for (const facts of [
      { ...FACTS, tiltDeg: 0 },
      { ...FACTS, tiltDeg: -11 },
      { ...FACTS, heightM: 0 },
    ]) {
      const set = cameraSet(facts);
      assert.deepEqual([set.slantRangeM, set.frameCentreLatDeg], [undefined, undefined]);
    }
  });

  it('leaves out heading and position while they are not known', () => {
    const { headingDeg: _heading, position: _position, ...rest } = FACTS;
    const set = cameraSet(rest);
    assert.deepEqual(
      [set.platformHeadingDeg, set.relativeAzimuthDeg, set.sensorLatDeg],
      [undefined, undefined, undefined],
    );
    near(set.slantRangeM, 42.43, 0.01);
  });
});
