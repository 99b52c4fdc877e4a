import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CameraClock } from './camera-clock.ts';

const BEGIN_MS = 1_764_000_000_000;
const at = (ms: number) => ({ steadyMs: BEGIN_MS + ms, realTimeMs: BEGIN_MS + ms });

describe('the times of a camera', () => {
  it('grow on over the end of their 32 bits', () => {
    const clock = new CameraClock();
    const times = [0, 1, 2, 3].map(
      (index) => clock.at((2 ** 32 - 4500 + index * 3000) % 2 ** 32, at(index * 33)).rtpTime,
    );
    assert.deepEqual(
      times.map((time) => time - (times[0] ?? 0)),
      [0, 3000, 6000, 9000],
    );
  });

  it('are freed of what the network adds: a picture was taken when the quickest would have come', () => {
    const clock = new CameraClock();
    clock.at(0, at(20));
    clock.at(3000, at(34));
    assert.ok(Math.abs(clock.at(6000, at(120)).realTimeMs - (BEGIN_MS + 34 + 1000 / 30)) < 0.1);
  });

  it('are the camera’s own where its clock can be right, and never later than now', () => {
    const clock = new CameraClock();
    clock.at(0, at(0));
    clock.learn(3000, BEGIN_MS - 150);
    assert.equal(clock.at(3000, at(33)).realTimeMs, BEGIN_MS - 150);
    clock.learn(6000, BEGIN_MS + 90);
    assert.equal(clock.at(6000, at(66)).realTimeMs, BEGIN_MS + 66);
    clock.learn(9000, 0);
    assert.ok(Math.abs(clock.at(9000, at(100)).realTimeMs - (BEGIN_MS + 100)) < 1);
  });

  it('follow the clock of this machine when that is set', () => {
    const clock = new CameraClock();
    clock.at(0, at(0));
    const { rtpTime, realTimeMs } = clock.at(3000, { steadyMs: BEGIN_MS + 33.4, realTimeMs: BEGIN_MS + 7200_033.4 });
    assert.ok(Math.abs(realTimeMs - (BEGIN_MS + 7200_033.3)) < 0.2);
    assert.equal(rtpTime, BEGIN_MS * 90 + 3000);
  });

  it('begin anew behind what was when the camera does', () => {
    const clock = new CameraClock();
    const first = clock.at(500_000_000, at(0)).rtpTime;
    assert.equal(clock.at(7, at(2000)).rtpTime - first, 180_000);
    clock.restart();
    assert.equal(clock.at(7, at(2000)).rtpTime - first, 180_001);
  });

  it('that step back a little belong to pictures that are shown earlier', () => {
    const clock = new CameraClock();
    assert.deepEqual(
      [9000, 15_000, 12_000].map((wire) => clock.at(wire, at(0)).isReordered),
      [false, false, true],
    );
  });

  for (const [name, wireOf] of [
    ['stand still', () => 77],
    ['run at 1 kHz', (ms: number) => Math.round(ms)],
    ['are 25 % too slow', (ms: number) => Math.round(ms * 67.5)],
  ] as const) {
    it(`that ${name} are those of the arrival, and what was too short until that was seen is made longer`, () => {
      const clock = new CameraClock();
      const times = Array.from({ length: 8 * 30 }, (_, index) => {
        const ms = (index * 1000) / 30;
        return clock.at(wireOf(ms), at(ms)).rtpTime;
      });
      const lengthS = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 90_000;
      assert.ok(Math.abs(lengthS - 8) < 0.1, `${lengthS} s`);
      assert.ok(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0)));
    });
  }

  it('are the camera’s own again once they are right, and stay so where pictures come late', () => {
    const clock = new CameraClock();
    const run = (fromMs: number, toMs: number, wireOf: (ms: number) => number, lateMs = (_ms: number) => 0) => {
      let last = 0;
      for (let ms = fromMs; ms < toMs; ms += 1000 / 30) last = clock.at(wireOf(ms), at(ms + lateMs(ms))).rtpTime;
      return last;
    };
    run(0, 6000, () => 0);
    const rightFrom = run(6000, 12_000, (ms) => (ms - 6000) * 90);
    const later = run(
      12_000,
      30_000,
      (ms) => (ms - 6000) * 90,
      (ms) => (ms % 3000 < 900 ? 900 - (ms % 3000) : 0),
    );
    assert.ok(Math.abs((later - rightFrom) / 90_000 - 18) < 0.05, `${(later - rightFrom) / 90_000} s`);
  });
});
