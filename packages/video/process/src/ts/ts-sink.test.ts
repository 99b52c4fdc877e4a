import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { TS_PACKET_BYTES } from './ts-packets.ts';
import { openTsSink } from './ts-sink.ts';

const PICTURE = new Uint8Array(100 * 7 * TS_PACKET_BYTES);

type Found = (error: Error | null, address: string, family: number) => void;

describe('a transport stream over UDP', () => {
  it('asks for the address of a host once, however many datagrams there are, and sends nothing before it is known', async (test) => {
    const asked: Found[] = [];
    let nowMs = 1000;
    test.mock.method(performance, 'now', () => nowMs);
    test.mock.method(dns, 'lookup', (_host: string, _options: object, found: Found) => asked.push(found));
    const receiver = createSocket('udp4');
    receiver.bind(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const troubles: string[] = [];
    const sink = openTsSink(`udp://receiver.example:${port}`, (reason) => troubles.push(reason));
    sink.write(PICTURE);
    sink.write(PICTURE);
    assert.equal(asked.length, 1);
    asked[0]?.(new Error('it is not known'), '', 0);
    sink.write(PICTURE);
    assert.equal(asked.length, 1, 'not asked again at once');
    assert.deepEqual(troubles, [`the transport stream cannot be sent to receiver.example:${port}: it is not known`]);
    nowMs += 2000;
    sink.write(PICTURE);
    asked[1]?.(null, '127.0.0.1', 4);
    sink.write(PICTURE);
    const [datagram] = await once(receiver, 'message');
    assert.equal(datagram.length, 7 * TS_PACKET_BYTES);
    assert.equal(asked.length, 2);
    nowMs += 29_999;
    sink.write(PICTURE);
    assert.equal(asked.length, 2);
    nowMs += 1;
    sink.write(PICTURE);
    assert.equal(asked.length, 3, 'another answer is noticed after half a minute');
    await sink.close();
    receiver.close();
  });
});
