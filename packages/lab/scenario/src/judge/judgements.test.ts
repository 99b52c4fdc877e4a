import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Seen, seen } from '../../test/support/still-observation.ts';
import { readScenario } from '../file/read-scenario.ts';
import type { Expectation } from '../scenario.ts';
import type { Judgement } from './judgement.ts';
import { judgementOf } from './judgement-of.ts';

/** The judgement of an expectation as it is written in a file. */
function judgementFor(text: string): Judgement {
  const file = [
    'title: test',
    'description: test',
    'timeline: [{ name: gust, at: 1 s }, { name: over }, { repeat: 2, steps: [{ name: round }] }]',
    `expect: [{ ${text} }]`,
  ].join('\n');
  const read = readScenario('test.yaml', file);
  assert.ok(read.ok, JSON.stringify(read));
  return judgementOf(read.scenario.expectations[0] as Expectation);
}

const LAST_S = 10;
type At = readonly [timeS: number, seen: Seen];

/** Looks at the given moments; steps happen at whole seconds. @returns the verdict, and when it fell */
function judge(judgement: Judgement, looks: readonly At[], steps: Readonly<Record<number, string>> = { 1: 'gust' }) {
  for (const [timeS, what] of looks) {
    judgement.observe(seen({ timeS, ...what }));
    const step = steps[timeS];
    if (step !== undefined) judgement.stepHappened(step, timeS);
  }
  judgement.end(seen({ timeS: LAST_S, ...looks.at(-1)?.[1] }), true);
  return judgement.verdict;
}

const at = (timeS: number, altitude: number, rest: Seen = {}): At => [timeS, { flight: { altitude }, ...rest }];

describe('within ... of ... that', () => {
  const text = 'within: 2 s, of: gust, that: altitude < 5 m';

  it('passes when it comes to hold in time', () => {
    assert.equal(judge(judgementFor(text), [at(1, 9), at(2, 9), at(3, 4)]), undefined);
  });

  it('does not count what held before', () => {
    const verdict = judge(judgementFor(text), [at(0, 4), at(1, 4), at(2, 9), at(3, 9), at(4, 4)]);
    assert.deepEqual(verdict, { happened: '2.0 s after: altitude 9 m', atS: 3 });
  });

  it('fails at its deadline', () => {
    const judgement = judgementFor(text);
    judgement.stepHappened('gust', 1);
    judgement.observe(seen({ timeS: 2.9, flight: { altitude: 9 } }));
    assert.equal(judgement.isPending, true);
    judgement.observe(seen({ timeS: 3, flight: { altitude: 9 } }));
    assert.equal(judgement.verdict?.atS, 3);
    assert.equal(judgement.isPending, false);
  });

  it('must stay true for as long as is said', () => {
    const stays = `${text}, stays: 2 s`;
    assert.equal(judge(judgementFor(stays), [at(1, 9), at(2, 4), at(3, 4), at(4, 4)]), undefined);
    const verdict = judge(judgementFor(stays), [at(1, 9), at(2, 4), at(3, 9), at(4, 4), at(5, 4), at(6, 4)]);
    assert.equal(verdict?.atS, 3);
  });

  it('is asked each time that a repeated step happens', () => {
    const round = 'within: 1 s, of: round, that: altitude < 5 m';
    const looks = [at(1, 4), at(2, 4), at(3, 9), at(4, 9)];
    assert.equal(judge(judgementFor(round), looks, { 1: 'round' }), undefined);
    assert.equal(judge(judgementFor(round), looks, { 1: 'round', 2: 'round' })?.atS, 3);
  });

  it('fails when its time never came, but not when the timeline was broken off', () => {
    assert.deepEqual(judge(judgementFor(text), [at(1, 4)], {}), { happened: 'its time never came', atS: undefined });
    const judgement = judgementFor(text);
    judgement.end(seen(), false);
    assert.equal(judgement.verdict, undefined);
  });
});

describe('always and never', () => {
  it('always fails at the first look that is otherwise', () => {
    const verdict = judge(judgementFor('always: altitude < 5 m'), [at(1, 4), at(2, 6), at(3, 7)]);
    assert.deepEqual(verdict, { happened: 'altitude 6 m', atS: 2 });
  });

  it('never fails at the first look at which it holds', () => {
    const answers = [{ atS: 2, client: 'operator', request: 'GET /v1/x', status: 503, code: 'DATA_NOT_READY' }];
    const verdict = judge(judgementFor('never: 5xx'), [at(1, 4), at(2, 4, { answers })]);
    assert.match(verdict?.happened ?? '', /^operator: GET \/v1\/x got 503 DATA_NOT_READY/);
  });

  it('is judged from one moment until another', () => {
    const text = 'always: altitude < 5 m, from: gust, until: over';
    const looks = [at(0, 9), at(1, 9), at(2, 4), at(3, 4), at(4, 9)];
    assert.equal(judge(judgementFor(text), looks, { 1: 'gust', 3: 'over' }), undefined);
    assert.equal(judge(judgementFor(text), looks, { 1: 'gust', 4: 'over' })?.atS, 4);
    assert.equal(
      judge(judgementFor(`${text.replace('gust', 'gust + 2 s')}`), [...looks, at(5, 9)], { 1: 'gust' })?.atS,
      4,
    );
  });

  it('is judged no longer once its end has come, also where that is the moment of its beginning', () => {
    const [gust, over] = ['always: altitude < 5 m, from: gust, until: over', 'always: altitude < 5 m, until: over'];
    const looks = [at(1, 4), at(2, 9)];
    const both = (text: string) => {
      const judgement = judgementFor(text);
      judgement.stepHappened('gust', 0);
      judgement.stepHappened('over', 0);
      return judge(judgement, looks, {});
    };
    for (const text of [gust, over]) assert.equal(both(text)?.happened, 'never judged: its time never came');
    // A round ends and the next one begins at one moment.
    const rounds = judgementFor(gust);
    for (const step of ['gust', 'over', 'gust']) rounds.stepHappened(step, 0);
    assert.equal(judge(rounds, looks, {})?.atS, 2);
  });

  it('is judged only while its condition holds', () => {
    const text = 'always: altitude < 5 m, while: flight_state is Flying';
    const flying: Seen = { flight: { altitude: 9, flight_state: 'Flying' } };
    assert.equal(
      judge(judgementFor(text), [at(1, 9), [2, { flight: { altitude: 4, flight_state: 'Flying' } }]]),
      undefined,
    );
    assert.equal(judge(judgementFor(text), [at(1, 9), [2, flying]])?.atS, 2);
  });

  it('fails when it was never judged: such an expectation proves nothing', () => {
    const neverFlying = judge(judgementFor('never: altitude > 5 m, while: flight_state is Flying'), [at(1, 4)]);
    assert.equal(neverFlying?.happened, 'never judged: its condition for being judged never held');
    const noStep = judge(judgementFor('always: altitude < 5 m, from: over'), [at(1, 4)], {});
    assert.equal(noStep?.happened, 'never judged: its time never came');
  });
});

describe('notification', () => {
  const began = (timeS: number): Seen => ({ events: [{ atS: timeS, code: 30001, kind: 'begin' }] });
  const ended = (timeS: number): Seen => ({ events: [{ atS: timeS, code: 30001, kind: 'end' }] });
  const text = 'notification: HIGH_WIND';

  it('passes when it begins and ends as often as is said', () => {
    const looks: At[] = [
      [2, began(2)],
      [3, ended(3)],
    ];
    assert.equal(judge(judgementFor(`${text}, begins: 1, ends: 1`), looks), undefined);
    assert.equal(judge(judgementFor(`${text}, begins: at least 1, ends: at most 1`), looks), undefined);
    assert.equal(judge(judgementFor('notification: 30001, begins: 1'), looks), undefined);
  });

  it('fails at once when there is one too many', () => {
    const looks: At[] = [
      [2, began(2)],
      [3, began(3)],
      [4, {}],
    ];
    assert.deepEqual(judge(judgementFor(`${text}, begins: 1`), looks), {
      happened: 'HIGH_WIND (30001) began 2 times and ended never, the first time at 2.0 s',
      atS: 3,
    });
  });

  it('fails at the end when there is one too few', () => {
    assert.equal(judge(judgementFor(`${text}, begins: 1`), [[2, {}]])?.atS, LAST_S);
    assert.match(judge(judgementFor(`${text}, begins: 1, ends: 1`), [[2, began(2)]])?.happened ?? '', /ended never/);
  });

  it('fails when it begins too late, or never', () => {
    const within = `${text}, within: 2 s, of: gust`;
    assert.equal(
      judge(judgementFor(within), [
        [1, {}],
        [2, began(2)],
      ]),
      undefined,
    );
    assert.equal(
      judge(judgementFor(within), [
        [1, {}],
        [3, {}],
        [4, began(4)],
      ])?.atS,
      3,
    );
  });

  it('fails when its time never came: it would prove nothing', () => {
    const never = { happened: 'its time never came', atS: undefined };
    for (const part of ['begins: 0, from: over', 'within: 2 s, of: over', 'begins: at most 3, until: start'])
      assert.deepEqual(judge(judgementFor(`${text}, ${part}`), [[2, began(2)]]), never, part);
  });

  it('counts nothing of before its part of the timeline', () => {
    const looks: At[] = [
      [0, began(0)],
      [1, {}],
      [2, {}],
    ];
    assert.equal(judge(judgementFor(`${text}, begins: 0, from: gust`), looks), undefined);
  });
});

describe('sequence', () => {
  const state = (timeS: number, flight_state: 'StandBy' | 'TakingOff' | 'Flying' | 'Landing'): At => [
    timeS,
    { flight: { flight_state } },
  ];
  const text = 'sequence: flight_state, is: [StandBy, TakingOff, Flying]';

  it('passes when the states follow each other, however long each lasts', () => {
    const looks = [state(1, 'StandBy'), state(2, 'StandBy'), state(3, 'TakingOff'), state(4, 'Flying')];
    assert.equal(judge(judgementFor(text), looks), undefined);
  });

  it('fails at the first state that is another', () => {
    const verdict = judge(judgementFor(text), [state(1, 'StandBy'), state(2, 'Landing'), state(3, 'Flying')]);
    assert.deepEqual(verdict, { happened: 'StandBy (1.0 s), Landing (2.0 s)', atS: 2 });
  });

  it('fails at the end when a state is missing', () => {
    assert.equal(judge(judgementFor(text), [state(1, 'StandBy'), state(2, 'TakingOff')])?.atS, LAST_S);
  });
});

describe('at_end', () => {
  it('is judged by the last look alone', () => {
    assert.equal(judge(judgementFor('at_end: altitude < 5 m'), [at(1, 9), at(2, 4)]), undefined);
    assert.equal(judge(judgementFor('at_end: altitude < 5 m'), [at(1, 4), at(2, 9)])?.happened, 'altitude 9 m');
  });
});
