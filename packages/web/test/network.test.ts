import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { SendQueues } from '@kitestring/os/send-queues.ts';
import { TrustedProxies } from '../src/limits/trusted-proxies.ts';
import { EndedConnections } from '../src/listen/ended-connections.ts';
import { DEADLINES, type Deadlines } from '../src/listen/http-limits.ts';
import { Network } from '../src/listen/network.ts';
import { openSocket, readAnswer } from './support/raw-exchange.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const UPGRADE = REQUEST.replace('\r\n\r\n', '\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
/** More than all may have waiting, and what the buffers of two systems take. */
const LARGE = Buffer.alloc(96 * 2 ** 20);

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A network whose requests wait for the test to answer them. */
async function openNetwork(deadlines: Deadlines = DEADLINES, isKnownClient = () => true) {
  const realTimeClock = new VirtualClock();
  const ended = new EndedConnections();
  const came: Asked[] = [];
  let asked = 0;
  const events = new EventEmitter();
  const listener: RequestListener = (request, response) => {
    came.push({ request, response });
    events.emit('asked');
  };
  const network = await Network.open({
    api: {
      answers: { commonHeaders: [] },
      connections: { closeAll: async () => {}, terminateAll: () => {} },
      listener,
      upgrades: { note: () => {} },
    } as unknown as Parameters<typeof Network.open>[0]['api'],
    tls: selfSignedPair(),
    tlsMode: 'both',
    listeners: [{ host: '127.0.0.1', port: 0 }],
    isKnownHost: () => true,
    connectionsMax: 10,
    connectionsPerAddressMax: 10,
    isKnownClient,
    proxies: new TrustedProxies([]),
    ended,
    deadlines,
    log: { error: assert.fail } as never,
    realTimeClock,
  });
  return {
    realTimeClock,
    ended: () => Object.fromEntries(ended.family.read() as [string, number][]),
    connect: (secure: boolean): Socket => openSocket(network.addresses[0]?.port ?? 0, secure).on('error', () => {}),
    /** The next request, in the order in which they come. */
    async asked(): Promise<Asked> {
      asked += 1;
      const number = asked;
      while (came.length < number) await once(events, 'asked');
      return came[number - 1] as Asked;
    },
    async [Symbol.asyncDispose]() {
      let isStopped = false;
      const stopped = network.stop().finally(() => {
        isStopped = true;
      });
      for (; !isStopped; await setImmediate()) realTimeClock.advance(1);
      await stopped;
    },
  };
}

for (const secure of [false, true]) {
  describe(`The network over ${secure ? 'HTTPS' : 'HTTP'}`, () => {
    it('reads nothing more from a connection while a request on it waits for its turn', async () => {
      await using network = await openNetwork();
      const socket = network.connect(secure);
      socket.write(REQUEST.repeat(3));
      for (const isWaiting of [true, true, false]) {
        const { request, response } = await network.asked();
        await setImmediate();
        assert.equal(request.socket.isPaused(), isWaiting);
        response.end('answer');
        assert.equal((await readAnswer(socket)).status, 200);
      }
      socket.destroy();
    });

    it('ends a client that leaves an answer unread, also where it asks for a WebSocket behind it', async () => {
      await using network = await openNetwork({ ...DEADLINES, unreadMs: 300 });
      const socket = network.connect(secure);
      socket.pause();
      socket.write(REQUEST + UPGRADE);
      const { request, response } = await network.asked();
      response.end(LARGE);
      await once(request.socket, 'close');
      assert.equal(network.ended().unread, 1);
      socket.destroy();
    });

    it('lets a client read an answer slowly for as long as it takes something, also of what the system holds for it', async () => {
      await using network = await openNetwork();
      const socket = network.connect(secure);
      socket.pause();
      socket.write(REQUEST);
      const { request, response } = await network.asked();
      response.end(LARGE);
      const { localAddress, localPort, remoteAddress, remotePort } = request.socket;
      const held = () => new SendQueues().of({ localAddress, localPort, remoteAddress, remotePort });
      const later = async () => {
        const sinceMs = performance.now();
        await until('newer figures of the system', () => performance.now() - sinceMs > 250);
      };
      for (let time = 0; time < 3; time += 1) {
        // As after the deadline.
        response.emit('timeout', request.socket);
        assert.deepEqual([request.socket.destroyed, network.ended().unread ?? 0], [false, 0]);
        const before = held();
        while (held() === before) {
          const taken = once(socket, 'data');
          socket.resume();
          await taken;
          socket.pause();
        }
        await later();
      }
      // On a busy machine the system of the client still takes what it has room for, after the client stopped reading, also
      // between a deadline and the figure read here. Over two deadlines without a change nothing was taken.
      let before = held();
      for (let unchanged = 0; unchanged < 2 && !request.socket.destroyed; ) {
        response.emit('timeout', request.socket);
        await later();
        const now = held();
        unchanged = now === before ? unchanged + 1 : 0;
        before = now;
      }
      assert.deepEqual([request.socket.destroyed, network.ended().unread], [true, 1]);
      socket.destroy();
    });

    it('ends the longest queue while all together are over 64 MiB', async () => {
      await using network = await openNetwork();
      const [short, long] = await Promise.all(
        [LARGE.subarray(0, 2 ** 20), LARGE].map(async (body) => {
          const client = network.connect(secure);
          client.write(REQUEST);
          const { request, response } = await network.asked();
          client.pause();
          response.end(body);
          return { client, request, response };
        }),
      );
      assert.ok(short && long);
      const closed = once(long.request.socket, 'close');
      network.realTimeClock.advance(1);
      await closed;
      assert.equal(network.ended().queues_full, 1);
      short.client.resume();
      if (!short.response.writableFinished) await once(short.response, 'finish');
      for (const { client } of [short, long]) client.destroy();
    });

    it('answers a tunnel behind another request after that one', async () => {
      await using network = await openNetwork();
      const socket = network.connect(secure);
      socket.write(`${REQUEST}CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n`);
      (await network.asked()).response.writeHead(204).end();
      assert.equal((await readAnswer(socket)).status, 204);
      assert.equal((await readAnswer(socket)).status, 400);
      assert.deepEqual(await socket.toArray(), []);
    });

    it('carries nothing out behind an answer that closes the connection', async () => {
      await using network = await openNetwork();
      for (const first of [REQUEST, REQUEST.replace('\r\n\r\n', '\r\nExpect: nonsense\r\n\r\n')]) {
        const socket = network.connect(secure);
        socket.write(first + REQUEST);
        if (first === REQUEST)
          (await network.asked()).response.writeHead(400, { connection: 'Upgrade, close', 'content-length': 0 }).end();
        assert.equal((await readAnswer(socket)).status, 400);
        assert.deepEqual(await socket.toArray(), []);
      }
      const after = network.connect(secure);
      after.write(REQUEST.replace('GET /', 'GET /after'));
      const { request, response } = await network.asked();
      assert.equal(request.url, '/after');
      response.end();
      after.destroy();
    });
  });
}

it('A network keeps the last quarter of its connections for clients that have signed in', async () => {
  let isKnown = false;
  await using network = await openNetwork(DEADLINES, () => isKnown);
  const sockets: Socket[] = [];
  const connected = async () => {
    const socket = network.connect(false);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  for (let count = 0; count < 8; count += 1) await connected();
  const stranger = await connected();
  await once(stranger, 'close');
  assert.equal(network.ended().listener_full, 1);
  isKnown = true;
  const operator = await connected();
  operator.write(REQUEST);
  const { response } = await network.asked();
  response.end('answer');
  assert.equal((await readAnswer(operator)).status, 200);
  for (const socket of sockets) socket.destroy();
});
