import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { apiOf } from '../api-version.ts';
import { HttpLink } from '../link/http-link.ts';
import { StationUnderTest } from './station-under-test.ts';

/** A deadline that is over before anything can come. */
const OVER_MS = 0;

/** @param onRead called for each plain request, before it is answered */
async function stationThat(onRead: (socket: WebSocket, reads: number) => void) {
  const sockets = new WebSocketServer({ noServer: true });
  let reads = 0;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/history')) {
      reads += 1;
      for (const socket of sockets.clients) onRead(socket, reads);
    }
    response.setHeader('content-type', 'application/json');
    response.end('{"access_token": "token-of-a-test", "to_time": "2026-01-01T00:00:00.000000+00:00"}');
  }).listen(0, '127.0.0.1');
  server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, () => {}));
  await once(server, 'listening');
  const link = new HttpLink(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), {});
  const api = apiOf('1.1.2');
  const station = new StationUnderTest({ link, api, key: 'k', level: 'read', reportedVersion: '1.1.2' });
  return {
    server,
    station,
    reads: () => reads,
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      server.close();
    },
  };
}

it('a WebSocket has a connection of its own, however many requests have left theirs open', async () => {
  await using busy = await stationThat(() => {});
  const connections = new Set<unknown>();
  busy.server.on('connection', (socket) => connections.add(socket));
  await busy.station.nowS();
  await busy.station.subscribe('flight/state');
  assert.equal(connections.size, 2);
});

it('a message that was due is there when it comes before the answers to plain requests, however late', async () => {
  await using busy = await stationThat((socket, reads) => reads === 2 && socket.send('{}'));
  const socket = await busy.station.subscribe('flight/state');
  assert.equal(await busy.station.sees(socket, OVER_MS, () => socket.messages.length > 0), true);
});

it('a message that does not come although plain requests are answered is missing', async () => {
  await using silent = await stationThat(() => {});
  const socket = await silent.station.subscribe('flight/state');
  assert.equal(await silent.station.sees(socket, OVER_MS, () => socket.messages.length > 0), false);
  assert.equal(silent.reads(), 3);
});
