import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Seen, seen } from '../../test/support/still-observation.ts';
import { compileCondition, partsOf } from './compile-condition.ts';
import { conditionValues } from './condition-values.ts';
import { FIELD_NAMES, fieldNamed } from './field.ts';
import { parseCondition } from './parse-condition.ts';

function conditionOf(text: string) {
  const parsed = parseCondition(text);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.condition;
}

const flying: Seen = { flight: { flight_state: 'Flying', altitude: 24.9, altitude_target: 25, kite_heading: 358 } };
const answer = { atS: 1, client: 'operator', request: 'POST /v1/x', status: 409, code: 'WRONG_FLIGHT_STATE' };

const CASES: readonly [text: string, observation: Seen, holds: boolean][] = [
  ['altitude < 25 m', flying, true],
  ['altitude >= 25 m', flying, false],
  ['altitude <= altitude_target', flying, true],
  ['altitude != altitude_target', flying, true],
  ['altitude between 24 m and 25 m', flying, true],
  ['altitude within 0.05 m of altitude_target', flying, false],
  ['altitude within 0.2 m of altitude_target', flying, true],
  ['heading within 5 deg of 1 deg', flying, true],
  ['heading within 2 deg of 1 deg', flying, false],
  ['flight_state is Flying and altitude < 25 m', flying, true],
  ['flight_state is Landing or altitude < 25 m', flying, true],
  ['flight_state in (Landing, Flying)', flying, true],
  ['flight_state is not Flying', flying, false],
  // An unknown value compares with nothing; its negation holds.
  ['altitude < 25 m', {}, false],
  ['altitude >= 25 m', {}, false],
  ['altitude is unknown', {}, true],
  ['gps_fix', {}, false],
  ['not gps_fix', {}, true],
  ['camera is not Online', {}, true],
  ['in_control is unknown', {}, true],
  ['notification HIGH_WIND is active', { active: new Set([30001]) }, true],
  ['notification HIGH_WIND is active', {}, false],
  ['fault "gps goes" is active', { activeFaults: ['gps goes'] }, true],
  ['fault "gps goes" is active', {}, false],
  ['4xx', { answers: [answer] }, true],
  ['5xx', { answers: [answer] }, false],
  ['answer is 409', { answers: [answer] }, true],
  ['answer is WRONG_FLIGHT_STATE', { answers: [answer] }, true],
  ['answer is CONTROL_TAKEN', { answers: [answer] }, false],
  ['truth.drift = 5 m', {}, true],
  ['time >= 1 min', { timeS: 60 }, true],
];

describe('compileCondition', () => {
  for (const [text, observation, holds] of CASES) {
    it(`${text} is ${holds} of ${JSON.stringify({ ...observation, active: [...(observation.active ?? [])] })}`, () => {
      assert.equal(compileCondition(conditionOf(text))(seen(observation)), holds);
    });
  }

  it('reads every field of a look without a fault', () => {
    for (const name of FIELD_NAMES) fieldNamed(name)?.read(seen());
  });
});

describe('partsOf', () => {
  it('names what must be asked of the station', () => {
    const condition = conditionOf('altitude < truth.altitude and (lids is Opened or not tension > 1 N) and time > 1 s');
    assert.deepEqual(partsOf(condition), ['flight', 'truth', 'system', 'sensors']);
  });
});

describe('conditionValues', () => {
  it('says what everything was that a condition looks at', () => {
    const observation = seen({ ...flying, answers: [{ ...answer, message: 'not now' }] });
    const condition = conditionOf('altitude < 25 m and gps_fix and notification HIGH_WIND is active and not 5xx');
    assert.equal(
      conditionValues(condition, observation),
      'altitude 24.9 m, gps_fix unknown, HIGH_WIND (30001) not active, operator: POST /v1/x got 409 WRONG_FLIGHT_STATE not now',
    );
  });
});
