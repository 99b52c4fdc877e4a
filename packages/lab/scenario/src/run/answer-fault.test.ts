import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ExpectedAnswer } from '../scenario.ts';
import { answerFault } from './answer-fault.ts';

const ACCEPTED = { atS: 1, client: 'a', request: 'POST /v1/x', status: 202 };
const REFUSED = { ...ACCEPTED, status: 409, code: 'WRONG_FLIGHT_STATE', message: 'not possible in StandBy' };

describe('answerFault', () => {
  for (const expected of [{}, { status: 202 }] satisfies ExpectedAnswer[]) {
    it(`takes 202 for ${JSON.stringify(expected)}`, () => assert.equal(answerFault(ACCEPTED, expected), undefined));
  }

  for (const expected of [
    { status: 409 },
    { code: 'WRONG_FLIGHT_STATE' },
    { status: 409, code: 'WRONG_FLIGHT_STATE', message: 'StandBy' },
  ] satisfies ExpectedAnswer[]) {
    it(`takes 409 for ${JSON.stringify(expected)}`, () => assert.equal(answerFault(REFUSED, expected), undefined));
  }

  it('says what was expected and what was answered in its place', () => {
    assert.deepEqual(answerFault(REFUSED, {}), {
      expected: 'the answer 2xx',
      happened: '409 WRONG_FLIGHT_STATE: not possible in StandBy',
    });
    assert.deepEqual(answerFault(ACCEPTED, { status: 409, code: 'CONTROL_TAKEN' }), {
      expected: 'the answer 409 CONTROL_TAKEN',
      happened: '202',
    });
    assert.equal(answerFault(REFUSED, { code: 'CONTROL_TAKEN' })?.expected, 'the answer CONTROL_TAKEN');
    assert.equal(answerFault(REFUSED, { status: 409, message: 'Flying' })?.expected, 'the answer 409 with "Flying"');
  });

  it('does not take silence for an answer', () => {
    const silent = { ...ACCEPTED, status: 0, code: 'UNREACHABLE', message: 'cannot reach it' };
    assert.equal(answerFault(silent, {})?.happened, 'no answer UNREACHABLE: cannot reach it');
    assert.equal(answerFault(silent, { status: 0 }), undefined);
    assert.deepEqual(answerFault(ACCEPTED, { status: 0 }), { expected: 'the answer none', happened: '202' });
  });
});
