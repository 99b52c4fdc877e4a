import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { startTestStation, TEST_KEY } from './support/test-station.ts';

it('While another program holds the lock of the store, the flight goes on: only what must be stored is 503, at once', async () => {
  await using station = await startTestStation({ limits: { tokenRequestsBurst: 1000 } });
  const client = await station.client();
  const signIn = () => station.stranger().post('auth/token/request', { client_secret: TEST_KEY });
  station.advance(15);
  assert.equal((await client.post('flight/control/take_off')).status, 202);
  station.advance(30);
  using editor = new DatabaseSync(join(station.dataDir, 'station.sqlite'));
  editor.exec('BEGIN IMMEDIATE');
  const began = performance.now();
  for (let count = 0; count < 10; count += 1) {
    const pin = { name: 'x', latitude: 1, longitude: 2 };
    const { body, headers, status } = await client.post('/station/v1/pins', pin);
    assert.deepEqual(
      [status, (body as { code: string }).code, headers.get('retry-after')],
      [503, 'STORE_UNUSABLE', '1'],
    );
    assert.match((body as { message: string }).message, /in use by another program/);
    assert.equal((await client.get('flight/state')).status, 200);
    assert.equal((await signIn()).status, 200);
    station.advance(1);
  }
  assert.equal((await client.post('flight/control/land')).status, 202);
  station.advance(60);
  assert.equal(station.station.flight.phase.state, 'StandBy');
  // Each of the 20 refused writes would wait for 2 s.
  assert.ok(performance.now() - began < 20_000);
  await until('the notification', () => station.station.notifications.isActive('STORE_UNUSABLE'));
  editor.exec('ROLLBACK');
  await until('its end', () => !station.station.notifications.isActive('STORE_UNUSABLE'));
  assert.equal((await signIn()).status, 200);
});
