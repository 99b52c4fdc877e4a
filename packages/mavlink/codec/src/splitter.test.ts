import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { heartbeat, v1Packet } from '../test/support/packets.ts';
import { decode, encode, type Packet, Splitter } from './codec.ts';
import { crc16, crc16Continued } from './crc.ts';

/** Claims a packet of 267 bytes. */
const FALSE_START = Uint8Array.of(0xfd, 0xff, 0, 0);

const HEARTBEATS = Array.from({ length: 14 }, (_, sequence) => heartbeat({ sequence }));

function splitting() {
  const clock = new VirtualClock();
  const packets: Packet[] = [];
  const splitter = new Splitter({ clock, onPacket: (packet) => packets.push(packet) });
  return { clock, splitter, sequences: () => packets.map(({ sequence }) => sequence), packets };
}

const bytes = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('Splitter', () => {
  it('delivers packets as soon as their last byte is there, however the stream is cut', () => {
    for (const size of [1, 2, 7, 20, 21, 22, 1000]) {
      const { sequences, splitter } = splitting();
      const stream = bytes(...HEARTBEATS);
      for (let from = 0; from < stream.length; from += size) {
        splitter.push(stream.subarray(from, from + size));
        const complete = Math.floor(Math.min(stream.length, from + size) / 21);
        assert.deepEqual(sequences(), upTo(complete));
      }
      const { counts } = splitter;
      assert.deepEqual(counts, { packets: 14, unknown: 0, lost: 0, badChecksums: 0, garbageBytes: 0 });
    }
  });

  it('delivers what a false start byte has swallowed as soon as its claimed length is there', () => {
    const { sequences, splitter } = splitting();
    splitter.push(FALSE_START);
    for (const packet of HEARTBEATS.slice(0, 12)) splitter.push(packet);
    assert.deepEqual(sequences(), []);
    splitter.push(HEARTBEATS[12] as Uint8Array);
    assert.deepEqual(sequences(), upTo(13));
    assert.equal(splitter.counts.garbageBytes, 4);
    assert.equal(splitter.counts.badChecksums, 1);
  });

  it('delivers what a false start byte has swallowed at the deadline, if nothing else comes', () => {
    const { clock, sequences, splitter } = splitting();
    splitter.push(FALSE_START);
    clock.advance(0.1);
    for (const packet of HEARTBEATS.slice(0, 10)) splitter.push(packet);
    clock.advance(0.19);
    assert.deepEqual(sequences(), []);
    clock.advance(0.01);
    assert.deepEqual(sequences(), upTo(10));
    splitter.push(HEARTBEATS[10] as Uint8Array);
    assert.deepEqual(sequences(), upTo(11));
  });

  it('measures the deadline from the first byte of each incomplete packet', () => {
    const { clock, sequences, splitter } = splitting();
    for (const packet of HEARTBEATS) {
      splitter.push(packet.subarray(0, 10));
      clock.advance(0.25);
      splitter.push(packet.subarray(10));
    }
    assert.deepEqual(sequences(), upTo(14));
    splitter.push(heartbeat().subarray(0, 10));
    clock.advance(0.31);
    splitter.push(heartbeat().subarray(10));
    assert.equal(splitter.counts.packets, 14);
  });

  it('has no deadline any more when a packet has closed its link', () => {
    const clock = new VirtualClock();
    let packets = 0;
    const splitter = new Splitter({
      clock,
      onPacket: () => {
        packets += 1;
        splitter[Symbol.dispose]();
      },
    });
    splitter.push(bytes(heartbeat(), FALSE_START, heartbeat()));
    clock.advance(1);
    assert.equal(packets, 1);
  });

  it('begins again with each datagram, and takes nothing from the stream', () => {
    const { sequences, splitter } = splitting();
    splitter.pushDatagram(FALSE_START);
    splitter.pushDatagram(bytes(FALSE_START, heartbeat({ sequence: 1 }), heartbeat().subarray(0, 20)));
    splitter.pushDatagram(heartbeat({ sequence: 2 }));
    assert.deepEqual(sequences(), [1, 2]);
    assert.equal(splitter.counts.garbageBytes, 28);
  });

  it('holds less than one packet, whatever it is sent', () => {
    const { splitter } = splitting();
    const before = process.memoryUsage().arrayBuffers;
    const zeros = new Uint8Array(65_536);
    for (let turn = 0; turn < 100; turn += 1) splitter.push(zeros);
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 20);
    assert.equal(splitter.counts.garbageBytes, 6_553_600);
  });

  it('gives up a datagram of false starts, whose checksums would take a core at 1 MB/s', () => {
    const { sequences, splitter } = splitting();
    splitter.pushDatagram(new Uint8Array(65_507).fill(0xfe));
    assert.ok(splitter.counts.badChecksums < 2500, `${splitter.counts.badChecksums} checksums`);
    assert.equal(splitter.counts.garbageBytes, 65_507);
    splitter.pushDatagram(heartbeat());
    assert.deepEqual(sequences(), [0]);
  });

  it('delivers a packet of an unknown id, counted, but none whose checksum no definition makes right', () => {
    const { packets, splitter } = splitting();
    const unknown = heartbeat();
    unknown.set([0x39, 0x30, 0], 7);
    const crc = crc16Continued(crc16(unknown, 1, 19), 77);
    unknown.set([crc & 0xff, crc >> 8], 19);
    const wrong = unknown.with(20, (unknown[20]! + 1) & 0xff);
    splitter.pushDatagram(bytes(unknown, wrong));
    assert.deepEqual(
      packets.map(({ id }) => id),
      [12345],
    );
    assert.equal(decode(packets[0] as Packet), undefined);
    assert.equal(splitter.counts.unknown, 1);
    assert.equal(splitter.counts.badChecksums, 1);
  });

  it('refuses a packet with an unknown incompatibility flag, and a known message with a wrong checksum', () => {
    const { packets, splitter } = splitting();
    splitter.pushDatagram(heartbeat().with(2, 2));
    splitter.pushDatagram(heartbeat().with(12, 99));
    assert.equal(packets.length, 0);
  });

  it('reads version 1', () => {
    const { packets, splitter } = splitting();
    const { payload } = { payload: heartbeat().subarray(10, 19) };
    const unchecked = v1Packet(0, payload, 0);
    splitter.push(v1Packet(0, payload, crc16Continued(crc16(unchecked, 1, 15), 50)));
    const message = decode(packets[0] as Packet);
    assert.equal(message?.packet.version, 1);
    assert.deepEqual(message?.name === 'HEARTBEAT' && message.fields.custom_mode, 4);
  });

  it('counts what is missing by the sequence of each sender, and nothing for late and repeated packets', () => {
    const { splitter } = splitting();
    for (const sequence of [250, 251, 2, 1, 2, 3]) splitter.pushDatagram(heartbeat({ sequence }));
    assert.equal(splitter.counts.lost, 6);
    for (const sequence of [100, 102]) splitter.pushDatagram(heartbeat({ sequence, component: 100 }));
    assert.equal(splitter.counts.lost, 7);
  });

  it('keeps a message together that contains packets', () => {
    const { packets, splitter } = splitting();
    const payload = Array.from(bytes(...HEARTBEATS.slice(0, 5)));
    const fields = { target_network: 0, target_system: 0, target_component: 0, payload };
    const carrier = encode('FILE_TRANSFER_PROTOCOL', fields, { system: 1, component: 1, sequence: 0 });
    splitter.push(carrier.subarray(0, 100));
    splitter.push(carrier.subarray(100));
    assert.deepEqual(
      packets.map((packet) => decode(packet)?.name),
      ['FILE_TRANSFER_PROTOCOL'],
    );
  });
});
