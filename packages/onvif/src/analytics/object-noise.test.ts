import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FRAME } from '../../test/support/frame.ts';
import { delayedFrames } from './delayed-frames.ts';
import { NO_NOISE, noisyFrame, type ToldFrame } from './object-noise.ts';

const PERSON = FRAME.objects[0] ?? assert.fail();
const RATE = 5;

/** Pictures of some minutes, five a second. */
const pictures = (seconds: number, objects = FRAME.objects) =>
  Array.from({ length: seconds * RATE }, (_, index) => ({
    ...FRAME,
    timeUs: FRAME.timeUs + (index * 1e6) / RATE,
    objects,
  }));

const crowd = Array.from({ length: 20 }, (_, index) => ({ ...PERSON, id: `person-${index}` }));

/** Lengths of stretches of equal values. */
function runs(values: readonly boolean[], wanted: boolean): readonly number[] {
  const text = values.map((value) => (value === wanted ? 'x' : ' ')).join('');
  return text.split(/ +/).map(({ length }) => length);
}

describe('noise of objects', () => {
  it('is none by default', () => {
    assert.equal(noisyFrame(FRAME, NO_NOISE), FRAME);
  });

  it('is the same for the same seed and truth, in any order, and another for another seed', () => {
    const noise = { missedShare: 0.4, falsePerMin: 30, jitterPx: 5, delayS: 0, seed: 7 };
    const frames = pictures(20, crowd);
    const told = frames.map((frame) => noisyFrame(frame, noise));
    assert.deepEqual(
      frames
        .toReversed()
        .map((frame) => noisyFrame(frame, noise))
        .toReversed(),
      told,
    );
    assert.notDeepEqual(
      frames.map((frame) => noisyFrame(frame, { ...noise, seed: 8 })),
      told,
    );
  });

  it('misses a share of the objects, each for two seconds or more', () => {
    const frames = pictures(300, crowd).map((frame) => noisyFrame(frame, { ...NO_NOISE, missedShare: 0.3 }));
    const told = frames.reduce((sum, { objects }) => sum + objects.length, 0);
    const share = 1 - told / (frames.length * crowd.length);
    assert.ok(Math.abs(share - 0.3) < 0.03, String(share));
    for (const { id } of crowd) {
      const isTold = frames.map(({ objects }) => objects.some((object) => object.id === id));
      const whole = runs(isTold, false).slice(1, -1);
      assert.ok(Math.min(...whole) >= 2 * RATE - 1, `${id} ${whole}`);
    }
    const none = pictures(10).map((frame) => noisyFrame(frame, { ...NO_NOISE, missedShare: 1 }).objects.length);
    assert.deepEqual(new Set(none), new Set([0]));
  });

  it('has false alarms, which stay for some seconds in the picture and have no place', () => {
    const frames = pictures(600, []).map((frame) => noisyFrame(frame, { ...NO_NOISE, falsePerMin: 12 }));
    const lives = new Map<string, number>();
    for (const { objects } of frames) {
      for (const { box, id, place } of objects) {
        lives.set(id, (lives.get(id) ?? 0) + 1);
        assert.equal(place, undefined);
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1920 && box.y + box.height <= 1080);
      }
    }
    assert.ok(Math.abs(lives.size - 120) < 35, String(lives.size));
    const whole = [...lives.values()].slice(6, -6);
    assert.ok(Math.min(...whole) >= 2 * RATE && Math.max(...whole) <= 6 * RATE, String(whole));
  });

  it('moves each edge of a box by a normal error, within the picture', () => {
    const frames = pictures(400).map((frame) => noisyFrame(frame, { ...NO_NOISE, jitterPx: 4 }));
    const errors = frames.map(({ objects }) => (objects[0]?.box.x ?? Number.NaN) - PERSON.box.x);
    const mean = errors.reduce((sum, px) => sum + px, 0) / errors.length;
    const deviation = Math.sqrt(errors.reduce((sum, px) => sum + (px - mean) ** 2, 0) / errors.length);
    const within = errors.filter((px) => Math.abs(px) < 4).length / errors.length;
    assert.ok(Math.abs(mean) < 0.4 && Math.abs(deviation - 4) < 0.3, `${mean} ${deviation}`);
    assert.ok(Math.abs(within - 0.683) < 0.04, String(within));
    const edge = [{ ...PERSON, box: { x: 0, y: 0, width: 2, height: 1080 } }];
    for (const frame of pictures(40, edge)) {
      const { box } = noisyFrame(frame, { ...NO_NOISE, jitterPx: 100 }).objects[0] ?? assert.fail();
      assert.ok(box.x >= 0 && box.y >= 0 && box.width >= 1 && box.height >= 1);
      assert.ok(box.x + box.width <= 1920 && box.y + box.height <= 1080);
    }
  });
});

describe('late objects', () => {
  it('come in their order after the delay, and at most 64 wait', () => {
    let waiting: readonly ToldFrame[] = [];
    for (const [index, frame] of pictures(20).entries()) {
      const step = delayedFrames(waiting, frame, 2);
      waiting = step.waiting;
      const expected = index < 2 * RATE ? [] : [frame.timeUs - 2e6];
      assert.deepEqual(
        step.due.map(({ timeUs }) => timeUs),
        expected,
      );
    }
    for (const frame of pictures(100)) waiting = delayedFrames(waiting, frame, 1000).waiting;
    assert.equal(waiting.length, 64);
    const back = delayedFrames(waiting, FRAME, 0);
    assert.deepEqual([back.due, back.waiting], [[FRAME], []]);
  });
});
