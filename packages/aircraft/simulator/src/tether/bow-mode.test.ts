import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/lab-testing/near.ts';
import { BowMode } from './bow-mode.ts';
import type { WindLoad } from './wind-load.ts';

const STEP_S = 0.0025;
const MASS_PER_M = 0.0065;
const LENGTH_M = 45;
/** No stretch: the frequency is that of the first mode alone. */
const SOFT_N_PER_M = 1e-9;
/** A load needs a drag: this one's own resistance is next to nothing. */
const CALM = { eastNPerM: 0, northNPerM: 0, upNPerM: 0, dragPerSpeed: 1e-9 };

/** Tension for this frequency of the first mode. */
const tensionN = (frequencyRadps: number, massPerM = MASS_PER_M) =>
  massPerM * ((frequencyRadps * LENGTH_M) / Math.PI) ** 2;

const blow = (bow: BowMode, load: Partial<WindLoad>) => bow.meetLoad({ ...CALM, ...load } as WindLoad);

/** A bow under a load, from no load; its loads at every step. The load is computed again as often as the wind. */
function swung(
  { frequencyRadps = 3, seconds = 20, massPerM = MASS_PER_M, springNPerM = SOFT_N_PER_M, awayMps = 0 },
  load: Partial<WindLoad> = { eastNPerM: 1 },
) {
  const bow = new BowMode(STEP_S, massPerM);
  return Array.from({ length: Math.round(seconds / STEP_S) }, (_, step) => {
    if (step % 8 === 0) {
      bow.meetTension(tensionN(frequencyRadps, massPerM), tensionN(frequencyRadps, massPerM), LENGTH_M, springNPerM);
      blow(bow, load);
    }
    bow.step(awayMps);
    return { east: bow.eastNPerM, north: bow.northNPerM };
  });
}

describe('the first mode of the tether', () => {
  it('swings about the load at its frequency, and without air is damped by its own friction', () => {
    const east = swung({ frequencyRadps: 3 }).map((at) => at.east);
    const overshoot = Math.exp((-Math.PI * 0.06) / Math.sqrt(1 - 0.06 ** 2));
    near(Math.max(...east) - 1, overshoot, 0.02, 'beyond the load');
    near(1 - Math.min(...east.slice(400)), overshoot ** 2, 0.02, 'and back');
    const first = east.indexOf(Math.max(...east.slice(0, 500)));
    near((first + 1) * STEP_S, Math.PI / 3, 0.01, 'half a period');
  });

  it('meets the wind minus its own velocity: a small swing is damped by twice the drag per speed along the wind', () => {
    const frequencyRadps = 3;
    // The share of friction, 0.03, counts twice with the wind.
    const damping = 0.3;
    const dragNsPerM2 = (damping - 0.06) * frequencyRadps * MASS_PER_M;
    const loadNPerM = 1;
    const dragPerSpeed = dragNsPerM2 ** 2 / loadNPerM;
    const overshoot = (share: number) => Math.exp((-Math.PI * share) / Math.sqrt(1 - share * share));
    const bow = new BowMode(STEP_S, MASS_PER_M);
    bow.meetTension(tensionN(frequencyRadps), tensionN(frequencyRadps), LENGTH_M, SOFT_N_PER_M);
    const rest = (load: Partial<WindLoad>) => {
      for (let step = 0; step < 20_000; step += 1) {
        if (step % 8 === 0) blow(bow, { dragPerSpeed, ...load });
        bow.step(0);
      }
    };
    rest({ eastNPerM: loadNPerM });
    near(bow.eastNPerM, loadNPerM, 1e-6, 'at rest');
    let [most, least] = [0, 0];
    for (let step = 0; step < 8000; step += 1) {
      if (step % 8 === 0) blow(bow, { dragPerSpeed, eastNPerM: 1.001 * loadNPerM, northNPerM: 0.001 * loadNPerM });
      bow.step(0);
      most = Math.max(most, bow.eastNPerM / loadNPerM - 1.001);
      least = Math.max(least, bow.northNPerM / loadNPerM - 0.001);
    }
    near(most / 0.001, overshoot(damping), 0.02, 'overshoot with the wind');
    near(least / 0.001, overshoot(damping / 2), 0.02, 'overshoot across it');
  });

  it('rests in a calm by the drag of its own swing', () => {
    const bow = new BowMode(STEP_S, MASS_PER_M);
    bow.meetTension(tensionN(3), tensionN(3), LENGTH_M, SOFT_N_PER_M);
    blow(bow, { eastNPerM: 0.5, dragPerSpeed: 0.0013 });
    for (let step = 0; step < 400; step += 1) bow.step(0);
    let most = 0;
    for (let step = 0; step < 40_000; step += 1) {
      if (step % 8 === 0) blow(bow, { dragPerSpeed: 0.0013 });
      bow.step(0);
      if (step > 36_000) most = Math.max(most, Math.abs(bow.eastNPerM));
    }
    assert.ok(most < 0.02, `${most} N/m`);
  });

  it('of a line that must stretch for its bow is up to twice as fast', () => {
    const tenths = (springNPerM: number) => {
      const east = swung({ frequencyRadps: 2.5, springNPerM }).map((at) => at.east);
      return east.findIndex((load) => load > 0.5) * STEP_S;
    };
    near(tenths(1e6) / tenths(SOFT_N_PER_M), 0.5, 0.06, 'time to half of the load');
  });

  it('of a stiff line is pulled straight by a Kite that moves away: more load at first, and back to the wind', () => {
    const springNPerM = 340;
    const bow = new BowMode(STEP_S, MASS_PER_M);
    const at = tensionN(5);
    const step = (awayMps: number) => {
      bow.meetTension(at, at, LENGTH_M, springNPerM);
      blow(bow, { eastNPerM: 0.03 });
      bow.step(awayMps);
    };
    for (let count = 0; count < 20_000; count += 1) step(0);
    // Parabola: tension by 8 T b / L^2 and by the spring, over a step too short for the bow to move.
    const bowM = (0.03 * LENGTH_M ** 2) / (8 * at);
    step(1);
    near((bow.eastNPerM - 0.03) / STEP_S, (8 * springNPerM * bowM) / LENGTH_M ** 2, 0.002, 'load per metre');
    for (let count = 0; count < 20_000; count += 1) step(0);
    near(bow.eastNPerM, 0.03, 1e-6, 'at rest again');
  });

  it('of a line that weighs next to nothing follows the load within tenths of a second', () => {
    const massPerM = 1e-7;
    const load = { eastNPerM: 1, dragPerSpeed: 0.0013 };
    const east = swung({ frequencyRadps: 5000, massPerM, seconds: 0.5 }, load).map((at) => at.east);
    near(east.at(-1) as number, 1, 0.01, 'at the end');
    assert.ok(east.every((value) => value >= 0 && value < 2));
  });
});
