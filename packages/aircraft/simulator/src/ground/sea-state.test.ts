import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ROUGHEST_SEA } from '@kitestring/station-contract/sim/controls.ts';
import { energyShareBelow, seaStateOf, waveSpectrum } from './sea-state.ts';

/** Upper limits of the significant height by WMO code table 3700, metres. */
const WMO_LIMITS_M = [0, 0.1, 0.5, 1.25, 2.5, 4];

describe('a sea state', () => {
  it('has waves of its class, and longer ones the rougher it is', () => {
    for (let code = 1; code <= ROUGHEST_SEA; code += 1) {
      const { significantHeightM, peakPeriodS } = seaStateOf(code);
      assert.ok(significantHeightM > WMO_LIMITS_M[code - 1]!, `sea state ${code}`);
      assert.ok(significantHeightM < WMO_LIMITS_M[code]!, `sea state ${code}`);
      assert.ok(peakPeriodS >= seaStateOf(code - 1).peakPeriodS, `sea state ${code}`);
    }
    assert.equal(seaStateOf(0).significantHeightM, 0);
  });

  it('is an integer from 0 to 5, and anything else is refused with the table that it is from', () => {
    for (const wrong of [6, -1, 2.5, Number.NaN]) {
      assert.throws(() => seaStateOf(wrong), /sea state must be an integer from 0 to 5 \(WMO code table 3700\)/);
    }
  });

  it('has a spectrum whose sum is the closed form of its energy', () => {
    const sea = seaStateOf(4);
    const peak = (2 * Math.PI) / sea.peakPeriodS;
    let sum = 0;
    for (let index = 0; index < 4000; index += 1) sum += waveSpectrum(sea, (index + 0.5) * 0.001 * peak) * 0.001 * peak;
    assert.ok(Math.abs(sum / (sea.significantHeightM ** 2 / 16) - energyShareBelow(4)) < 1e-6, `${sum}`);
  });
});
