import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AircraftSample } from '../ports/aircraft.ts';
import { KiteLink } from './kite-link.ts';

interface Reports {
  readonly every?: number;
  readonly delayS?: number;
  readonly lostShare?: number;
}

/** A link of which every n-th report has data of the Kite, so old. */
function make(hz: number) {
  const link = new KiteLink();
  let timeUs = 1e12;
  const run = (seconds: number, { every = 1, delayS = 0, ...numbered }: Reports = {}) => {
    for (let index = 0; index < seconds * hz; index += 1) {
      timeUs += 1e6 / hz;
      const heard = every > 0 && index % every === 0 && { kite: {}, kiteUs: timeUs - delayS * 1e6 };
      link.accept({ timeUs, ...heard, ...numbered } as unknown as AircraftSample);
    }
    return link.isDegraded;
  };
  return { link, run };
}

for (const hz of [4, 10, 20]) {
  describe(`the link to the Kite at ${hz} reports a second`, () => {
    it('is degraded within 3 s of the loss of half the data, and good 5 s after it', () => {
      const { link, run } = make(hz);
      assert.equal(run(60), false);
      assert.equal(run(3, { every: 2 }), true);
      assert.ok(link.lostPercent > 20);
      assert.equal(run(5), false);
    });

    it('loses what its numbers say, where packets are numbered: reports that come late and together lose nothing', () => {
      const { link, run } = make(hz);
      assert.equal(run(60, { every: 2, lostShare: 0 }), false);
      assert.equal(link.lostPercent, 0);
      assert.equal(run(5, { lostShare: 0.24 }), true);
      assert.equal(link.lostPercent, 24);
    });

    it('is degraded within 3 s of a delay of 1.5 s', () => {
      const { link, run } = make(hz);
      assert.equal(run(60, { delayS: 0.2 }), false);
      assert.equal(run(3, { delayS: 1.5 }), true);
      assert.ok(link.delayS > 0.5);
    });

    it('is not judged by single losses, nor where all data are missing, nor in its first two seconds', () => {
      const { run } = make(hz);
      assert.equal(run(1.9, { every: 2 }), false);
      const steady = make(hz);
      steady.run(60);
      assert.equal(steady.run(0.9, { every: 0 }) || steady.run(20), false);
      assert.equal(steady.run(30, { every: 0 }), false);
      assert.equal(steady.run(1), false, 'a new beginning');
    });
  });
}
