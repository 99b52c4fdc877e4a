import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import type { View } from '@kitestring/station-contract/camera/pinhole.ts';
import { aimedMark, followed, horizonIn, stripMiddle, tapeMark, tapeTicks } from './overlay-geometry.ts';

const LEVEL: View = { panDeg: 30, tiltDeg: 0, rollDeg: 0, horizontalDeg: 90, verticalDeg: 60 };

const LETTERS = { N: 'N', E: 'O', S: 'S', W: 'W' };

describe('the heading tape', () => {
  it('has a tick each five degrees, a label each thirty, letters for the four points', () => {
    const ticks = tapeTicks(90, 120, LETTERS);
    assert.equal(ticks.length, 25);
    assert.deepEqual(
      ticks.filter(({ label }) => label !== undefined).map(({ atDeg, label }) => [atDeg, label]),
      [
        [30, '030'],
        [60, '060'],
        [90, 'O'],
        [120, '120'],
        [150, '150'],
      ],
    );
  });

  it('runs over North without a jump: ticks keep their places', () => {
    const before = tapeTicks(359, 60, LETTERS);
    const after = tapeTicks(361, 60, LETTERS);
    const label = (ticks: typeof before, atDeg: number) => ticks.find((tick) => tick.atDeg === atDeg)?.label;
    assert.equal(label(before, 360), 'N');
    assert.equal(label(after, 360), 'N');
    assert.equal(label(after, 390), '030');
    assert.equal(label(tapeTicks(-5, 60, LETTERS), -30), '330');
  });

  it('draws its strip anew only every sixty degrees', () => {
    assert.equal(stripMiddle(29), 0);
    assert.equal(stripMiddle(31), 60);
    assert.equal(stripMiddle(400), 420);
    assert.equal(stripMiddle(-40), -60);
  });

  it('goes on from where it was', () => {
    assert.equal(followed(undefined, -10), 350);
    assert.equal(followed(359, -179), 181);
    assert.equal(followed(359, 2), 362);
    assert.equal(followed(721, 359), 719);
  });

  it('has the Kite’s heading where it is, or at the end that is nearer to it', () => {
    assert.deepEqual(tapeMark(350, 10, 120), { offsetDeg: 20, isBeyond: false });
    assert.deepEqual(tapeMark(0, 100, 120), { offsetDeg: 60, isBeyond: true });
    assert.deepEqual(tapeMark(0, -100, 120), { offsetDeg: -60, isBeyond: true });
  });
});

describe('the horizon', () => {
  it('is in the middle of a level picture, and higher when the camera looks down', () => {
    near(horizonIn(LEVEL)?.leftY, 0.5);
    const down = horizonIn({ ...LEVEL, tiltDeg: 15 });
    near(down?.leftY, 0.5 - Math.tan(Math.PI / 12) / (2 * Math.tan(Math.PI / 6)));
    near(down?.rightY, down?.leftY ?? Number.NaN);
  });

  it('is at the edge with a tilt of half the field of view, and not there beyond', () => {
    near(horizonIn({ ...LEVEL, tiltDeg: 30 })?.leftY, 0);
    assert.equal(horizonIn({ ...LEVEL, tiltDeg: 30.1 }), undefined);
    assert.equal(horizonIn({ ...LEVEL, tiltDeg: 90 }), undefined);
    assert.notEqual(horizonIn({ ...LEVEL, tiltDeg: -29.9 }), undefined);
    assert.equal(horizonIn({ ...LEVEL, tiltDeg: -30.1 }), undefined);
  });

  it('leans to the other side when the camera rolls', () => {
    const line = horizonIn({ ...LEVEL, rollDeg: 10 });
    assert.ok(line !== undefined && line.leftY > 0.5 && line.rightY < 0.5, 'rolled to the right, the right side rises');
    near((line.leftY + line.rightY) / 2, 0.5);
  });
});

const VIEW = { panDeg: 350, tiltDeg: 20, rollDeg: 0, horizontalDeg: 80, verticalDeg: 45 };

describe('the mark of where the camera is going', () => {
  it('is on the side to which it turns, over North too', () => {
    const mark = aimedMark(VIEW, { panDeg: 10 });
    assert.ok(mark !== undefined && mark.x > 0.6 && mark.x < 0.8);
    assert.ok((aimedMark(VIEW, { tiltDeg: 30 })?.y ?? 0) > 0.6);
  });

  it('is gone when it has arrived, and when it is out of the picture', () => {
    assert.equal(aimedMark(VIEW, { panDeg: 350.5, tiltDeg: 20.3 }), undefined);
    assert.equal(aimedMark(VIEW, { panDeg: 90 }), undefined);
    assert.equal(aimedMark(VIEW, { panDeg: 170 }), undefined);
  });
});
