import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { near } from '@kitestring/testing/near.ts';
import { BowMode } from './bow-mode.ts';
import type { WindLoad } from './wind-load.ts';

const STEP_S = 0.0025;
const MASS_PER_M = 0.0065;

/** A bow under a load with this drag, from no load; its loads at every step. */
function swung(
  { frequencyRadps = 3, dragNsPerM2 = 0, seconds = 20, massPerM = MASS_PER_M },
  load: Partial<WindLoad> = { eastNPerM: 1 },
) {
  const bow = new BowMode(STEP_S, massPerM);
  bow.meetTension(frequencyRadps);
  bow.meetLoad({ eastNPerM: 0, northNPerM: 0, upNPerM: 0, dragPerSpeed: 0, dragNsPerM2, ...load } as WindLoad);
  return Array.from({ length: Math.round(seconds / STEP_S) }, () => {
    bow.step();
    return { east: bow.eastNPerM, north: bow.northNPerM };
  });
}

describe('the first mode of the tether', () => {
  it('swings about the load at its frequency, and without air is damped by its own friction', () => {
    const east = swung({ frequencyRadps: 3 }).map((at) => at.east);
    const overshoot = Math.exp((-Math.PI * 0.06) / Math.sqrt(1 - 0.06 ** 2));
    near(Math.max(...east) - 1, overshoot, 0.01, 'beyond the load');
    near(1 - Math.min(...east.slice(400)), overshoot ** 2, 0.01, 'and back');
    const first = east.indexOf(Math.max(...east.slice(0, 500)));
    near((first + 1) * STEP_S, Math.PI / 3, STEP_S, 'half a period');
  });

  it('is damped with the wind by twice the drag per speed, as the slope of its square is', () => {
    const frequencyRadps = 3;
    // What friction adds, 0.03 each way, counts twice with the wind.
    const damping = 0.3;
    const dragNsPerM2 = (damping - 0.06) * frequencyRadps * MASS_PER_M;
    const overshoot = (share: number) => Math.exp((-Math.PI * share) / Math.sqrt(1 - share * share));
    const along = swung({ frequencyRadps, dragNsPerM2 }).map((at) => at.east);
    near(Math.max(...along) - 1, overshoot(damping), 0.01, 'overshoot with the wind');
    const bow = new BowMode(STEP_S, MASS_PER_M);
    bow.meetTension(frequencyRadps);
    const none = { eastNPerM: 0, northNPerM: 0, upNPerM: 0, dragPerSpeed: 0, dragNsPerM2: 0 };
    bow.meetLoad({ ...none, northNPerM: 0.5 } as WindLoad);
    for (let step = 1; step * STEP_S < Math.PI / frequencyRadps; step += 1) bow.step();
    const drawnAside = bow.northNPerM;
    near(drawnAside, 1, 0.1, 'drawn aside');
    bow.meetLoad({ ...none, eastNPerM: 1, dragNsPerM2 } as WindLoad);
    let least = 0;
    for (let step = 0; step < 8000; step += 1) {
      bow.step();
      least = Math.min(least, bow.northNPerM);
    }
    near(-least / drawnAside, overshoot(damping / 2), 0.01, 'overshoot across it');
  });

  it('rests in a calm by the drag of its own swing', () => {
    const bow = new BowMode(STEP_S, MASS_PER_M);
    bow.meetTension(3);
    const calm = { eastNPerM: 0, northNPerM: 0, upNPerM: 0, dragNsPerM2: 0, dragPerSpeed: 0.0013 };
    bow.meetLoad({ ...calm, eastNPerM: 0.5 } as WindLoad);
    for (let step = 0; step < 400; step += 1) bow.step();
    let most = 0;
    for (let step = 0; step < 40_000; step += 1) {
      bow.meetLoad(calm as WindLoad);
      bow.step();
      if (step > 36_000) most = Math.max(most, Math.abs(bow.eastNPerM));
    }
    assert.ok(most < 0.02, `${most} N/m`);
  });

  it('of a line that weighs next to nothing follows the load within tenths of a second', () => {
    const east = swung({ frequencyRadps: 5000, dragNsPerM2: 0.02, massPerM: 1e-7, seconds: 0.3 }).map((at) => at.east);
    near(east.at(-1) as number, 1, 0.01, 'at the end');
    assert.ok(east.every((load) => load >= 0 && load < 2));
  });
});
