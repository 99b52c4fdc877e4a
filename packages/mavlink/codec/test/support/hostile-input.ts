import assert from 'node:assert/strict';
import type { UniformStream } from '@kitestring/base/random.ts';
import {
  decode,
  type Packet,
  SignatureCheck,
  SigningClock,
  Splitter,
  StatusTexts,
  TlogReader,
} from '../../src/codec.ts';
import { fixture, heartbeat } from './packets.ts';

const CLOCK = { nowUs: () => 0, schedule: () => () => {} };
const CHECK = new SignatureCheck({
  key: new Uint8Array(32),
  clock: new SigningClock(CLOCK),
  acceptUnsigned: () => true,
});
const RECORDED = new TlogReader().push(fixture('px4.tlog')).map(({ packet }) => packet.bytes);
/** Longer than any packet that a false start claims, and the one that it would swallow the beginning of. */
const GOOD = Array.from({ length: 28 }, (_, sequence) => heartbeat({ sequence }));
/** Bytes with a meaning: starts, flags, longest length. */
const MEANINGFUL = [0xfd, 0xfe, 0, 1, 0xff] as const;

/**
 * Gives one hostile input to all that reads packets.
 * @returns packets in it
 * @throws Error if a good packet after it is not delivered at once
 */
export function receiveHostile(random: UniformStream): number {
  const input = hostile(random);
  const sequences: number[] = [];
  const texts = new StatusTexts({ clock: CLOCK, onText: () => {} });
  const onPacket = (packet: Packet) => {
    sequences.push(packet.sequence);
    const message = CHECK.accepts(packet) ? decode(packet) : undefined;
    if (message?.name === 'STATUSTEXT') texts.push(message);
  };
  using datagrams = new Splitter({ clock: CLOCK, onPacket });
  datagrams.pushDatagram(input);
  datagrams.pushDatagram(heartbeat({ sequence: 77 }));
  assert.equal(sequences.at(-1), 77, 'a datagram after a hostile one');
  using stream = new Splitter({ clock: CLOCK, onPacket });
  const cut = random.below(input.length + 1);
  for (const part of [input.subarray(0, cut), input.subarray(cut), ...GOOD]) stream.push(part);
  assert.equal(sequences.at(-1), GOOD.length - 1, 'the stream after hostile bytes');
  const reader = new TlogReader();
  reader.push(input);
  reader.end();
  return datagrams.counts.packets + stream.counts.packets;
}

/** Some recorded packets, changed, cut, repeated, or noise that looks like packets. */
function hostile(random: UniformStream): Uint8Array {
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    if (random.below(4) === 0) return noise(random);
    const packet = Uint8Array.from(random.pick(RECORDED));
    for (let changes = random.below(4); changes > 0; changes -= 1)
      packet[random.below(Math.min(packet.length, 30))] = byte(random);
    const from = random.below(3) === 0 ? random.below(packet.length) : 0;
    return packet.subarray(from, random.below(3) === 0 ? from + random.below(packet.length) : packet.length);
  });
  return new Uint8Array(Buffer.concat(parts));
}

const noise = (random: UniformStream) => Uint8Array.from({ length: random.below(300) }, () => byte(random));

const byte = (random: UniformStream) => (random.below(2) === 0 ? random.pick(MEANINGFUL) : random.below(256));
