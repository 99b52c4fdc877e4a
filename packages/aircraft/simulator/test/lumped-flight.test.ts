import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { within } from '@kitestring/lab-testing/near.ts';
import type { WindConditions } from '../src/air/wind.ts';
import { FlownAircraft } from './flown-aircraft.ts';

const LUMPED = { tether: { model: 'lumped' } } as const;
const STORM: WindConditions = { speedMps: 12, fromDeg: 300, turbulence: 'severe' };

describe('a flight on a tether of masses', () => {
  it('takes off, holds its height and its tension in a storm, and lands in its cradle', () => {
    const flight = FlownAircraft.at(40, { seed: 5, wind: STORM, parameters: LUMPED });
    const { tether, tensionControl, body } = flight.aircraft.simulation;
    let errors = 0;
    let mostN = 0;
    for (let look = 0; look < 1200; look += 1) {
      flight.advance(0.1);
      errors += tether.kiteTensionN - tensionControl.setpointN;
      mostN = Math.max(mostN, tether.kiteTensionN);
    }
    within(flight.motion.upM, 38, 42, 'height');
    within(errors / 1200, -1, 1, 'tension against its setpoint, mean');
    within(mostN, 15, 60, 'greatest tension');
    assert.equal(tether.unsolvedSteps, 0);
    flight.aircraft.land('normal');
    flight.advance(90);
    assert.equal(body.isInCradle, true);
    assert.equal(body.hasCrashed, false);
  });

  it('goes along with a vessel in a rough sea', () => {
    const sea = { seaState: 5, wavesFromDeg: 200 } as const;
    const wind = { speedMps: 8, fromDeg: 200, turbulence: 'light' } as const;
    const flight = FlownAircraft.at(30, { seed: 2, wind, sea, parameters: LUMPED });
    const { tether } = flight.aircraft.simulation;
    let mostN = 0;
    for (let look = 0; look < 600; look += 1) {
      flight.advance(0.1);
      mostN = Math.max(mostN, tether.kiteTensionN);
    }
    within(mostN, 8, 50, 'greatest tension');
    assert.equal(tether.isCut, false);
  });

  it('is the same again with the same seed, to the last bit', () => {
    const flown = () => {
      const flight = FlownAircraft.at(20, { seed: 9, wind: STORM, parameters: LUMPED });
      flight.advance(10);
      const { tether } = flight.aircraft.simulation;
      return [flight.motion.eastM, flight.motion.northM, flight.motion.upM, tether.baseTensionN, tether.kiteTensionN];
    };
    assert.deepEqual(flown(), flown());
  });
});
