import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { altitudeTimeS, batteryTone, batteryUnit, ClimbRate, clockText, flightTimeS } from './flight-figures.ts';

describe('the colour of a battery', () => {
  const active = (name: keyof typeof NOTIFICATIONS) => {
    const { code, message, severity } = NOTIFICATIONS[name];
    return { code, message, severity, begin_time: '2026-11-24T10:00:00Z' };
  };

  it('is that of what the station says about it, and of no other', () => {
    assert.equal(batteryTone('kite', []), undefined);
    assert.equal(batteryTone('kite', [active('KITE_BATTERY_VOLTAGE')]), 'bad');
    assert.equal(batteryTone('station', [active('KITE_BATTERY_LEVEL_LOW')]), undefined);
    assert.equal(batteryTone('station', [active('GS_BATTERY_LEVEL_LOW')]), 'warn');
    assert.equal(batteryTone('station', [active('GS_BATTERY_VOLTAGE'), active('GS_BATTERY_LEVEL_LOW')]), 'bad');
  });
});

describe('the unit of a charge', () => {
  it('tells the time that is left in whole minutes, from two hours on in hours, and none while it is charged', () => {
    assert.equal(batteryUnit(undefined), '%');
    assert.equal(batteryUnit(59), '% ≈0 min');
    assert.equal(batteryUnit(994), '% ≈16 min');
    assert.equal(batteryUnit(7199), '% ≈119 min');
    assert.equal(batteryUnit(7200), '% ≈2 h');
  });
});

describe('the climb rate', () => {
  const fed = (samples: readonly (readonly [timeS: number, altitudeM: number | undefined])[]) => {
    const rate = new ClimbRate();
    return samples.map(([timeS, altitudeM]) => rate.after(timeS, altitudeM)).at(-1);
  };

  it('is what the last two seconds changed, up and down', () => {
    const climb = Array.from({ length: 50 }, (_, step) => [step / 10, 5 + (1.5 * step) / 10] as const);
    assert.equal(fed(climb)?.toFixed(3), '1.500');
    assert.equal(fed([...climb, ...climb.map(([timeS]) => [5 + timeS, 12 - timeS] as const)])?.toFixed(3), '-1.000');
  });

  it('is not known at the beginning, after a gap and without an altitude', () => {
    assert.equal(fed([[0, 5]]), undefined);
    assert.equal(
      fed([
        [0, 5],
        [0.5, 6],
      ]),
      undefined,
    );
    assert.equal(
      fed([
        [0, 5],
        [1, 6],
        [60, 20],
      ]),
      undefined,
    );
    assert.equal(
      fed([
        [0, 5],
        [1, undefined],
        [1.5, 6],
      ]),
      undefined,
    );
  });

  it('goes by when altitudes were measured, not by when they came: several at once, from a simulation that runs fast', () => {
    const rate = new ClimbRate();
    const climb = Array.from({ length: 40 }, (_, step) => {
      const arrival = { stationTimeUs: 1_764_000_000_000_000 + step * 1e5, receivedAtMs: 9000 + Math.floor(step / 8) };
      return rate.after(altitudeTimeS(arrival, arrival.receivedAtMs), 40 - step / 10);
    });
    assert.equal(climb.at(-1)?.toFixed(3), '-1.000');
    // On the ground nothing more is told, which is a rate of 0.
    const last = { stationTimeUs: 1_764_000_003_900_000, receivedAtMs: 9004 };
    for (const nowMs of [10_004, 11_004]) rate.after(altitudeTimeS(last, nowMs), 36.1);
    assert.equal(rate.after(altitudeTimeS(last, 12_004), 36.1), 0);
  });

  it('goes by the time here where messages carry none', () => {
    assert.equal(altitudeTimeS({ receivedAtMs: 5000 }, 6500), 6.5);
  });
});

const BEGAN_MS = Date.UTC(2026, 2, 1, 9, 30);
const FLYING = { in_flight: true, began_time: '2026-03-01T09:30:00.000000+00:00', flight_s: 3, tether_twist_max: 10 };

describe('the time of this flight', () => {
  it('counts on by the clock of the station, also on a page that was opened in the air', () => {
    assert.equal(flightTimeS(FLYING, BEGAN_MS + 425_500), 425.5);
    assert.equal(flightTimeS(FLYING, undefined), 3);
  });

  it('is that of the last flight on the ground, and unknown where the station does not know it', () => {
    assert.equal(flightTimeS({ ...FLYING, in_flight: false }, BEGAN_MS + 425_900), 3);
    assert.equal(flightTimeS({ in_flight: true, tether_twist_max: 10 }, BEGAN_MS), undefined);
  });

  it('is written as a clock', () => {
    assert.equal(clockText(0), '0:00');
    assert.equal(clockText(425.9), '7:05');
    assert.equal(clockText(4025), '1:07:05');
  });
});
