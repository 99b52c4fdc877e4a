import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FreshBeats } from './fresh-beats.ts';

const beat = (n: number, boot = 'aaaaaaaaaaaa') => ({
  v: 1,
  boot,
  n,
  epoch: 'epochabcdefg',
  head: 0,
  sent: 0,
  watching: 0,
  t: 0,
  phase: 'StandBy',
  alarms: [0, 0, 0, 0],
  link: {},
  rev: 0,
});

it('a station at rest is asked for a beat once in two seconds, not for each command, and one that came later by itself counts', async () => {
  let nowMs = 3000;
  let asked = 0;
  let present = { beat: beat(7), receivedMs: 0 };
  const beats = new FreshBeats({
    connection: {
      request: async () => {
        asked += 1;
        return { data: Buffer.from(JSON.stringify(beat(7 + asked))) };
      },
    },
    presence: { of: () => present },
    nowMs: () => nowMs,
  } as never);
  const newest = async () => (await beats.of('sabcdefghijkl'))?.beat.n;
  assert.deepEqual([await newest(), asked], [8, 1]);
  nowMs += 1999;
  assert.deepEqual([await newest(), asked], [8, 1]);
  nowMs += 1;
  assert.deepEqual([await newest(), asked], [9, 2]);
  // The station has started again.
  present = { beat: beat(1, 'bbbbbbbbbbbb'), receivedMs: nowMs };
  assert.deepEqual([await newest(), asked], [1, 2]);
});
