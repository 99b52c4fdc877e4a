import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { Notification } from '@kitestring/station-contract/notifications/notification.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

const PERSON = { login: 'm.rossi', password: 'wind over the old harbour' };

/** Resolves when people are next told that the store is unusable, or that this is over. */
function told({ station }: TestStation, what: 'Begin' | 'End'): Promise<Notification> {
  return new Promise((resolve) => {
    const cancel = station.notifications.onEvent((notification) => {
      const { code, end_time } = notification;
      if (code !== NOTIFICATIONS.STORE_UNUSABLE.code || (end_time === undefined) !== (what === 'Begin')) return;
      cancel();
      resolve(notification);
    });
  });
}

const pin = (client: TestClient) => client.post('/station/v1/pins', { name: 'p', latitude: 1, longitude: 2 });
const names = ({ station }: TestStation) => station.pins.list().map(({ name }) => name);

async function signIn(station: TestStation): Promise<TestClient> {
  const { body, status } = await station.stranger().post('/station/v1/sign-in', PERSON);
  assert.equal(status, 200);
  return new TestClient(station.url, (body as { access_token: string }).access_token);
}

async function flyAndLand(station: TestStation, client: TestClient): Promise<void> {
  station.advance(15);
  assert.equal((await client.post('flight/control/take_off')).status, 202);
  station.advance(30);
  assert.equal(station.station.flight.phase.state, 'Flying');
  assert.equal((await client.post('flight/control/land')).status, 202);
  station.advance(60);
  assert.equal(station.station.flight.phase.state, 'StandBy');
}

describe('a full disk', { skip: WITHOUT_SMALL_DISKS, timeout: 180_000 }, () => {
  it('keeps nobody from signing in and landing; is logged once, is a notification, and is over when there is space again', async () => {
    using folder = new TestFolder();
    const dataDir = folder.file('data');
    using disk = new SmallDisk(dataDir, 2);
    const limits = { tokenRequestsBurst: 1000 };
    let stored: TestClient;
    {
      await using station = await startTestStation({ dataDir, limits });
      const admin = await station.client();
      const person = { ...PERSON, name: 'Maria Rossi', role: 'pilot' };
      assert.equal((await admin.post('/station/v1/accounts', person)).status, 201);
      const begun = told(station, 'Begin');
      disk.fill();
      while ((await pin(admin)).status === 201);
      assert.match((await begun).message, /Station database not writable: the disk is full\./);
      for (let count = 0; count < 20; count += 1) await station.client();
      stored = await signIn(station);
      const givenBack = await signIn(station);
      await flyAndLand(station, stored);
      assert.equal((await givenBack.post('auth/token/invalidate')).status, 200, 'it was never stored');
      assert.equal((await givenBack.get('flight/state')).status, 401);
      assert.equal((await pin(admin)).status, 503);
      const said = () => station.log.filter(({ message }) => message.startsWith('the store cannot be used'));
      assert.equal(said().length, 1);
      const ended = told(station, 'End');
      disk.free();
      await ended;
      assert.equal((await pin(admin)).status, 201);
      const over = station.log.find(({ message }) => message === 'the store can be used again');
      assert.ok(Number(over?.fields.faults) >= 20);
    }
    await using next = await startTestStation({ dataDir, limits });
    const again = new TestClient(next.url, stored.token);
    assert.equal((await again.get('flight/state')).status, 200, 'the session was stored when there was space');
  });

  it('lets a station start that was killed: it flies and lands, stores nothing, and says so', async () => {
    using folder = new TestFolder();
    const dataDir = folder.file('data');
    using disk = new SmallDisk(dataDir, 4);
    {
      await using before = await startTestStation({ dataDir: folder.file('before') });
      assert.equal((await pin(await before.client())).status, 201);
      // As a kill would leave it: while its files are copied, no checkpoint begins the log again.
      using lock = new DatabaseSync(`${before.dataDir}/station.sqlite`, { timeout: 60_000 });
      lock.exec('BEGIN IMMEDIATE');
      const isKept = (path: string) => path === before.dataDir || /station\.(sqlite(-wal)?|lock)$|tls-key/.test(path);
      cpSync(before.dataDir, dataDir, { recursive: true, filter: isKept });
    }
    disk.fill();
    {
      await using station = await startTestStation({ dataDir });
      const client = await station.client();
      await flyAndLand(station, client);
      assert.equal((await pin(client)).status, 503);
      assert.deepEqual(names(station), ['p']);
      const probe = async (name: string) => (await fetch(`${station.url}/${name}`)).status;
      assert.deepEqual(await Promise.all(['healthz', 'readyz', 'api/health'].map(probe)), [200, 503, 500]);
      const isSaid = ({ message }: Notification) =>
        message.includes('the disk is full since the start, so nothing is stored until the next start');
      await until('the notification', () => station.station.notifications.active().some(isSaid));
      assert.match(station.running.storeTrouble ?? '', /^the disk is full since the start/);
    }
    disk.free();
    await using after = await startTestStation({ dataDir });
    assert.deepEqual(names(after), ['p']);
    assert.equal((await pin(await after.client())).status, 201);
  });
});
