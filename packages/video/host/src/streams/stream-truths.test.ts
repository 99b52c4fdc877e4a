import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '@kitestring/station-contract/refusal.ts';
import type { ToMedia } from '@kitestring/video-process/process';
import { type StreamPlan, streamPlans } from '@kitestring/video-process/stream-plan.ts';
import { StreamTruths } from './stream-truths.ts';

const [PLAN] = streamPlans('Camera 2nd Generation') as [StreamPlan, ...StreamPlan[]];
const LISTENER = { onFrame: () => {}, onEnd: () => {} };

const makeTruths = (plan: StreamPlan, sent: ToMedia[] = []) =>
  new StreamTruths({ streams: { ready: () => ok(plan) }, send: (message) => sent.push(message) });

it('refuses the objects of a real camera, which are not known', () => {
  const answer = makeTruths({ ...PLAN, isReal: true }).follow('zoom', LISTENER);
  assert.equal(answer.ok ? '' : answer.refusal.code, 'NO_TRUTH');
});

it('asks for objects while a listener follows, each stream once, at the highest rate', () => {
  const sent: ToMedia[] = [];
  const truths = makeTruths(PLAN, sent);
  const listeners = [{ ...LISTENER, framesPerS: 2 }, { ...LISTENER }, { ...LISTENER, framesPerS: 5 }];
  const ends = listeners.map((listener) => truths.follow('zoom', listener));
  for (const end of ends.toReversed()) if (end.ok) end.value();
  const [two, each] = [[{ streamId: 'zoom', framesPerS: 2 }], [{ streamId: 'zoom' }]];
  assert.deepEqual(
    sent,
    [two, each, each, each, two, []].map((wishes) => ({ kind: 'truth', wishes })),
  );
});
