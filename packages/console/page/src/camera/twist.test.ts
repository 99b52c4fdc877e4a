import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isNearLimit,
  NO_TWIST_TRACK,
  type TwistKnowledge,
  unwindingDps,
  unwindingWay,
  withHeading,
  withReading,
} from './twist.ts';

const counted = (turns: number): TwistKnowledge => ({ kind: 'counted', turns, limitTurns: 10 });
const reading = (turns: number, isTurning = false) => ({ turns, limitTurns: 10, isTurning });
const turnsOf = (knowledge: TwistKnowledge) => (knowledge.kind === 'counted' ? knowledge.turns : Number.NaN);

describe('the turns in the tether', () => {
  it('are those of the station, from the first reading on, without any warning', () => {
    assert.deepEqual(withHeading(NO_TWIST_TRACK, 90).knowledge, { kind: 'unread' });
    assert.deepEqual(withReading(NO_TWIST_TRACK, reading(-1.25)).knowledge, counted(-1.25));
    const unknown = { ...reading(0), turns: undefined };
    assert.deepEqual(withReading(NO_TWIST_TRACK, unknown).knowledge, { kind: 'unread' });
  });

  it('are counted on by the heading between two readings, over North too', () => {
    let track = withHeading(withReading(NO_TWIST_TRACK, reading(1)), 350);
    track = withHeading(track, 80);
    assert.equal(turnsOf(track.knowledge), 1.25);
    assert.equal(turnsOf(withHeading(track, 350).knowledge), 1);
  });

  it('do not jump back by a reading from before while the Kite turns, and are put right when it rests or is far off', () => {
    const track = withReading(NO_TWIST_TRACK, reading(2));
    assert.equal(turnsOf(withReading(track, reading(1.8, true)).knowledge), 2);
    assert.equal(turnsOf(withReading(track, reading(1.8)).knowledge), 1.8);
    assert.equal(turnsOf(withReading(track, reading(1.4, true)).knowledge), 1.4);
  });

  it('are unwound the other way, slower at the end, and not where there are none', () => {
    assert.equal(unwindingWay({ kind: 'unread' }), 0);
    assert.equal(unwindingWay(counted(0.04)), 0);
    assert.equal(unwindingWay(counted(3)), -1);
    assert.equal(unwindingDps(counted(-3), 30, 2), 30);
    assert.equal(unwindingDps(counted(0.1), 30, 2), -18);
    assert.equal(unwindingDps(counted(0.06), 30, 12), -12);
    assert.equal(unwindingDps(counted(0), 30, 2), 0);
  });

  it('are a warning from half of what the tether takes on', () => {
    assert.ok(isNearLimit(counted(-5)));
    assert.ok(!isNearLimit(counted(4.9)));
    assert.ok(!isNearLimit({ kind: 'unread' }));
  });
});
