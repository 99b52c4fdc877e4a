import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAV_RESULT } from '@kitestring/mavlink-codec/enums.ts';
import { type CommandEvent, type CommandNeed, commandSent, commandStep, ORDER_PACE } from './command.ts';

const S = 1_000_000;
const due = (atS: number, need: CommandNeed = 'Wanted'): CommandEvent => ({ event: 'Due', nowUs: atS * S, need });
const answer = (atS: number, result: number): CommandEvent => ({
  event: 'Answered',
  nowUs: atS * S,
  result,
  progress: 0,
  detail: 0,
});
const after = (events: readonly CommandEvent[], start = commandSent(0)) => {
  const state = events.reduce(commandStep, start);
  if (state.state === 'Ended') return state.outcome.outcome;
  return state.state === 'Waiting' ? `Waiting ${state.sent}` : state.state;
};

const { ACCEPTED, DENIED, IN_PROGRESS } = MAV_RESULT;
const TABLE: readonly (readonly [what: string, events: readonly CommandEvent[], end: string])[] = [
  ['nothing is sent again before its time', [due(1.4)], 'Waiting 1'],
  ['it is sent again after 1.5 s', [due(1.5)], 'Waiting 2'],
  ['it is sent three times', [due(1.5), due(3)], 'Waiting 3'],
  ['three times without an answer are silence', [due(1.5), due(3), due(4.5)], 'Silent'],
  ['an acceptance ends it', [answer(0.1, ACCEPTED)], 'Accepted'],
  ['a late acceptance ends it', [due(1.5), due(3), answer(4.4, ACCEPTED)], 'Accepted'],
  ['a refusal ends it', [answer(0.1, DENIED)], 'Refused'],
  ['an unknown result is a refusal', [answer(0.1, 77)], 'Refused'],
  ['progress is no end', [answer(0.1, IN_PROGRESS)], 'InProgress'],
  ['what is in progress is not sent again', [answer(0.1, IN_PROGRESS), due(5)], 'InProgress'],
  ['progress without an end is unfinished', [answer(0.1, IN_PROGRESS), due(10.2)], 'Unfinished'],
  ['each report gives ten seconds more', [answer(0, IN_PROGRESS), answer(9, IN_PROGRESS), due(18)], 'InProgress'],
  ['what was in progress is accepted', [answer(0, IN_PROGRESS), answer(9, ACCEPTED)], 'Accepted'],
  ['what telemetry shows is accepted, at once', [due(0.5, 'Shown')], 'Accepted'],
  ['what is shown while it is in progress is accepted', [answer(0.1, IN_PROGRESS), due(0.5, 'Shown')], 'Accepted'],
  ['what is not wanted any more is not sent again', [due(1.5, 'Dropped')], 'Superseded'],
  ['an end is the end', [answer(0, ACCEPTED), answer(0.1, DENIED), due(60)], 'Accepted'],
];

describe('an order', () => {
  for (const [what, events, end] of TABLE) it(what, () => assert.equal(after(events), end));

  it('that moves something is sent twice a second for 15 s', () => {
    const start = commandSent(0, { pace: ORDER_PACE });
    const looks = Array.from({ length: 29 }, (_, index) => due((index + 1) / 2));
    assert.equal(after(looks, start), 'Waiting 30');
    assert.equal(after([...looks, due(15)], start), 'Silent');
  });

  it('tells a refusal of one that was sent before: an autopilot refuses what it is doing already', () => {
    const outcome = (...events: CommandEvent[]) => events.reduce(commandStep, commandSent(0));
    const refused = { outcome: 'Refused', reason: 'Denied', detail: 0 };
    assert.deepEqual(outcome(answer(0.1, DENIED)), { state: 'Ended', outcome: refused });
    const again = { state: 'Ended', outcome: { ...refused, isRepeated: true } };
    assert.deepEqual(outcome(due(1.5), answer(1.6, DENIED)), again);
  });

  it('is not in progress for more than five minutes', () => {
    const reports = Array.from({ length: 60 }, (_, index) => answer(5 * index, IN_PROGRESS));
    assert.equal(after([...reports, due(299)]), 'InProgress');
    assert.equal(after([...reports, due(300)]), 'Unfinished');
  });

  it('is not ended by the answers to an earlier one, but by its own', () => {
    const start = commandSent(0, { stale: 1, staleUntilUs: 1.5 * S });
    assert.equal(after([answer(0.1, ACCEPTED)], start), 'Waiting 1');
    assert.equal(after([answer(0.1, ACCEPTED), answer(0.2, DENIED)], start), 'Refused');
    assert.equal(after([answer(0.1, ACCEPTED), due(1.5), answer(1.6, ACCEPTED)], start), 'Accepted');
    assert.equal(after([due(1.5), answer(1.6, ACCEPTED)], start), 'Accepted', 'too late for an earlier one');
  });
});
