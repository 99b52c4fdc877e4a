import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { runningAdministration } from './running-administration.ts';
import { socketPlace } from './socket-place.ts';

/** More than a socket takes at once: a reader that stops after the first part leaves a request unread. */
const LONG = 'x'.repeat(4 * 2 ** 20);

describe('a command to a station that is killed meanwhile', () => {
  const ends: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['before it has read the whole request', (socket) => socket.once('data', () => socket.destroy())],
    ['before its answer', (socket) => socket.resume().once('end', () => socket.destroy())],
    ['within its answer', (socket) => socket.resume().once('end', () => socket.end('{"value":'))],
  ];
  for (const [when, serve] of ends) {
    it(`says that there was no answer, ${when}`, async () => {
      using folder = new TestFolder();
      using place = socketPlace(folder.path);
      const server = createServer({ allowHalfOpen: true }, (socket) => serve(socket.on('error', () => {})));
      await once(server.listen(place.address), 'listening');
      const administer = await runningAdministration(folder.path);
      assert.ok(administer !== undefined);
      await assert.rejects(administer('addPlugin', { name: LONG, scopes: ['read'] }), {
        name: 'AdministrationFault',
        message: 'the station gave no answer; see what it lists',
      });
      server.close();
    });
  }
});
