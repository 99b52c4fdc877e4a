import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decode,
  encode,
  type Message,
  type Packet,
  Signer,
  SigningClock,
  Splitter,
  TlogReader,
} from '@kitestring/mavlink-codec/codec.ts';
import { benchDriver } from './mavlink/driver.ts';
import { type BenchRow, figure, median, progress } from './result.ts';

const FIXTURES = join(import.meta.dirname, '../packages/mavlink/codec/test/fixtures');
const ROUNDS = 9;
const ROUND_MESSAGES = 200_000;
/** Payload of a datagram on Ethernet. */
const CHUNK = 1472;

/** The codec, and the driver of real aircraft, on the messages that two real autopilots sent and received. */
export async function benchMavlink(): Promise<BenchRow[]> {
  progress('MAVLink: the codec');
  const codec = benchCodec();
  progress('MAVLink: the driver');
  return [
    ...codec,
    ...(await benchDriver(
      recorded('px4')
        .map((packet) => decode(packet))
        .filter(isKnown),
    )),
  ];
}

const isKnown = (message: Message | undefined): message is Message => message !== undefined;

/** Messages per second of one core. */
function benchCodec(): BenchRow[] {
  const packets = ['arducopter', 'px4'].flatMap(recorded);
  const messages = packets.map((packet) => decode(packet) as Message);
  const datagrams = packets.map(({ bytes }) => new Uint8Array(bytes));
  const stream = new Uint8Array(Buffer.concat(datagrams));
  const signer = new Signer({ key: new Uint8Array(32), linkId: 1, clock: new SigningClock(NO_TIME) });
  const per = messages.length;
  return [
    figure(
      'MAVLink: encode',
      rate(per, () => encodeAll(messages)),
      'messages/s',
      { atLeast: 400_000 },
    ),
    figure(
      'MAVLink: encode and sign',
      rate(per, () => encodeAll(messages, signer)),
      'messages/s',
    ),
    figure(
      'MAVLink: split and decode datagrams',
      rate(per, () => decodeDatagrams(datagrams)),
      'messages/s',
      {
        atLeast: 300_000,
      },
    ),
    figure(
      'MAVLink: split and decode a stream',
      rate(per, () => decodeStream(stream)),
      'messages/s',
      {
        atLeast: 300_000,
      },
    ),
  ];
}

function recorded(name: string): Packet[] {
  const reader = new TlogReader();
  return reader.push(readFileSync(join(FIXTURES, `${name}.tlog`))).map(({ packet }) => packet);
}

/** Median of the rounds, per second of processor time. @param messages of one run */
function rate(messages: number, run: () => void): number {
  const turns = Math.ceil(ROUND_MESSAGES / messages);
  const rates = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < turns; turn += 1) run();
    const { system, user } = process.cpuUsage(before);
    return (turns * messages * 1e6) / (system + user);
  });
  return median(rates);
}

function encodeAll(messages: readonly Message[], signer?: Signer): void {
  for (const message of messages) encode(message.name, message.fields as never, message, signer);
}

function decodeDatagrams(datagrams: readonly Uint8Array[]): void {
  using splitter = decoding();
  for (const datagram of datagrams) splitter.pushDatagram(datagram);
}

function decodeStream(stream: Uint8Array): void {
  using splitter = decoding();
  for (let from = 0; from < stream.length; from += CHUNK) splitter.push(stream.subarray(from, from + CHUNK));
}

const NO_TIME = { nowUs: () => 0, schedule: () => () => {} };

const decoding = () => new Splitter({ clock: NO_TIME, onPacket: (packet) => void decode(packet) });
