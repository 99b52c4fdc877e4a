import assert from 'node:assert/strict';
import { it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import fc from 'fast-check';
import { Handoff } from './handoff.ts';

const SEATS = ['a', 'b', 'c', 'd', 'e'];

const caller = (sessionId: string): Caller => ({ sessionId, callerId: 'p', callerName: 'p', scopes: ['control'] });

const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('request' as const), fc.constantFrom(...SEATS)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('override' as const), fc.constantFrom(...SEATS)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('release' as const), fc.constantFrom(...SEATS)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('drop' as const), fc.constantFrom(...SEATS)) },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constant('wait' as const), fc.constantFrom(0.000_001, 1, 9.999_999, 10, 25, 60)),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Follows the handoff by what clients see, with its own idea of who joined when. */
class Witness {
  readonly clock = new VirtualClock();
  readonly handoff = new Handoff({ clock: this.clock, leaseS: 10, queuePlaceS: 60, operatorMaxAgeS: 20 });
  #joined: string[] = [];

  take([what, value]: Step): void {
    const [holderBefore] = this.#look();
    if (what === 'wait') this.clock.advance(value);
    if (what === 'drop') this.handoff.dropSession(value);
    if (what === 'release') this.handoff.release(caller(value));
    if (what === 'override') {
      this.handoff.override(caller(value), { operator_name: value });
      assert.equal(this.#look()[0], value, 'an override takes control at once');
    }
    if (what === 'request') {
      const result = this.handoff.request(caller(value), { operator_name: value });
      const isFree = holderBefore === undefined || holderBefore === value;
      assert.deepEqual(result, { ok: true, value: isFree ? 'granted' : 'queued' });
    }
  }

  check(): void {
    const [holder, queue] = this.#look();
    const permitted = SEATS.filter((seat) => this.handoff.permit(caller(seat)).ok);
    assert.deepEqual(
      permitted,
      holder === undefined ? SEATS : [holder],
      'at most one may command while one is in control',
    );
    assert.ok(holder === undefined || !queue.includes(holder), 'nobody is both in control and in the queue');
    assert.equal(new Set(queue).size, queue.length, 'nobody has two places');
    assert.ok(holder !== undefined || queue.length === 0, 'control is never idle while somebody waits');
    const stayed = this.#joined.filter((seat) => queue.includes(seat));
    this.#joined = [...stayed, ...queue.filter((seat) => !stayed.includes(seat))];
    assert.deepEqual(queue, this.#joined, 'the queue is in order of joining');
  }

  #look(): [holder: string | undefined, queue: string[]] {
    const { controlling_client, requesting_clients } = this.handoff.topic.value;
    return [controlling_client?.session_id, requesting_clients.map(({ session_id }) => session_id)];
  }
}

it('keeps its invariants whatever its clients do (fast-check prints the seed of a failure)', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const witness = new Witness();
      for (const one of steps) {
        witness.take(one);
        witness.check();
      }
    }),
    { numRuns: 500 },
  );
});
