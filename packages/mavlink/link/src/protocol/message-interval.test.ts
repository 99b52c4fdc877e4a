import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type IntervalEvent, intervalStep, intervalWanted, isContested } from './message-interval.ts';

const S = 1_000_000;
const look = (atS: number, measuredHz?: number): IntervalEvent => ({
  event: 'Looked',
  nowUs: atS * S,
  wantedHz: 10,
  measuredHz,
});
const answer = (atS: number, how: 'Accepted' | 'Refused' | 'Silent'): IntervalEvent => ({
  event: 'Answered',
  nowUs: atS * S,
  answer: how,
});
const after = (...events: readonly IntervalEvent[]) => events.reduce(intervalStep, intervalWanted(0));
const set = [look(0), answer(0.1, 'Accepted')] as const;

const TABLE: readonly (readonly [what: string, events: readonly IntervalEvent[], state: string])[] = [
  ['is asked for at the first look', [look(0)], 'Asking'],
  ['is not asked for twice at a time', [look(0), look(1)], 'Asking'],
  ['is set by an acceptance', set, 'Set'],
  ['is not judged before it can be measured', [...set, look(5, 0)], 'Set'],
  ['stays where it comes as often as wanted', [...set, look(13, 9)], 'Set'],
  ['stays where a line loses a third of it', [...set, look(13, 6.7)], 'Set'],
  ['stays where it comes more often', [...set, look(13, 50)], 'Set'],
  ['is wanted again where it comes too seldom', [...set, look(13, 4)], 'Wanted'],
  ['is asked for again at once the first time', [...set, look(13, 4), look(13, 4)], 'Asking'],
  ['is not asked for again where it is refused', [look(0), answer(0.1, 'Refused'), look(100, 0)], 'Refused'],
  ['is asked for later where no answer comes', [look(0), answer(4.5, 'Silent'), look(14)], 'Wanted'],
  ['is asked for after ten seconds of silence', [look(0), answer(4.5, 'Silent'), look(14.5)], 'Asking'],
  ['is asked for again after a new start', [look(0), answer(0, 'Refused'), { event: 'Restarted', nowUs: S }], 'Wanted'],
];

describe('a message that is wanted at a rate', () => {
  for (const [what, events, state] of TABLE) it(what, () => assert.equal(after(...events).state, state));

  it('is asked for less and less often where another ground station sets it back, and is shown as contested', () => {
    let state = intervalWanted(0);
    const askedS: number[] = [];
    for (let atS = 0; atS < 900; atS += 1) {
      state = intervalStep(state, look(atS, 1));
      if (state.state !== 'Asking') continue;
      askedS.push(atS);
      state = intervalStep(state, answer(atS, 'Accepted'));
    }
    const waitsS = askedS.slice(1).map((atS, index) => atS - (askedS[index] ?? 0));
    assert.deepEqual(waitsS.slice(0, 7), [13, 22, 32, 52, 92, 132, 132]);
    assert.ok(isContested(state));
    assert.ok(!isContested(after(...set)));
  });
});
