import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { startTestStation, TEST_KEY, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { AuditEntry, AuditPage } from '@kitestring/station-contract/admin/audit.ts';
import type { IssuedKey } from '@kitestring/station-contract/admin/plugin.ts';
import { openStore } from '@kitestring/station-store/open-store.ts';
import { TestClient } from './support/test-client.ts';

describe('The audit log', () => {
  let station: TestStation;
  let seat: TestClient;
  before(async () => {
    station = await startTestStation({ limits: { tokenRequestsBurst: 1000, readsBurst: 10_000 } });
    station.advance(2);
    seat = await station.client();
  });
  after(() => station[Symbol.asyncDispose]());

  const page = async (query = ''): Promise<AuditPage> => {
    const { body, status } = await seat.get(`/admin/v1/audit${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body as AuditPage;
  };
  /** The entry of what was done last. */
  const last = async (): Promise<AuditEntry> => {
    const [entry] = (await page('?limit=1')).entries;
    assert.ok(entry);
    return entry;
  };
  const shown = ({ kind, operation, outcome, status, code = '' }: AuditEntry) =>
    `${kind} ${operation} ${outcome} ${status} ${code}`.trim();

  it('has every sign-in with its plugin, session and address, and never a key or a token', async () => {
    const client = await station.client('read');
    const entry = await last();
    assert.equal(shown(entry), 'SignIn auth.token.request Done 200');
    assert.deepEqual([entry.plugin_name, entry.address, entry.input], ['first', '127.0.0.1', undefined]);
    assert.match(entry.session_id ?? '', /^[0-9a-f-]{36}$/);
    const everything = JSON.stringify(await page('?limit=1000'));
    assert.ok(!everything.includes(TEST_KEY) && !everything.includes(client.token ?? ''));
  });

  it('has a sign-in that was refused, without plugin', async () => {
    await station.stranger().post('auth/token/request', { client_secret: 'kite_wrong' });
    const entry = await last();
    assert.equal(shown(entry), 'SignIn auth.token.request Refused 401 INVALID_API_KEY');
    assert.deepEqual([entry.plugin_id, entry.address], [undefined, '127.0.0.1']);
  });

  it('has whoever wanted to watch in a browser, without the offer, which has addresses and a password', async () => {
    const offer = { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: 'a=ice-pwd:secret' };
    await seat.send('/video/v1/zoom/whep', offer);
    const entry = await last();
    assert.equal(shown(entry), 'Viewing video.whep Failed 502 VIDEO_UNAVAILABLE');
    assert.deepEqual([entry.plugin_name, entry.target, entry.input], ['first', 'zoom', undefined]);
    await (await station.client('control')).get('/video/v1/zoom/mse');
    const [denied] = (await page('?limit=1&kind=Viewing')).entries;
    assert.equal(denied && shown(denied), 'Viewing video.mse Refused 403 INSUFFICIENT_SCOPE');
  });

  it('has where a stream was pushed, refused ones too, and never the key, token or passphrase of the relay', async () => {
    const addresses = [
      ['rtmp://relay.example/live/s3cret', 'rtmp://relay.example/live/***'],
      ['rtmp://relay.example/s3cret', 'rtmp://relay.example/***'],
      ['srt://relay.example:9000?streamid=s3cret&passphrase=s3cret0123', 'srt://relay.example:9000?***'],
      ['https://:s3cret@relay.example/whip', 'https://***@relay.example/whip'],
    ] as const;
    for (const [address, logged] of addresses) {
      await seat.post('/station/v1/pushes/zoom', { address });
      const { input = '', operation, target } = await last();
      assert.deepEqual(
        [operation, target, JSON.parse(input)],
        ['station.pushes.set', 'zoom', { address: logged }],
        address,
      );
    }
    assert.doesNotMatch(JSON.stringify(await page('?limit=1000')), /s3cret/);
  });

  it('has every command with its input, whether it was done, refused by state, by form or by size', async () => {
    const cases: readonly [() => Promise<unknown>, string, string | undefined][] = [
      [
        () => seat.post('flight/control/altitude_soft_max', { altitude: 30 }),
        'Command flight.control.altitude_soft_max Done 204',
        '{"altitude":30}',
      ],
      [() => seat.post('flight/control/land'), 'Command flight.control.land Refused 409 WRONG_FLIGHT_STATE', undefined],
      [
        () => seat.post('flight/control/altitude', { altitude: 'high' }),
        'Command flight.control.altitude Refused 400 INVALID_REQUEST',
        undefined,
      ],
      [
        () => seat.post('flight/control/altitude', { altitude: 'x'.repeat(70_000) }),
        'Command flight.control.altitude Refused 413 BODY_TOO_LARGE',
        undefined,
      ],
    ];
    for (const [ask, expected, input] of cases) {
      await ask();
      const entry = await last();
      assert.equal(shown(entry), expected);
      assert.deepEqual([entry.plugin_name, entry.input], ['first', input]);
    }
  });

  it('has each entry before its answer is there, also of what was refused or failed', async () => {
    const mse = (client: TestClient) => client.get('/video/v1/zoom/mse');
    const denied = await station.client('control');
    const cases: readonly (() => Promise<unknown>)[] = [
      () => seat.post('flight/control/altitude_soft_max', { altitude: 31 }),
      () => seat.post('flight/control/land'),
      () => seat.post('flight/control/altitude', { altitude: 'high' }),
      () => seat.post('flight/control/altitude', { altitude: 'x'.repeat(70_000) }),
      () => station.stranger().post('auth/token/request', { client_secret: 'kite_other' }),
      () => station.client('read'),
      () => seat.post('/video/v1/zoom/whep', {}),
      () => mse(denied),
      () => seat.send('recordings/nothing', { method: 'DELETE' }),
    ];
    using written = new DatabaseSync(join(station.dataDir, 'station.sqlite'), { readOnly: true });
    const count = () => Number(written.prepare('SELECT max(sequence) AS n FROM audit').get()?.n);
    for (const ask of cases) {
      const before = count();
      await ask();
      assert.equal(count(), before + 1, ask.toString());
    }
  });

  it('has control and override, without the names and positions that they carry', async () => {
    const body = { operator_name: 'Ada Lovelace', operator_gps_latitude: 47.3, operator_gps_longitude: 8.5 };
    await seat.post('handoff/control/request', body);
    assert.equal((await last()).kind, 'Control');
    await seat.post('handoff/control/override', body);
    assert.equal((await last()).operation, 'handoff.control.override');
    assert.ok(!JSON.stringify(await page('?limit=1000')).includes('Lovelace'));
  });

  it('has administration with its target, deletions, and the controls of the simulator', async () => {
    const { body } = await seat.post('/admin/v1/plugins', { name: 'vms', scopes: ['read'] });
    const { plugin, key } = body as IssuedKey;
    assert.equal((await last()).input, '{"name":"vms","scopes":["read"]}');
    await seat.post(`/admin/v1/plugins/${plugin.id}/disable`, {});
    const disabled = await last();
    assert.equal(shown(disabled), 'Administration admin.plugins.disable Done 200');
    assert.equal(disabled.target, plugin.id);
    await seat.send('recordings/nothing', { method: 'DELETE' });
    assert.equal(shown(await last()), 'Deletion recordings.delete Refused 404 RECORDING_NOT_FOUND');
    await seat.post('/sim/v1/wind', { speed_mps: 5 });
    assert.equal((await last()).kind, 'Simulator');
    assert.ok(!JSON.stringify(await page('?limit=1000')).includes(key));
  });

  it('has no entry of what only reads, nor of strangers without a token', async () => {
    const before = await last();
    await seat.get('flight/state');
    await station.stranger().post('flight/control/land');
    await new TestClient(station.url, 'nobody').post('flight/control/land');
    assert.equal((await last()).sequence, before.sequence);
  });

  it('has one entry with a number for commands beyond the limit', async () => {
    const start = { realTimeClock: new VirtualClock() };
    await using fresh = await startTestStation({ limits: { commandsBurst: 2, commandsPerS: 1 }, start });
    const client = await fresh.client();
    for (let index = 0; index < 12; index += 1) await client.post('flight/control/land');
    const { body } = await client.get('/admin/v1/audit?kind=Command');
    const codes = (body as AuditPage).entries.map(({ code }) => code).filter((code) => code === 'RATE_LIMITED');
    assert.equal(codes.length, 1);
  });

  it('is read in pages, each entry once, by kind and by plugin', async () => {
    for (let index = 0; index < 25; index += 1) await seat.post('flight/control/land');
    const sequences: number[] = [];
    let query: string | undefined = '?limit=10';
    while (query !== undefined) {
      const { entries, next_before }: AuditPage = await page(query);
      sequences.push(...entries.map(({ sequence }) => sequence));
      query = next_before === undefined ? undefined : `?limit=10&before=${next_before}`;
    }
    const newest = sequences[0] ?? 0;
    assert.deepEqual(
      sequences,
      Array.from({ length: newest }, (_, index) => newest - index),
    );
    const signIns = (await page('?kind=SignIn')).entries;
    assert.ok(signIns.length >= 2 && signIns.every(({ kind }) => kind === 'SignIn'));
    const { plugin_id } = signIns.find(({ outcome }) => outcome === 'Done') ?? {};
    const own = (await page(`?plugin_id=${plugin_id}&limit=1000`)).entries;
    assert.ok(own.length > 25 && own.every((entry) => entry.plugin_id === plugin_id));
  });

  it('refuses a page that cannot be, and a reader without the scope', async () => {
    for (const query of ['?limit=0', '?limit=1001', '?before=x', '?kind=Everything']) {
      const { status, body } = await seat.get(`/admin/v1/audit${query}`);
      assert.deepEqual([status, (body as { code: string }).code], [400, 'INVALID_REQUEST'], query);
    }
    const reader = await station.client('read control');
    assert.equal((await reader.get('/admin/v1/audit')).status, 403);
  });
});

it('The audit log survives a restart of the station, which is an entry itself', async () => {
  using folder = new TestFolder();
  {
    await using station = await startTestStation({ dataDir: folder.path });
    await (await station.client()).post('flight/control/land');
  }
  using store = openStore(folder.path, { lock: true });
  assert.deepEqual(
    store.audit.newest({ limit: 10 }).map(({ operation }) => operation),
    ['station.stop', 'flight.control.land', 'auth.token.request', 'station.start'],
  );
});
