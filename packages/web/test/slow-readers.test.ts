import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { WebSocketServer } from 'ws';
import { Connection } from '../src/subscriptions/connection.ts';
import { messageFrame } from '../src/subscriptions/message-frame.ts';
import { TestWebSocket } from './support/test-web-socket.ts';

const PADDING = 'x'.repeat(30_000);
const message = (value: number) => messageFrame('text', Buffer.from(JSON.stringify({ value, PADDING })));

/* The rules of a connection's queue, with the buffers of a real socket between. */
describe('A client that does not read', () => {
  let server: WebSocketServer;
  let realTimeClock: RealTimeClock;
  let client: TestWebSocket;
  let connection: Connection;
  beforeEach(async () => {
    realTimeClock = new RealTimeClock();
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    server.once('connection', (webSocket, { socket }) => {
      const parts = { id: 'c', sessionId: 's', isEnveloped: false };
      connection = new Connection({
        ...parts,
        operationId: 'test',
        client: 'test',
        clientNames: ['test'],
        webSocket,
        socket: socket as Socket,
        realTimeClock,
      });
    });
    client = await TestWebSocket.open(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    client.tcp.pause();
  });
  afterEach(() => {
    client.socket.terminate();
    server.close();
    realTimeClock.stop();
  });

  it('is closed with 1013 when more than 1 MiB waits, after every event that was sent before', async () => {
    let sent = 0;
    for (; connection.isOpen && sent < 2000; sent += 1) {
      connection.sendEvent(message(sent));
      await new Promise(setImmediate);
    }
    assert.ok(sent < 2000, 'was never closed');
    client.tcp.resume();
    for (let value = 0; value < sent; value += 1) assert.equal((await client.next()).value, value);
    assert.equal((await client.closed).code, 1013);
  });

  it('gets the newest state when it reads again, and is not closed', async () => {
    let value = 0;
    const state = { frame: () => message(value) };
    for (; value < 1000; value += 1) {
      connection.sendState(state);
      await new Promise(setImmediate);
    }
    assert.ok(connection.replaced > 500, `${connection.replaced} states were replaced`);
    client.tcp.resume();
    await client.next((received) => received.value === 1000);
    assert.ok(client.raw.length < 500, `${client.raw.length} states were queued`);
    assert.equal(connection.isOpen, true);
  });
});
