import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { Nkey } from '@kitestring/hub-contract/nkey.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { HubIdentity } from '../identity/credentials-file.ts';
import { dial } from './dial.ts';

const IDENTITY: HubIdentity = {
  hubUrl: 'https://hub.example/',
  seed: Nkey.make('user').seed,
  credentials: { v: 1, sid: 'sabcdefghijkl', jwt: 'a.b.c', issued: 1, expires: 2, servers: [], hubKeys: [] },
};

/** As much of a broker as a connection needs: it answers so many pings, the first of which belongs to the greeting. */
function answerPings(socket: WebSocket, answers: number): void {
  let pings = 0;
  const say = (line: string) => socket.send(Buffer.from(`${line}\r\n`));
  say('INFO {"server_id":"N","version":"2.14.0","max_payload":1048576,"nonce":"abcdefghijklmno"}');
  socket.on('message', (data) => {
    for (const _ of String(data).matchAll(/PING\r\n/g)) {
      pings += 1;
      if (pings <= answers) say('PONG');
    }
  });
}

describe('a round trip to the broker', () => {
  it('that is under way when the connection ends is rejected: what waits for it goes on', async (test) => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    test.after(() => server.close());
    await once(server, 'listening');
    const connected = once(server, 'connection') as Promise<[WebSocket]>;
    const dialled = dial(IDENTITY, `ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [socket] = await connected;
    answerPings(socket, 2);
    const connection = await dialled;
    await connection.roundTrip();
    const unanswered = connection.roundTrip();
    socket.terminate();
    await assert.rejects(unanswered);
    await assert.rejects(connection.roundTrip());
  });
});
