import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { nodePlatform } from '@kitestring/client/node.ts';
import { checkRecords } from '@kitestring/hub-app/test/support/chaos.ts';
import { type Answer, HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { untilGiven } from '@kitestring/hub-app/test/support/until-given.ts';
import { readIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { issuedPair, selfSignedPair } from '@kitestring/lab-testing/self-signed-pair.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { LAUNCHER, Launched } from './support/launcher.ts';

/** More than one address may try to enrol with wrong codes in a minute. */
const STATIONS = 12;

describe('simulated stations on a hub', { skip: missingNatsServer() }, () => {
  const hub = new HubProcess();
  const folder = new TestFolder();
  let fleet: Launched;
  before(() => hub.start());
  after(async () => {
    fleet?.[Symbol.dispose]();
    await hub[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const environment = () => ({ KITESTRING_HUB_KEY: hub.key });
  const startLight = (url = hub.url) => {
    const flags = ['--hub', url, '--stations', String(STATIONS), '--data-dir', folder.file('light')];
    const calm = ['--flying-percent', '0', '--offline-percent', '0', '--events-per-s', '6'];
    fleet = new Launched(['fleet', ...flags, ...calm], { environment: environment() });
  };
  const shown = async (query: string): Promise<Answer[]> =>
    (await hub.ask(`stations?limit=100&${query}`)).body.stations;
  const online = (text: string, count: number) =>
    until('the stations', async () => {
      const stations = await shown(`state=online&text=${text}`);
      return stations.length === count && stations;
    });
  const stop = async () => {
    fleet.process.kill('SIGINT');
    const { out, status } = await fleet.end();
    assert.equal(status, 0, out);
    assert.doesNotMatch(out + fleet.err, new RegExp(hub.key));
  };
  let sids: readonly string[] = [];

  it('are enrolled by an API key from one address, shown on the map, and told with their seed', async () => {
    startLight();
    const stations = await online('light-', STATIONS);
    sids = stations.map(({ sid }) => sid);
    assert.deepEqual(stations.map(({ name }) => name).slice(0, 2), ['light-0001', 'light-0002']);
    assert.ok(stations.every(({ latitude, longitude }) => latitude > 48 && longitude > 6));
    await fleet.printed(/"seed":1,/);
  });

  it('carry commands out and serve their states', async () => {
    const [sid] = sids;
    const { body: made } = await hub.ask('keys', { body: { name: 'Anna Example', role: 'pilot' } });
    const give = (path: string) => {
      const options = { method: 'POST', key: made.secret, headers: { 'Idempotency-Key': randomUUID() } };
      return untilGiven(() => hub.ask(`stations/${sid}/api/v1/flight/control/${path}`, options));
    };
    assert.equal((await give('take_off')).status, 202);
    assert.equal((await give('take_off')).body.code, 'WRONG_FLIGHT_STATE');
    await until('the flight', async () => {
      const { body } = await hub.ask(`stations/${sid}/api/v1/flight/state`);
      return body.flight_state === 'Flying';
    });
    const { body, status } = await hub.ask(`stations/${sid}/console.json`);
    assert.deepEqual([status, body.code], [404, 'NO_CONSOLE'], 'and have no console');
  });

  it('come back as the same stations, and the archive has what their journals have', async () => {
    await stop();
    startLight();
    assert.deepEqual(
      (await online('light-', STATIONS)).map(({ sid }) => sid),
      sids,
    );
    await fleet.printed(/all light stations run/);
    await until('the archive', async () => {
      const all = await Promise.all(sids.map((sid) => hub.ask(`stations/${sid}`)));
      return all.every(({ body: { journal } }) => journal.head > 0 && journal.archived >= journal.head - 2);
    });
    await stop();
    for (const name of readdirSync(folder.file('light')).filter((entry) => /^\d+$/.test(entry))) {
      const sid = readIdentity(folder.file(`light/${name}`))?.credentials.sid ?? '';
      using journal = new DatabaseSync(folder.file(`light/${name}/journal.sqlite`), { readOnly: true });
      const row = journal
        .prepare(
          "SELECT value AS epoch, (SELECT value FROM meta WHERE name = 'have') AS have FROM meta WHERE name = 'epoch'",
        )
        .get();
      const have = Number(row?.have);
      assert.ok(have > 2);
      const report = await checkRecords(hub, sid, String(row?.epoch), have);
      assert.deepEqual([report.lost <= 0, report.double, report.faults], [true, 0, []]);
    }
  });

  it('go on without a hub, and end in good order', async () => {
    startLight();
    await fleet.printed(/all light stations run/);
    await hub.end('SIGKILL');
    await fleet.printed(/"up":0,"without_network":0,/);
    await stop();
    await hub.start();
  });

  it('do not change the hub, and are not started without one', async () => {
    startLight('http://127.0.0.1:9/');
    const { err, status } = await fleet.end();
    assert.equal(status, 1);
    assert.match(
      err,
      /^kitestring: the stations in this folder are enrolled at http:\/\/127\.0\.0\.1:\d+\/, not at http:\/\/127\.0\.0\.1:9\/: name another --data-dir\n$/,
    );
    using nowhere = new Launched(['fleet', '--hub', 'http://127.0.0.1:9', '--data-dir', folder.file('other')], {
      environment: environment(),
    });
    assert.match((await nowhere.end()).err, /^kitestring: the hub at http:\/\/127\.0\.0\.1:9\/ does not answer: .*\n$/);
  });

  it('are not started where the system allows too few open files, with what to do', () => {
    const flags = ['--hub', hub.url, '--stations', '500', '--data-dir', folder.file('many')];
    const shell = ['-c', 'ulimit -n 1000; exec "$@"', 'sh', process.execPath, LAUNCHER, 'fleet', ...flags];
    const { status, stderr } = spawnSync('sh', shell, { encoding: 'utf8', env: { ...process.env, ...environment() } });
    assert.equal(status, 1);
    assert.match(stderr, /--stations 500 needs 2600 open files, and this process may have 1000: .*up to 180 stations/);
  });

  it('may be whole Ground Stations', async () => {
    const flags = ['--fleet', '2', '--port', '0', '--data-dir', folder.file('whole'), '--hub', hub.url];
    fleet = new Launched(['serve', ...flags, '--system-gs-name', 'whole'], { environment: environment() });
    const stations = await online('whole-', 2);
    assert.deepEqual(
      stations.map(({ flight_state, name }) => [name, flight_state]),
      [
        ['whole-001', 'StandBy'],
        ['whole-002', 'StandBy'],
      ],
    );
    await stop();
  });
});

it('simulated stations enrol and connect where a private authority has issued the certificates of the hub', {
  skip: missingNatsServer(),
}, async () => {
  using folder = new TestFolder();
  const authority = selfSignedPair('Authority of the test');
  const file = (name: string, text: string) => {
    writeFileSync(folder.file(name), text, { mode: 0o600 });
    return folder.file(name);
  };
  const pair = issuedPair(authority);
  const tls = ['--tls-key', file('key.pem', pair.key), '--tls-cert', file('cert.pem', pair.cert)];
  await using hub = new HubProcess(['--host', '0.0.0.0', '--public-host', 'localhost', ...tls]);
  await hub.start();
  const environment = { KITESTRING_HUB_KEY: hub.key };
  const { fetch } = nodePlatform({ ca: authority.cert });
  const online = (name: string) =>
    until(name, async () => {
      const headers = { authorization: `Bearer ${hub.key}` };
      const response = await fetch(`${hub.url}/fleet/v1/stations?state=online&text=${name}`, { headers });
      return ((await response.json()) as Answer).stations.length === 1;
    });
  // Relative to the folder of the shell, as every file of a command.
  const trust = ['--hub', hub.url, '--hub-ca', 'authority.pem'];
  file('authority.pem', authority.cert);
  const start = (...flags: readonly string[]) => new Launched(flags, { environment, folder: folder.path });
  using _light = start('fleet', ...trust, '--stations', '1', '--data-dir', 'light');
  await online('light-0001');
  const own = ['--port', '0', '--data-dir', 'whole', '--system-gs-name', 'whole'];
  using _whole = start('serve', '--fleet', '1', ...trust, ...own);
  await online('whole-001');
  using wrong = start('fleet', '--hub', hub.url, '--hub-ca', 'key.pem', '--data-dir', 'other');
  assert.match((await wrong.end()).err, /--hub-ca: .*key\.pem cannot be used: name a PEM with the hub's authority/);
});
