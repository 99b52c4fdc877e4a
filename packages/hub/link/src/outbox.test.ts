import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { SealedSegment } from './journal/segment-row.ts';
import { Outbox } from './outbox.ts';

/** A journal of one-record segments, and a broker whose answers the test gives. */
class Scene {
  readonly clock = new VirtualClock();
  readonly asked: { readonly first: number; readonly id: string; take(): void; fail(): void }[] = [];
  readonly faults: unknown[] = [];
  readonly journal = {
    synced: 0,
    sent: 0,
    epoch: 'epochabcdefg',
    generation: 0,
    segmentAfter: (seq: number) => (seq < this.journal.synced ? segment(seq + 1) : undefined),
    confirmSent: (_epoch: string, _generation: number, last: number) => {
      this.journal.sent = Math.max(this.journal.sent, last);
    },
  };
  readonly outbox = new Outbox({
    journal: this.journal,
    sid: 'sabcdefghijkl',
    shard: 0,
    clock: this.clock,
    kbps: 1e9,
    publish: (_subject, _bytes, id) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const fail = () => reject(new Error('no broker'));
      this.asked.push({ first: Number(id.split(':')[2]), id, take: resolve, fail });
      return promise;
    },
    onFault: (fault) => this.faults.push(fault),
  });

  /** Lets answers arrive and the limit of the uplink pass. */
  async settle(seconds = 0.001): Promise<void> {
    for (let turn = 0; turn < 12; turn += 1) {
      await Promise.resolve();
      this.clock.advance(seconds / 12);
    }
  }
}

const segment = (first: number): SealedSegment => ({
  first,
  last: first,
  t0: 0,
  t1: 0,
  hasEvent: true,
  previous: '',
  bodyHash: '',
  hash: '',
  signature: '',
  body: new Uint8Array(10),
});

describe('the outbox', () => {
  it('sends in order, a few at a time, and counts as sent only what the broker has without a hole', async () => {
    const scene = new Scene();
    scene.journal.synced = 10;
    scene.outbox.pump();
    await scene.settle();
    assert.deepEqual(
      scene.asked.map(({ first }) => first),
      [1, 2, 3, 4],
    );
    scene.asked[1]?.take();
    await scene.settle();
    assert.equal(scene.journal.sent, 0, 'the first is still missing');
    scene.asked[0]?.take();
    await scene.settle();
    assert.equal(scene.journal.sent, 2);
    assert.equal(scene.asked.length, 2 + LIMITS.segmentsInFlight);
  });

  it('sends what failed again, each second while a cluster finds a leader, then after a pause that doubles up to a minute', async () => {
    const scene = new Scene();
    scene.journal.synced = 1;
    scene.outbox.pump();
    const pauses: number[] = [];
    for (let round = 0; round < 18; round += 1) {
      const { length } = scene.asked;
      scene.asked.at(-1)?.fail();
      await scene.settle();
      let pauseS = 0;
      for (; scene.asked.length === length; pauseS += 1) await scene.settle(1);
      pauses.push(pauseS);
    }
    assert.deepEqual(pauses, [...Array(10).fill(1), 2, 4, 8, 16, 32, 60, 60, 60]);
    assert.equal(scene.faults.length, 18);
    scene.asked.at(-1)?.take();
    await scene.settle();
    assert.equal(scene.journal.sent, 1);
  });

  it('begins again under a new generation, and what was on its way before counts no more', async () => {
    const scene = new Scene();
    scene.journal.synced = 3;
    scene.outbox.pump();
    await scene.settle();
    scene.journal.generation = 1;
    scene.outbox.restart();
    await scene.settle();
    for (const asked of scene.asked.slice(0, 3)) asked.take();
    await scene.settle();
    assert.equal(scene.journal.sent, 0);
    assert.deepEqual(
      scene.asked.slice(3).map(({ id }) => id),
      [1, 2, 3].map((first) => `sabcdefghijkl:epochabcdefg:${first}:1`),
    );
  });

  it('whatever fails in whatever order, everything arrives and nothing is skipped', async (t) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    t.diagnostic(`SEED=${seed}`);
    const random = new UniformStream(seed);
    const scene = new Scene();
    const taken = new Set<number>();
    for (let step = 0; step < 400; step += 1) {
      if (random.uniform() < 0.3) scene.journal.synced += 1;
      scene.outbox.pump();
      const open = scene.asked.splice(0).sort(() => random.uniform() - 0.5);
      for (const asked of open) {
        const chance = random.uniform();
        if (chance < 0.6) taken.add(asked.first);
        if (chance < 0.5) asked.take();
        else asked.fail();
      }
      await scene.settle(random.uniform() * 3);
      for (let seq = 1; seq <= scene.journal.sent; seq += 1) assert.ok(taken.has(seq), `${seq} never arrived`);
    }
    for (let round = 0; round < 400 && scene.journal.sent < scene.journal.synced; round += 1) {
      for (const asked of scene.asked.splice(0)) {
        taken.add(asked.first);
        asked.take();
      }
      await scene.settle(1);
    }
    assert.equal(scene.journal.sent, scene.journal.synced);
  });

  it('takes no more of the uplink than is set', async () => {
    const scene = new Scene();
    const sent: number[] = [];
    const slow = new Outbox({
      journal: scene.journal,
      sid: 'sabcdefghijkl',
      shard: 0,
      clock: scene.clock,
      kbps: 16,
      publish: async (_subject, bytes) => void sent.push(bytes.length),
      onFault: () => {},
    });
    scene.journal.synced = 1000;
    slow.pump();
    await scene.settle(10);
    for (let second = 0; second < 10; second += 1) await scene.settle(1);
    const bits = sent.reduce((sum, length) => sum + length * 8, 0);
    assert.ok(bits > 0 && bits <= 16_000 * 20 + 8 * 400, `${bits} bits in 20 s`);
    slow.stop();
  });
});
