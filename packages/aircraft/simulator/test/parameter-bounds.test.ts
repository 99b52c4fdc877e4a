import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Figure } from '../src/parameter-ranges.ts';
import { PARAMETERS, parametersWith } from '../src/parameters.ts';
import { SimulatedAircraft } from '../src/simulated-aircraft.ts';
import { SimulationClock } from '../src/simulation-clock.ts';

const WIND = { speedMps: 5, fromDeg: 200, turbulence: 'light' } as const;

/** Takes off and lands; a state that is no number stops the clock with a fault. */
function fly(group: string, name: string, value: number, lids: boolean): void {
  const rooftopBox = lids ? { lidsOpenAtStart: true } : {};
  const own = group === 'rooftopBox' ? rooftopBox : {};
  const parameters = { rooftopBox, [group]: { ...own, [name]: value } };
  const aircraft = new SimulatedAircraft({ seed: 1, startTimeUs: 0, wind: WIND, rooftopBox: lids, parameters });
  const clock = new SimulationClock(aircraft);
  aircraft.takeOff(1);
  clock.advance(5);
  aircraft.land('normal');
  clock.advance(1);
}

describe('a parameter at a limit of its range', () => {
  for (const [group, rows] of Object.entries(PARAMETERS)) {
    it(`flies: ${group}`, () => {
      for (const [name, row] of Object.entries(rows)) {
        if (!(row instanceof Figure)) continue;
        const [least, greatest] = row.range;
        for (const [index, value] of [least, greatest].entries()) {
          assert.doesNotThrow(() => fly(group, name, value, index === 0), `${group}.${name} of ${value}`);
        }
      }
    });
  }

  it('is refused where the model would divide by it: a tether that begins in the seat of the Kite', () => {
    const message =
      'parameter tether.throatM must be from 0.01 to 2, got 0; the limits: ' +
      'limit of the model: a line needs a length, and the height of a Ground Station';
    assert.throws(() => parametersWith({ tether: { throatM: 0 } }), new RangeError(message));
  });
});
