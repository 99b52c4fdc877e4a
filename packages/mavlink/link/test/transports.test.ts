import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { type MavlinkAddress, parseAddress } from '../src/address.ts';
import type { MavlinkTransport } from '../src/transport/mavlink-transport.ts';
import { openTransport } from '../src/transport/open-transport.ts';
import { TransportRecorder } from './support/transport-recorder.ts';

const bytes = (text: string) => Buffer.from(text);

function address(text: string): MavlinkAddress {
  const parsed = parseAddress(text);
  return parsed.ok ? parsed.address : assert.fail(text);
}

const portOf = ({ state }: MavlinkTransport): number => (state.state === 'Open' ? (state.boundTo ?? 0) : 0);

const cleanup = new AsyncDisposableStack();
after(() => cleanup.disposeAsync());

async function opened(text: string, clock = new VirtualClock()) {
  const events = new TransportRecorder();
  const transport = cleanup.use(await openTransport(address(text), clock, events));
  return { transport, events, clock };
}

async function udpSocket(): Promise<Socket> {
  const socket = createSocket('udp4');
  cleanup.defer(() => void socket.close());
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
}

const nextMessage = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('message', (message) => resolve(message.toString())));

describe('a UDP listener', () => {
  it('learns who has sent a valid packet, and sends to all of them or to one', async () => {
    const { transport, events } = await opened('udp://0.0.0.0:0');
    const port = portOf(transport);
    events.isValid = (text) => text !== 'noise';
    const [one, other, stranger] = await Promise.all([udpSocket(), udpSocket(), udpSocket()]);
    const sockets: readonly (readonly [Socket, string])[] = [
      [stranger, 'noise'],
      [one, 'one'],
      [other, 'other'],
    ];
    for (const [socket, text] of sockets) socket.send(text, port, '127.0.0.1');
    await events.when(({ received }) => received.length === 3);
    const { state } = transport;
    const peers = [one, other].map((socket) => `127.0.0.1:${socket.address().port}`);
    assert.deepEqual(state.state === 'Open' && state.peers.toSorted(), peers.toSorted());
    const all = Promise.all([nextMessage(one), nextMessage(other)]);
    transport.send(bytes('to all'), 'Telemetry');
    assert.deepEqual(await all, ['to all', 'to all']);
    const alone = nextMessage(other);
    transport.send(bytes('to one'), 'Order', peers[1]);
    assert.equal(await alone, 'to one');
  });

  it('has a bounded number of peers: a new one gets the place of one that is silent, never of one that is heard', async () => {
    const { transport, events, clock } = await opened('udp://0.0.0.0:0');
    const sockets = await Promise.all(Array.from({ length: 17 }, udpSocket));
    const say = async (socket: Socket | undefined) => {
      const count = events.received.length;
      socket?.send('x', portOf(transport), '127.0.0.1');
      await events.when(({ received }) => received.length > count);
    };
    const peers = () => (transport.state.state === 'Open' ? transport.state.peers : []);
    for (const socket of sockets) await say(socket);
    const last = `127.0.0.1:${sockets[16]?.address().port}`;
    assert.equal(peers().length, 16);
    assert.ok(!peers().includes(last));
    clock.advance(31);
    await say(sockets[0]);
    await say(sockets[16]);
    assert.ok(peers().includes(last));
    assert.deepEqual(events.left, [`127.0.0.1:${sockets[1]?.address().port}`]);
  });

  it('sends orders to a silent peer, and no telemetry', async () => {
    const { transport, events, clock } = await opened('udp://0.0.0.0:0');
    const socket = await udpSocket();
    socket.send('x', portOf(transport), '127.0.0.1');
    await events.when(({ received }) => received.length === 1);
    clock.advance(31);
    const heard = nextMessage(socket);
    transport.send(bytes('telemetry'), 'Telemetry');
    transport.send(bytes('order'), 'Order');
    assert.equal(await heard, 'order');
  });

  it('knows by which of our addresses a peer has reached us', async () => {
    for (const text of ['udp://0.0.0.0:0', 'udp-listen://127.0.0.1:0']) {
      const { transport, events } = await opened(text);
      const socket = await udpSocket();
      socket.send('x', portOf(transport), '127.0.0.1');
      await events.when(({ received }) => received.length === 1);
      const peer = `127.0.0.1:${socket.address().port}`;
      assert.equal(await until('an address', () => transport.localAddressOf?.(peer)), '127.0.0.1', text);
      assert.equal(transport.localAddressOf?.('127.0.0.1:1'), undefined);
    }
  });

  it('says in one line that its port is in use, and leaves its own when it closes', async () => {
    const { transport } = await opened('udp-listen://127.0.0.1:0');
    const port = portOf(transport);
    await assert.rejects(opened(`udp-listen://127.0.0.1:${port}`), {
      code: 'PORT_IN_USE',
      message: /^udp-listen:\/\/127\.0\.0\.1:\d+: the port is in use: end the other program, or choose another port$/,
    });
    await transport[Symbol.asyncDispose]();
    assert.deepEqual(transport.state, { state: 'Closed' });
    const { transport: next } = await opened(`udp-listen://127.0.0.1:${port}`);
    assert.equal(portOf(next), port);
  });
});

describe('a UDP client', () => {
  it('is no fault while no program listens, and reaches the one that starts later', async () => {
    const { transport: first } = await opened('udp-listen://127.0.0.1:0');
    const port = portOf(first);
    await first[Symbol.asyncDispose]();
    const { transport: client, events } = await opened(`udp://127.0.0.1:${port}`);
    await events.when(({ states }) => states.includes('Open'));
    client.send(bytes('unheard'), 'Order');
    const { transport: late, events: heard } = await opened(`udp-listen://127.0.0.1:${port}`);
    client.send(bytes('heard'), 'Order');
    // The refusal of the first datagram may take the second one with it.
    client.send(bytes('heard'), 'Order');
    await heard.when(({ text }) => text.includes('heard'));
    late.send(bytes('answer'), 'Order');
    await events.when(({ text }) => text === 'answer');
    assert.deepEqual(events.states, ['Open']);
  });

  it('looks an unknown name up again', async () => {
    const { transport, events, clock } = await opened('udp://aircraft..invalid:14550');
    await events.when(({ states }) => states.length === 1);
    assert.equal(transport.state.state, 'Down');
    clock.advance(0.6);
    await events.when(({ states }) => states.length === 2);
    assert.deepEqual(events.states, ['Down', 'Down']);
  });
});

describe('TCP', () => {
  it('carries bytes both ways', async () => {
    const { transport: server, events: atServer } = await opened('tcp-listen://127.0.0.1:0');
    const { transport: client, events: atClient } = await opened(`tcp://127.0.0.1:${portOf(server)}`);
    await atClient.when(({ states }) => states.includes('Open'));
    client.send(bytes('up'), 'Order');
    await atServer.when(({ text }) => text === 'up');
    server.send(bytes('down'), 'Telemetry');
    await atClient.when(({ text }) => text === 'down');
    const [peer = ''] = server.state.state === 'Open' ? server.state.peers : [];
    assert.equal(server.localAddressOf?.(peer), '127.0.0.1');
    const [other = ''] = client.state.state === 'Open' ? client.state.peers : [];
    assert.equal(client.localAddressOf?.(other), '127.0.0.1');
  });

  it('connects again after a refusal and after the end of a connection, later with each failure', async () => {
    const { transport: first } = await opened('tcp-listen://127.0.0.1:0');
    const port = portOf(first);
    await first[Symbol.asyncDispose]();
    const { transport: client, events, clock } = await opened(`tcp://127.0.0.1:${port}`);
    await events.when(({ states }) => states.length === 1);
    assert.match(client.state.state === 'Down' ? client.state.reason : '', /ECONNREFUSED/);
    clock.advance(0.5);
    await events.when(({ states }) => states.length === 2);
    const { transport: server } = await opened(`tcp-listen://127.0.0.1:${port}`);
    clock.advance(0.9);
    assert.deepEqual(events.states, ['Down', 'Down'], 'the second wait is a second');
    clock.advance(0.1);
    await events.when(({ states }) => states.length === 3);
    await server[Symbol.asyncDispose]();
    await events.when(({ states }) => states.length === 4);
    assert.deepEqual(events.states, ['Down', 'Down', 'Open', 'Down']);
    assert.deepEqual(events.left, [`127.0.0.1:${port}`]);
  });

  it('sends nothing after a new connection that was meant for the last one', async () => {
    const { transport: server } = await opened('tcp-listen://127.0.0.1:0');
    const port = portOf(server);
    const { transport: client, events, clock } = await opened(`tcp://127.0.0.1:${port}`);
    await events.when(({ states }) => states.includes('Open'));
    await server[Symbol.asyncDispose]();
    await events.when(({ states }) => states.at(-1) === 'Down');
    client.send(bytes('late'), 'Order');
    const { events: atNext } = await opened(`tcp-listen://127.0.0.1:${port}`);
    clock.advance(0.5);
    await events.when(({ states }) => states.at(-1) === 'Open');
    client.send(bytes('now'), 'Order');
    await atNext.when(({ text }) => text !== '');
    assert.equal(atNext.text, 'now');
  });

  it('ends a connection whose other end reads nothing, and has dropped telemetry before', async () => {
    const server = createServer((socket) => socket.pause());
    cleanup.defer(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    const port = typeof bound === 'object' ? bound?.port : undefined;
    const { transport, events, clock } = await opened(`tcp://127.0.0.1:${port}`);
    await events.when(({ states }) => states.includes('Open'));
    const packet = Buffer.alloc(2 ** 16);
    // Until the system holds all that it can.
    while (transport.dropped === 0) {
      for (let index = 0; index < 100; index += 1) transport.send(packet, 'Telemetry');
      await new Promise(setImmediate);
    }
    clock.advance(10);
    await events.when(({ states }) => states.at(-1) === 'Down');
    assert.equal(transport.state.state === 'Down' && transport.state.reason, 'the other end reads nothing');
  });

  it('refuses connections beyond its limit', async () => {
    const { transport: server, events } = await opened('tcp-listen://127.0.0.1:0');
    const clients = await Promise.all(Array.from({ length: 17 }, () => opened(`tcp://127.0.0.1:${portOf(server)}`)));
    await events.when(({ states }) => states.length >= 16);
    const downs = () => clients.filter(({ events: { states } }) => states.at(-1) === 'Down');
    await Promise.race(clients.map(({ events: each }) => each.when(({ states }) => states.at(-1) === 'Down')));
    assert.equal(downs().length, 1);
  });
});
