import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FlownAircraft, NO_NOISE } from './flown-aircraft.ts';

/** Two minutes before a front of 2 hPa in a minute the Kite hovers at 30 m. @returns how far it comes off that in five minutes, metres */
function carriedOffM(usesStation: boolean): number {
  const pressure = { tendencyHpaPerH: 0, frontAfterS: 200, frontRiseS: 60 };
  const barometer = { ...NO_NOISE.barometer, usesStation };
  const flight = FlownAircraft.at(30, { parameters: { ...NO_NOISE, pressure, barometer } });
  const startM = flight.aircraft.truth().position.up_m;
  let farthestM = 0;
  for (let second = 0; second < 300; second += 1) {
    flight.advance(1);
    farthestM = Math.max(farthestM, Math.abs(flight.aircraft.truth().position.up_m - startM));
  }
  return farthestM;
}

describe('a cold front that passes a hovering Kite', () => {
  it('carries it nowhere: the Ground Station’s barometer takes the weather off', () => {
    const offM = carriedOffM(true);
    assert.ok(offM < 0.3, `${offM} m`);
  });

  it('carries a Kite off that has its own barometer alone, until the tether tells', () => {
    const offM = carriedOffM(false);
    // 2 hPa are 17 m in a minute; within 30 s the length of the tether takes off what has come since.
    assert.ok(offM > 2 && offM < 10, `${offM} m`);
  });
});
