import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { missingNatsServer, natsServerProgram } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { HubProcess } from './support/hub-process.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';
import { untilGiven } from './support/until-given.ts';

describe('the status of a hub', { skip: missingNatsServer() }, () => {
  const folder = new TestFolder();
  const engine = join(folder.path, 'nats-server');
  const hub = new HubProcess(['--metrics-access', 'token'], {}, engine);
  let station: TestStation;
  before(async () => {
    copyFileSync(natsServerProgram()?.path ?? '', engine);
    await hub.start();
    station = await TestStation.enrol(hub, 'Engine 7');
    await station.goOnline();
    station.beat();
  });
  after(async () => {
    await station?.connection?.close();
    await hub[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const read = async (path: string, key = hub.key) => {
    const response = await fetch(
      `${hub.url}${path}`,
      key === '' ? {} : { headers: { Authorization: `Bearer ${key}` } },
    );
    return { status: response.status, text: await response.text() };
  };
  const metrics = async (): Promise<ReadonlyMap<string, number>> => {
    const { text } = await read('/metrics');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  };

  it('is in its metrics: stations, archive, commands, reads, sign-ins and every part, without a name of a station', async () => {
    station.journal.seal(3, 'flight.phase', { state: 'TakingOff' });
    await station.sendAll();
    await until('the archive', () => station.have === station.journal.head);
    await hub.ask('session', { method: 'POST', body: { api_key: 'wrong' }, key: '' });
    const { body: pilot } = await hub.ask('keys', { body: { name: 'dispatch', role: 'pilot' } });
    station.answer = (id) => ({ v: 1, id, status: 202 });
    const land = `stations/${station.sid}/api/v1/flight/control/land`;
    const told: number[] = [];
    await untilGiven(async () => {
      station.beat();
      const answer = await hub.ask(land, { method: 'POST', key: pilot.secret });
      told.push(answer.status);
      return answer;
    });
    const shown = await until('the beat', async () => {
      const all = await metrics();
      return all.get('kitestring_hub_stations{state="online"}') === 1 ? all : undefined;
    });
    const expected = {
      'stations{state="offline"}': 0,
      'journal_lag_records{shard="0"}': 0,
      'archive_segments_total{shard="0"}': 1,
      consumer_pending: 0,
      archive_oldest_waiting_seconds: 0,
      archive_duty: 1,
      gaps_open: 0,
      signins: 0,
      'commands_total{outcome="accepted"}': told.filter((status) => status === 202).length,
      'commands_total{outcome="unknown"}': told.filter((status) => status === 504).length,
      command_seconds_count: told.length,
      rpc_seconds_count: 0,
      'live_subscribers{kind="fleet"}': 0,
      'signins_refused_total{reason="wrong"}': 1,
      'webhook_deliveries_total{outcome="failed"}': 0,
      'webhooks{state="failing"}': 0,
      'uploads{state="stored"}': 0,
      relay_viewers: 0,
      nats_reconnects_total: 0,
      'build_info{version="0.1.0"}': 1,
      ...Object.fromEntries(['broker', 'streams', 'database', 'archive'].map((part) => [`up{part="${part}"}`, 1])),
    };
    const values = Object.keys(expected).map((name) => [name, shown.get(`kitestring_hub_${name}`)]);
    assert.deepEqual(Object.fromEntries(values), expected);
    assert.ok((shown.get('kitestring_hub_beat_age_seconds') ?? 99) < 15);
    assert.ok(![...shown.keys()].some((name) => name.includes(station.sid) || name.includes('Engine')));
  });

  it('has every metric that an alert rule asks for, with the words that it asks for', async () => {
    const names = [...(await metrics()).keys()];
    const rules = readFileSync(join(import.meta.dirname, '../../../../deploy/helm/kitestring-hub/alerts.yaml'), 'utf8');
    const asked = [...rules.matchAll(/\b(kitestring_\w+)(?:\{(\w+)=~?"([\w|]+)"\})?/g)];
    assert.ok(asked.length > 20);
    for (const [text, name = '', label, words = ''] of asked) {
      for (const word of words.split('|')) {
        const wanted = label === undefined ? name : `${name}{${label}="${word}"`;
        assert.ok(
          names.some((shown) => shown === wanted || shown.startsWith(label === undefined ? `${wanted}{` : wanted)),
          text,
        );
      }
    }
  });

  it('is shown as the setting says: with a key that may read, and to nobody else', async () => {
    assert.equal(JSON.parse((await read('/metrics', '')).text).code, 'MISSING_TOKEN');
    const { body: auditor } = await hub.ask('keys', { body: { name: 'audit', role: 'auditor' } });
    assert.equal(JSON.parse((await read('/metrics', auditor.secret)).text).code, 'INSUFFICIENT_SCOPE');
    const { body: viewer } = await hub.ask('keys', { body: { name: 'prometheus', role: 'viewer' } });
    assert.equal((await read('/metrics', viewer.secret)).status, 200);
  });

  it('says which part is away and why when the engine is gone, while the process is well, and comes back by itself', async () => {
    const ready = await read('/readyz', '');
    const { away, parts, status, storage } = JSON.parse(ready.text);
    assert.deepEqual([ready.status, status, away], [200, 'ready', []]);
    assert.deepEqual(Object.keys(storage), ['data_dir', 'broker_disk', 'broker_memory']);
    assert.ok(storage.broker_disk.total_bytes === 64 * 1024 ** 3 && storage.data_dir.free_bytes > 0);
    assert.deepEqual([parts.archive.state, parts.archive.duty, parts.database.state], ['up', 'here', 'up']);
    renameSync(engine, `${engine}-away`);
    process.kill(Number(readFileSync(join(hub.dataDir, 'broker/nats-server.pid'), 'utf8')), 'SIGKILL');
    const without = await until('the loss', async () => {
      const answer = await read('/readyz', '');
      const body = JSON.parse(answer.text);
      return answer.status === 503 && /did not start/.test(body.parts.broker.reason) ? body : undefined;
    });
    assert.deepEqual([without.status, without.away], ['not_ready', ['broker', 'streams']]);
    assert.ok(Date.parse(without.parts.broker.since) >= Date.parse(parts.broker.since));
    assert.deepEqual(await read('/healthz', ''), { status: 200, text: 'ok\n' });
    const shown = await metrics();
    assert.deepEqual(
      [shown.get('kitestring_hub_up{part="broker"}'), shown.get('kitestring_hub_up{part="database"}')],
      [0, 1],
    );
    const { body, status: health } = await hub.ask('health', { key: '' });
    assert.deepEqual([health, body.status, body.broker], [503, 'degraded', 'down']);
    renameSync(`${engine}-away`, engine);
    await until('the return', async () => (await read('/readyz', '')).status === 200);
    assert.equal((await metrics()).get('kitestring_hub_nats_reconnects_total'), 1);
    const said = hub.log.filter(({ part }) => part === 'broker').map(({ msg }) => msg);
    assert.deepEqual(said, ['the hub is not ready', 'a part of the hub works again']);
  });

  it('does not start on the port for stations that another one has, and says which port and what to set', async () => {
    await using other = new HubProcess();
    other.brokerUrl = hub.brokerUrl;
    const place = `port ${new URL(hub.brokerUrl).port} on 127.0.0.1`;
    const remedy = 'choose another one with --broker-port (0 takes any free one)';
    await assert.rejects(
      other.start(),
      (fault: Error) => fault.message.includes(place) && fault.message.includes(remedy),
    );
  });

  it('has its documents and the pages of both beside the API', async () => {
    for (const path of ['/openapi.json', '/asyncapi.json'])
      assert.ok(JSON.parse((await read(path, '')).text).info.title);
    assert.match((await read('/docs', '')).text, /data-document="\/openapi\.json"/);
    assert.match((await read('/docs/messages', '')).text, /<code>\/fleet\/v1\/live<\/code>/);
    assert.match((await read('/docs/errors', '')).text, /id="OUTCOME_UNKNOWN"/);
    assert.equal((await read('/docs/swagger-ui-bundle.js', '')).status, 200);
    assert.match((await read('/docs/manual/hub/deploy.html', '')).text, /<h1 id="the-hub-deploy">/);
  });
});
