import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Beat } from '@kitestring/hub-contract/beat.ts';
import { Presence } from './presence.ts';

const SID = 'sabcdefghijkl';
const beat = (n: number, more: Partial<Beat> = {}): Beat => ({
  v: 1,
  boot: 'aaaaaaaaaaaa',
  n,
  epoch: 'abcdefghijkl',
  head: 0,
  sent: 0,
  phase: 'StandBy',
  alarms: [0, 0, 0, 0],
  watching: 0,
  link: {},
  t: 0,
  rev: 0,
  ...more,
});

function watched() {
  const presence = new Presence();
  const states: string[] = [];
  presence.onChange(({ state }, before) => state !== before && states.push(state));
  return { presence, states };
}

describe('the presence of a station', () => {
  it('is online with a beat, and offline when three did not come: after 15 s at rest, after 3 s in flight', () => {
    const { presence, states } = watched();
    presence.beat(SID, beat(1), 0);
    presence.check(15_000);
    presence.check(15_001);
    presence.beat(SID, beat(2, { phase: 'Flying' }), 20_000);
    presence.check(23_000);
    assert.deepEqual(states, ['online', 'offline', 'online']);
    presence.check(23_001);
    assert.equal(presence.of(SID)?.state, 'offline');
    assert.equal(presence.of(SID)?.sinceMs, 23_001);
    assert.equal(presence.of(SID)?.beat?.n, 2);
  });

  it('stays online while the hub itself stands still, until the beats that came meanwhile have been read', () => {
    const { presence, states } = watched();
    presence.beat(SID, beat(1, { phase: 'Flying' }), 0);
    presence.check(1000);
    presence.check(9000);
    presence.beat(SID, beat(2, { phase: 'Flying' }), 9001);
    presence.check(10_000);
    assert.deepEqual(states, ['online']);
    presence.check(15_000);
    presence.check(20_000);
    assert.deepEqual(states, ['online', 'offline'], 'a hub that always stands still judges at every other look');
  });

  it('is offline for those who follow it when it is forgotten, and known no more', () => {
    const { presence, states } = watched();
    presence.beat(SID, beat(1), 0);
    presence.onChange(({ sid }) => assert.equal(presence.of(sid), undefined));
    presence.forget(SID);
    presence.forget(SID);
    assert.deepEqual(states, ['online', 'offline']);
  });

  it('ignores an older beat of the same start, and takes a restart', () => {
    const { presence } = watched();
    presence.beat(SID, beat(5), 0);
    presence.beat(SID, beat(4), 1000);
    assert.equal(presence.of(SID)?.receivedMs, 0);
    presence.beat(SID, beat(1, { boot: 'bbbbbbbbbbbb' }), 2000);
    assert.equal(presence.of(SID)?.beat?.boot, 'bbbbbbbbbbbb');
    assert.equal(presence.of(SID)?.state, 'online');
  });

  it('is cloned while two services beat in turn, and itself again when one has been silent for a minute', () => {
    const { presence, states } = watched();
    presence.beat(SID, beat(1), 0);
    presence.beat(SID, beat(1, { boot: 'bbbbbbbbbbbb' }), 1000);
    presence.beat(SID, beat(2), 2000);
    assert.equal(presence.of(SID)?.state, 'cloned');
    presence.beat(SID, beat(2, { boot: 'bbbbbbbbbbbb' }), 11_500);
    assert.equal(presence.of(SID)?.secondBoot, undefined);
    presence.beat(SID, beat(3), 12_000);
    assert.equal(presence.of(SID)?.secondBoot, 'bbbbbbbbbbbb');
    presence.beat(SID, beat(3, { boot: 'bbbbbbbbbbbb' }), 12_500);
    assert.equal(presence.of(SID)?.secondBoot, 'bbbbbbbbbbbb');
    presence.beat(SID, beat(4), 13_000);
    for (let s = 18; s <= 78; s += 5) presence.beat(SID, beat(s), s * 1000);
    assert.deepEqual(states, ['online', 'cloned', 'online']);
    assert.equal(presence.of(SID)?.secondBoot, undefined);
  });

  it('takes the service that was heard before the hub began for the first one, though its copy is heard sooner', () => {
    const presence = new Presence(() => ['aaaaaaaaaaaa']);
    for (let s = 0; s <= 12; s += 1) {
      presence.beat(SID, beat(s + 1, { boot: 'bbbbbbbbbbbb' }), s * 1000);
      if (s > 0) presence.beat(SID, beat(s + 1), s * 1000 + 500);
    }
    assert.equal(presence.of(SID)?.secondBoot, 'bbbbbbbbbbbb');
    assert.deepEqual(presence.boots(SID), ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']);
  });

  it('sends no station away that starts again within a minute of the end of its copy, when a beat of before comes late', () => {
    const { presence } = watched();
    const starts = (boot: string, n: number, ms: number) => presence.beat(SID, beat(n, { boot }), ms);
    for (let s = 0; s <= 12; s += 1) {
      starts('aaaaaaaaaaaa', s + 1, s * 1000);
      starts('bbbbbbbbbbbb', s + 1, s * 1000 + 500);
    }
    assert.equal(presence.of(SID)?.secondBoot, 'bbbbbbbbbbbb');
    starts('cccccccccccc', 1, 20_000);
    starts('aaaaaaaaaaaa', 20, 20_100);
    starts('cccccccccccc', 2, 21_000);
    assert.notEqual(presence.of(SID)?.secondBoot, 'cccccccccccc');
  });

  it('is not cloned by a service that comes back after the other has been silent for a minute', () => {
    const { presence, states } = watched();
    presence.beat(SID, beat(1, { boot: 'bbbbbbbbbbbb' }), 0);
    presence.beat(SID, beat(1), 1000);
    presence.check(20_000);
    presence.beat(SID, beat(2, { boot: 'bbbbbbbbbbbb' }), 61_000);
    presence.beat(SID, beat(3, { boot: 'bbbbbbbbbbbb' }), 66_000);
    assert.deepEqual(states, ['online', 'offline', 'online']);
    presence.beat(SID, beat(2), 67_000);
    assert.equal(presence.of(SID)?.state, 'cloned', 'the other is back');
  });

  it('sends the same service away again as the copy, though the computer of the other has started again meanwhile', () => {
    const { presence } = watched();
    const inTurn = (pair: readonly [string, string], fromMs: number) => {
      for (let s = 0; s <= 12; s += 1) {
        for (const [index, boot] of pair.entries())
          presence.beat(SID, beat(fromMs / 1000 + s, { boot }), fromMs + s * 1000 + 500 * index);
      }
    };
    inTurn(['aaaaaaaaaaaa', 'bbbbbbbbbbbb'], 1000);
    assert.equal(presence.of(SID)?.secondBoot, 'bbbbbbbbbbbb');
    inTurn(['bbbbbbbbbbbb', 'cccccccccccc'], 201_000);
    assert.equal(presence.of(SID)?.secondBoot, 'bbbbbbbbbbbb');
    assert.deepEqual(presence.boots(SID), ['aaaaaaaaaaaa', 'cccccccccccc', 'bbbbbbbbbbbb']);
  });

  it('sends no successor away for beats of a service that has ended, which a bad network gives late and together', () => {
    const { presence, states } = watched();
    const successor = (n: number, ms: number) => presence.beat(SID, beat(n, { boot: 'bbbbbbbbbbbb' }), ms);
    presence.beat(SID, beat(1), 0);
    successor(1, 5000);
    for (let n = 2; n < 40; n += 1) {
      presence.beat(SID, beat(n), 9000 + 10 * n);
      if (n % 10 === 0) successor(n, 9001 + 10 * n);
    }
    for (let s = 12; s <= 82; s += 5) {
      successor(40 + s, s * 1000);
      assert.equal(presence.of(SID)?.secondBoot, undefined);
    }
    assert.deepEqual(states, ['online', 'cloned', 'online']);
  });
});
