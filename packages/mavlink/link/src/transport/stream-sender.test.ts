import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { StreamSender } from './stream-sender.ts';

/** Takes a byte at a time, when it is told to. */
class SlowStream extends Writable {
  readonly taken: number[] = [];
  #next: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 1 });
  }

  override _write(bytes: Buffer, _: string, next: () => void): void {
    this.taken.push(...bytes);
    this.#next = next;
  }

  async take(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const next = this.#next;
      this.#next = undefined;
      next?.();
      await new Promise(setImmediate);
    }
  }
}

const trial = () => {
  const clock = new VirtualClock();
  const stream = new SlowStream();
  let stalls = 0;
  const sender = new StreamSender(stream, clock, () => {
    stalls += 1;
  });
  return { clock, stream, sender, stalls: () => stalls };
};

describe('what waits for a slow stream', () => {
  it('loses the oldest telemetry, and no order', async () => {
    const { sender, stream } = trial();
    sender.send(Uint8Array.of(0), 'Telemetry');
    sender.send(Uint8Array.of(1), 'Telemetry');
    sender.send(Uint8Array.of(200), 'Order');
    for (let index = 2; index <= 258; index += 1) sender.send(Uint8Array.of(index % 100), 'Telemetry');
    await stream.take(300);
    assert.equal(sender.dropped, 2);
    assert.deepEqual(stream.taken.slice(0, 4), [0, 200, 3, 4]);
    assert.equal(stream.taken.length, 258);
  });

  it('is ended when the other side has taken nothing for ten seconds, not before', async () => {
    const { clock, sender, stalls, stream } = trial();
    sender.send(Uint8Array.of(0), 'Order');
    clock.advance(9);
    await stream.take(1);
    sender.send(Uint8Array.of(1), 'Order');
    clock.advance(9.9);
    assert.equal(stalls(), 0);
    clock.advance(0.2);
    assert.equal(stalls(), 1);
  });

  it('is ended by more orders than an end that reads leaves waiting', () => {
    const { sender, stalls } = trial();
    for (let index = 0; index <= 257; index += 1) sender.send(Uint8Array.of(1), 'Order');
    assert.equal(stalls(), 1);
  });

  it('is forgotten when the connection ends: a late order is a wrong one', async () => {
    const { clock, sender, stalls, stream } = trial();
    for (let index = 0; index < 5; index += 1) sender.send(Uint8Array.of(index), 'Order');
    sender.stop();
    await stream.take(5);
    clock.advance(60);
    assert.deepEqual([stream.taken, stalls()], [[0], 0]);
  });
});
