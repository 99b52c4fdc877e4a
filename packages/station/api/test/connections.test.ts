import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import {
  PATIENT_DEADLINES,
  startTestStation,
  type TestStation,
} from '@kitestring/station-app/test/support/test-station.ts';
import { openSocket } from '@kitestring/web/test/support/raw-exchange.ts';

const DOCUMENT = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** More than the buffers of two systems take. */
const PIPELINED = 120;
const UNREAD_MS = 300;

/** Waits for the count of connections that the station ended for this reason. */
async function untilEnded(station: TestStation, reason: string): Promise<void> {
  const client = station.stranger();
  const isThere = new RegExp(`kitestring_ended_connections_total\\{reason="${reason}"\\} [1-9]`);
  // While the address is full the question itself is refused.
  const figures = () =>
    client.get('/metrics').then(
      ({ body }) => String(body),
      () => '',
    );
  await until(`a connection that ended as ${reason}`, async () => isThere.test(await figures()));
}

describe('A connection', () => {
  for (const secure of [false, true]) {
    it(`over ${secure ? 'HTTPS' : 'HTTP'} whose answers nobody reads is ended`, async () => {
      const deadlines = { ...PATIENT_DEADLINES, unreadMs: UNREAD_MS };
      await using station = await startTestStation({ start: { deadlines } });
      const resting = openSocket(station.port, secure);
      const socket = openSocket(station.port, secure);
      await Promise.all([resting, socket].map((each) => once(each, secure ? 'secureConnect' : 'connect')));
      socket.pause();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      for (const each of [resting, socket]) each.on('error', () => {});
      socket.write(DOCUMENT.repeat(PIPELINED));
      await untilEnded(station, 'unread');
      let bytes = 0;
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      socket.resume();
      await closed;
      const whole = Buffer.byteLength(JSON.stringify((await station.stranger().get('/openapi.json')).body));
      assert.ok(bytes < (PIPELINED - 1) * whole, 'everything had been sent');
      resting.destroy();
    });
  }

  it('more than a listener may have is closed at once, and counted', async () => {
    await using station = await startTestStation({ limits: { connections: 3 } });
    const three = [1, 2, 3].map(() => openSocket(station.port, false));
    await Promise.all(three.map((socket) => once(socket, 'connect')));
    const fourth = openSocket(station.port, false);
    fourth.on('error', () => {});
    await once(fourth, 'close');
    three[0]?.destroy();
    await untilEnded(station, 'listener_full');
    for (const socket of three) socket.destroy();
  });

  it('more than an address may have is closed at once, and another may come when one has ended', async () => {
    await using station = await startTestStation({ limits: { connectionsPerAddress: 3 } });
    const three = [1, 2, 3].map(() => openSocket(station.port, false));
    await Promise.all(three.map((socket) => once(socket, 'connect')));
    const fourth = openSocket(station.port, false);
    fourth.on('error', () => {});
    await once(fourth, 'close');
    const [first] = three;
    first?.destroy();
    await untilEnded(station, 'address_full');
    for (const socket of three) socket.destroy();
  });
});
