import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { heartbeat } from '../test/support/packets.ts';
import { Packet, SignatureCheck, Signer, SigningClock } from './codec.ts';

const KEY = new Uint8Array(32).fill(7);

function linked(acceptUnsigned?: (packet: Packet) => boolean) {
  const clock = new VirtualClock();
  const signer = new Signer({ key: KEY, linkId: 1, clock: new SigningClock(clock) });
  const signingClock = new SigningClock(clock);
  const check = new SignatureCheck({ key: KEY, clock: signingClock, ...(acceptUnsigned && { acceptUnsigned }) });
  const accepts = (bytes: Uint8Array) => check.accepts(new Packet(bytes));
  return { accepts, check, clock, signer, signingClock };
}

describe('signing', () => {
  it('gives no timestamp twice, even in the same moment and after the clock has gone back', () => {
    let nowUs = Date.UTC(2026, 0, 1) * 1000;
    const clock = new SigningClock({ nowUs: () => nowUs });
    const stamps = [clock.next(), clock.next(), clock.next()];
    nowUs -= 3_600_000_000;
    stamps.push(clock.next());
    nowUs += 7_200_000_000;
    stamps.push(clock.next());
    assert.deepEqual(
      stamps,
      stamps.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(stamps).size, 5);
    assert.equal(stamps[4], (nowUs - Date.UTC(2015, 0, 1) * 1000) / 10);
  });

  it('accepts ten packets that were signed in the same moment', () => {
    const { accepts, signer } = linked();
    const packets = Array.from({ length: 10 }, (_, sequence) => heartbeat({ sequence }, signer));
    assert.deepEqual(packets.map(accepts), Array(10).fill(true));
  });

  it('refuses a replayed packet, a changed one and one signed with another key', () => {
    const { accepts, check, clock, signer } = linked();
    const packet = heartbeat({}, signer);
    assert.equal(accepts(packet), true);
    assert.equal(accepts(packet), false);
    assert.equal(accepts(heartbeat({}, signer).with(4, 9)), false);
    const stranger = new Signer({ key: new Uint8Array(32), linkId: 1, clock: new SigningClock(clock) });
    assert.equal(accepts(heartbeat({}, stranger)), false);
    assert.deepEqual(check.counts, { signed: 1, unsigned: 0, unsignedRefused: 0, wrongSignature: 2, stale: 1 });
  });

  it('follows the time of each system, component and link by itself', () => {
    const { accepts, clock, signer } = linked();
    const other = new Signer({ key: KEY, linkId: 2, clock: new SigningClock(clock) });
    const [first, second, third] = [heartbeat({}, signer), heartbeat({ component: 100 }, signer), heartbeat({}, other)];
    assert.deepEqual([second, third, first].map(accepts), [true, true, true]);
    assert.deepEqual([second, third, first].map(accepts), [false, false, false]);
  });

  it('refuses the first packet of a stream that is more than a minute old', () => {
    const { accepts, clock, signer } = linked();
    const [older, old] = [heartbeat({}, signer), heartbeat({ component: 100 }, signer)];
    clock.advance(59.9);
    assert.equal(accepts(older), true);
    clock.advance(0.2);
    assert.equal(accepts(old), false);
  });

  it('moves its own time on to that of a valid packet, and to no other', () => {
    const { accepts, clock, signingClock } = linked();
    const ahead = new SigningClock(clock, 50_000_000_000_000);
    const signer = new Signer({ key: KEY, linkId: 1, clock: ahead });
    accepts(heartbeat({}, new Signer({ key: new Uint8Array(32), linkId: 1, clock: ahead })));
    assert.equal(signingClock.last, 0);
    accepts(heartbeat({}, signer));
    assert.equal(signingClock.next(), ahead.last + 1);
  });

  it('refuses packets without a signature but for those that its owner accepts', () => {
    const { accepts, check } = linked((packet) => packet.id === 0);
    assert.equal(accepts(heartbeat()), true);
    assert.equal(linked().accepts(heartbeat()), false);
    assert.deepEqual(check.counts, { signed: 0, unsigned: 1, unsignedRefused: 0, wrongSignature: 0, stale: 0 });
  });

  it('takes a key of 32 bytes only', () => {
    const clock = new SigningClock(new VirtualClock());
    assert.throws(() => new Signer({ key: new Uint8Array(31), linkId: 1, clock }), RangeError);
  });
});
