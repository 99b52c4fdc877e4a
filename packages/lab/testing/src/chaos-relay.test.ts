import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { ChaosRelay } from './chaos-relay.ts';
import { until } from './until.ts';

/** An echo server behind a relay. */
async function echoBehindRelay() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relay = await ChaosRelay.start((server.address() as AddressInfo).port, 1);
  return {
    relay,
    client: async () => {
      const socket = connect({ port: relay.port, host: '127.0.0.1' });
      socket.on('error', () => {});
      await once(socket, 'connect');
      return socket;
    },
    [Symbol.asyncDispose]: async () => {
      await relay[Symbol.asyncDispose]();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The echo of a text. */
async function echoed(socket: Socket, text: string): Promise<string> {
  let seen = '';
  socket.write(text);
  while (seen.length < text.length) seen += String((await once(socket, 'data'))[0]);
  return seen;
}

/** Counts the bytes received from now on. */
function countOf(socket: Socket): { bytes: number } {
  const count = { bytes: 0 };
  socket.on('data', ({ length }) => {
    count.bytes += length;
  });
  return count;
}

/** Sockets opened since and still open; earlier ones may close meanwhile. */
function socketsFromNow() {
  const open = new Set<number>();
  const hook = createHook({
    init: (id, type) => type === 'TCPWRAP' && open.add(id),
    destroy: (id) => open.delete(id),
  }).enable();
  return { open, [Symbol.dispose]: () => hook.disable() };
}

const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

const closing = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

describe('a network that a test disturbs', () => {
  it('leaves no socket open when it is cut while a connection ends: the process of the test could not exit', async () => {
    using sockets = socketsFromNow();
    {
      await using network = await echoBehindRelay();
      const socket = await network.client();
      assert.equal(await echoed(socket, 'x'), 'x');
      network.relay.freeze();
      socket.end('y');
      await until('the last byte', () => network.relay.heldBytes === 1);
      network.relay.thaw();
      network.relay.cut();
    }
    await until('the end of each socket', () => sockets.open.size === 0);
  });

  it('keeps no timer when it is cut while an end is a minute away: the process of the test would wait for it', async () => {
    const before = timers();
    {
      await using network = await echoBehindRelay();
      const socket = await network.client();
      assert.equal(await echoed(socket, 'x'), 'x');
      network.relay.conditions = { latencyMs: 60_000, lossShare: 0, kbps: 10_000 };
      const closed = closing(socket);
      network.relay.cut();
      await closed;
    }
    assert.ok(timers() <= before);
  });

  it('gives everything in order, as late as latency and bandwidth make it', async () => {
    await using network = await echoBehindRelay();
    const { relay } = network;
    const socket = await network.client();
    const long = 'abcdefgh'.repeat(20_000);
    assert.equal(await echoed(socket, long), long);
    relay.conditions = { latencyMs: 100, lossShare: 0, kbps: 10_000 };
    let begunMs = performance.now();
    assert.equal(await echoed(socket, 'x'), 'x');
    assert.ok(performance.now() - begunMs >= 199);
    // 160 kB by 10 Mbit/s: 128 ms.
    begunMs = performance.now();
    relay.conditions = { latencyMs: 0, lossShare: 0, kbps: 10_000 };
    assert.equal(await echoed(socket, long), long);
    assert.ok(performance.now() - begunMs >= 127);
    socket.destroy();
  });

  it('gives what was lost 200 ms later at the earliest, when TCP would send it again', async () => {
    // The number of a packet decides whether it is lost; longer texts arrive in a varying number of pieces.
    await using network = await echoBehindRelay();
    const socket = await network.client();
    network.relay.conditions = { latencyMs: 0, lossShare: 0.55, kbps: 10_000 };
    const begunMs = performance.now();
    for (const text of ['abcd', 'efgh', 'ijkl']) assert.equal(await echoed(socket, text), text);
    assert.ok(performance.now() - begunMs >= 199);
    socket.destroy();
  });

  it('holds everything during a partition, connections too, and gives it afterwards', async () => {
    await using network = await echoBehindRelay();
    const { relay } = network;
    const socket = await network.client();
    await echoed(socket, 'before');
    relay.freeze();
    const came = countOf(socket);
    socket.write('during');
    await until('the relay to hold it', () => relay.heldBytes === 'during'.length);
    assert.equal(came.bytes, 0);
    relay.thaw();
    assert.equal(String((await once(socket, 'data'))[0]), 'during');
    socket.destroy();
  });

  it('forgets connections without telling anybody, and resets them when it is cut', async () => {
    await using network = await echoBehindRelay();
    const { relay } = network;
    const dead = await network.client();
    await echoed(dead, 'before');
    relay.forget();
    const came = countOf(dead);
    dead.write('lost');
    const living = await network.client();
    assert.equal(await echoed(living, 'new'), 'new');
    const closed = closing(dead);
    relay.mend();
    await closed;
    assert.equal(came.bytes, 0);
    const reset = closing(living);
    relay.cut();
    await reset;
    const refused = connect({ port: relay.port, host: '127.0.0.1' });
    refused.on('error', () => {});
    await closing(refused);
  });
});
