import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AltitudeBounds } from '@kitestring/station-contract/flight/altitude-limits.ts';
import {
  altitudeBounds,
  altitudeFault,
  choosableM,
  parseAltitudeM,
  shownCeilings,
  softMaxFault,
} from './altitude-limits.ts';

const LIMITS: AltitudeBounds = {
  takeoffM: 1,
  hardMaxM: 45,
  softMaxM: 45,
  gpsMaxM: 25,
  hasGoodGps: true,
  descentTargetM: undefined,
};

describe('altitudes that can be chosen', () => {
  it('reach from one metre above take-off to below the lowest ceiling in force', () => {
    assert.deepEqual(choosableM(LIMITS), { minM: 2, maxM: 44 });
    assert.deepEqual(choosableM({ ...LIMITS, softMaxM: 30 }), { minM: 2, maxM: 29 });
    assert.deepEqual(choosableM({ ...LIMITS, softMaxM: 30.5 }), { minM: 2, maxM: 30 });
    assert.deepEqual(choosableM({ ...LIMITS, softMaxM: 30, hasGoodGps: false }), { minM: 2, maxM: 24 });
    assert.deepEqual(choosableM({ ...LIMITS, descentTargetM: 12 }), { minM: 2, maxM: 12 });
    assert.deepEqual(choosableM({ ...LIMITS, windMaxM: 10 }), { minM: 2, maxM: 10 });
  });

  it('are never none', () => {
    assert.deepEqual(choosableM({ ...LIMITS, softMaxM: 2 }), { minM: 2, maxM: 2 });
  });
});

describe('a typed altitude', () => {
  it('is read with a point or a comma', () => {
    assert.equal(parseAltitudeM(' 20 ', 'm'), 20);
    assert.equal(parseAltitudeM('20,5', 'm'), 20.5);
    assert.equal(parseAltitudeM('20.256 m', 'm'), 20.26);
    assert.equal(parseAltitudeM('40', 'ft'), 12.19, 'in the unit of the field');
    assert.equal(parseAltitudeM('40 ft', 'm'), 12.19, 'or in the unit that was typed');
    assert.equal(parseAltitudeM('12M', 'ft'), 12);
    for (const text of ['', 'high', '1e3', '2 0', '0x10', 'Infinity', '.'])
      assert.equal(parseAltitudeM(text, 'm'), undefined);
  });

  it('is refused with the limit that it breaks, the fixed one first', () => {
    assert.equal(altitudeFault(44.9, LIMITS), undefined);
    assert.deepEqual(altitudeFault(45, LIMITS), { kind: 'hard', limitM: 45 });
    assert.deepEqual(altitudeFault(60, { ...LIMITS, softMaxM: 30 }), { kind: 'hard', limitM: 45 });
    assert.deepEqual(altitudeFault(30, { ...LIMITS, softMaxM: 30 }), { kind: 'soft', limitM: 30 });
    assert.deepEqual(altitudeFault(25, { ...LIMITS, hasGoodGps: false }), { kind: 'gps', limitM: 25 });
    assert.equal(altitudeFault(25, LIMITS), undefined);
    assert.deepEqual(altitudeFault(12.1, { ...LIMITS, descentTargetM: 12 }), { kind: 'descent', limitM: 12 });
    assert.equal(altitudeFault(12, { ...LIMITS, descentTargetM: 12 }), undefined);
    assert.deepEqual(altitudeFault(10.5, { ...LIMITS, windMaxM: 10 }), { kind: 'wind', limitM: 10 });
    assert.equal(altitudeFault(10, { ...LIMITS, windMaxM: 10 }), undefined);
    assert.deepEqual(altitudeFault(1.9, LIMITS), { kind: 'tooLow', limitM: 2 });
    assert.deepEqual(altitudeFault(undefined, LIMITS), { kind: 'notANumber' });
  });

  it('may be the hard maximum only as the soft one', () => {
    assert.equal(softMaxFault(45, LIMITS), undefined);
    assert.deepEqual(softMaxFault(45.01, LIMITS), { kind: 'hard', limitM: 45 });
    assert.deepEqual(softMaxFault(1, LIMITS), { kind: 'tooLow', limitM: 2 });
  });
});

describe('ceilings', () => {
  it('are shown highest first, a soft one at the hard one not at all', () => {
    assert.deepEqual(
      shownCeilings({ ...LIMITS, softMaxM: 20 }).map(({ name, isInForce }) => [name, isInForce]),
      [
        ['hard', true],
        ['gps', false],
        ['soft', true],
      ],
    );
    assert.deepEqual(
      shownCeilings(LIMITS).map(({ name }) => name),
      ['hard', 'gps'],
    );
  });

  it('follow what the station says of GPS and of a safety descent', () => {
    const info = { altitude_takeoff: 1, altitude_hard_max: 45, altitude_soft_max: 40 };
    const rest = { info, altitudeMaxWithoutGpsM: 25, gpsAccuracyMaxM: 5, windMaxM: undefined };
    const flying = { flight_state: 'Flying' as const, altitude_target: 30, kite_gps_has_fix: true };
    assert.equal(altitudeBounds({ ...rest, state: flying }).hasGoodGps, true);
    assert.equal(altitudeBounds({ ...rest, state: { ...flying, kite_gps_accuracy: 6 } }).hasGoodGps, false);
    assert.equal(altitudeBounds({ ...rest, state: { ...flying, kite_gps_has_fix: false } }).hasGoodGps, false);
    assert.equal(altitudeBounds({ ...rest, state: undefined }).hasGoodGps, true);
    const descending = { ...flying, flight_state: 'SafetyDescending' as const };
    assert.equal(altitudeBounds({ ...rest, state: descending }).descentTargetM, 30);
  });
});
