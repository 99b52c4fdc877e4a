import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missingNatsServer } from '@kitestring/lab-testing/programs.ts';
import { ServedTime } from '@kitestring/lab-testing/served-time.ts';
import WebSocket from 'ws';
import { commandId } from '../src/commands/command-id.ts';
import type { Database, Queries } from '../src/database/database.ts';
import { openPostgres } from '../src/database/postgres-database.ts';
import { checkRecords } from './support/check-records.ts';
import { type Answer, HubProcess } from './support/hub-process.ts';
import { readEventStream } from './support/read-event-stream.ts';
import { TestCluster } from './support/test-cluster.ts';
import { missingPostgres, TestPostgres } from './support/test-postgres.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';
import { untilGiven } from './support/until-given.ts';

/** Between two segments of a station that records all the time. */
const SEGMENT_MS = 50;
/** The hub says of a station that is silent for three seconds that it is offline; on a busy machine this process may be held up for so long. */
const SILENT_MS = 1000;
/** Until a beat has gone to the hub and to who asks it. */
const NOTICED_MS = 2000;

describe('two replicas beside three nats-servers and a PostgreSQL', {
  skip: missingNatsServer() || missingPostgres(),
}, () => {
  let postgres: TestPostgres;
  let cluster: TestCluster;
  let a: HubProcess;
  let b: HubProcess;
  let station: TestStation;
  let stolen: TestStation | undefined;
  before(async () => {
    postgres = await TestPostgres.start();
    cluster = await TestCluster.start(postgres.url);
    a = new HubProcess([], cluster.environment);
    b = new HubProcess([], cluster.environment);
    await a.start();
    b.keyFrom = a;
    await b.start();
  });
  after(async () => {
    for (const one of [station, stolen]) await one?.connection?.close();
    for (const part of [a, b, cluster, postgres]) await part?.[Symbol.asyncDispose]();
  });

  const archives = (hub: HubProcess) =>
    hub.log.findLast(({ msg }) => ARCHIVING.includes(`${msg}`))?.msg === ARCHIVING[0];
  /** The replica that archives, and the other one. */
  const byDuty = () => until('an archiver', () => (archives(a) ? ([a, b] as const) : archives(b) && ([b, a] as const)));
  const stateAt = async (hub: HubProcess) => (await hub.ask(`stations/${station.sid}`)).body.station?.state;
  const onlineAtBoth = () =>
    until('the station at both', async () => {
      station.beat();
      return (await stateAt(a)) === 'online' && (await stateAt(b)) === 'online';
    });
  let beatMs = 0;
  let silentUntilMs = Number.NEGATIVE_INFINITY;
  /** The station was silent for long just now, so that a hub may rightly say that it is offline. */
  const wasSilent = () => {
    const nowMs = performance.now();
    return nowMs - beatMs > SILENT_MS || nowMs - silentUntilMs < NOTICED_MS;
  };
  /** A station that records, sends and beats while something is done. @returns once the archive has everything */
  const whileRecording = async (work: () => Promise<void>) => {
    let isOn = true;
    beatMs = performance.now();
    const recording = (async () => {
      while (isOn) {
        station.journal.seal(4, 'flight.phase', { state: 'Flying', previous: 'TakingOff' });
        await station.sendAll();
        station.beat({ phase: 'Flying' });
        if (performance.now() - beatMs > SILENT_MS) silentUntilMs = performance.now();
        beatMs = performance.now();
        await new Promise((resolve) => setTimeout(resolve, SEGMENT_MS));
      }
    })();
    await work().finally(() => {
      isOn = false;
    });
    await recording;
    await until('the archive', () => {
      station.beat({ phase: 'Flying' });
      return station.have === station.journal.head;
    });
  };
  const nothingIsLost = async () => {
    const { journal, sid } = station;
    for (const hub of [a, b]) {
      const report = await checkRecords(hub, sid, journal.epoch, journal.head);
      assert.deepEqual(report, { lost: 0, double: 0, declared: 0, faults: [], last: journal.head });
    }
  };

  it('know a station and an API key at once, whichever of them has made it', async () => {
    station = await TestStation.enrol(b, 'Engine 7');
    await station.goOnline();
    await onlineAtBoth();
    const { body: made } = await a.ask('keys', { body: { name: 'screen', role: 'viewer' } });
    await until('the key at the other', async () => (await b.ask('stations', { key: made.secret })).status === 200);
    const stream = await readEventStream(a, { key: made.secret });
    assert.equal((await b.ask(`keys/${made.key.id}`, { method: 'DELETE' })).status, 204);
    await until('its end', async () => (await a.ask('stations', { key: made.secret })).status === 401);
    await stream.ended;
  });

  it('serve the states of a station and ask it for what clients of either read', async () => {
    station.states.set('flight/state', '{"flight_state":"Flying"}');
    station.states.set('camera/state', '{"online_state":"Online","tilt_ned":-10}');
    const read = async (hub: HubProcess, path: string) => {
      const answer = await untilGiven(() => {
        station.beat();
        return hub.ask(`stations/${station.sid}/api/v1/${path}`);
      });
      return answer.status;
    };
    assert.equal(await read(a, 'flight/state'), 200);
    assert.equal(await read(b, 'camera/state'), 200);
    await until('both topics in one wish', () => station.wanted.length === 2);
    assert.equal(await read(b, 'flight/state'), 200, 'the station has sent it for the other replica already');
  });

  it('give a command from any of them, and the same one once', async () => {
    const { body: made } = await a.ask('keys', { body: { name: 'dispatch', role: 'pilot' } });
    await until('the key', async () => (await b.ask('stations', { key: made.secret })).status === 200);
    station.answer = (id) => ({ v: 1, id, status: 202 });
    const give = async (hub: HubProcess, id: string) => {
      station.beat();
      const headers = { 'Idempotency-Key': id };
      const path = `stations/${station.sid}/api/v1/flight/control/land`;
      return hub.ask(path, { method: 'POST', key: made.secret, headers });
    };
    for (const [index, hub] of [a, b].entries())
      assert.equal((await untilGiven(() => give(hub, `land-of-replica-${index}`))).status, 202);
    const ids = Array.from({ length: 20 }, (_, index) => `land-at-both-replicas-${index}`);
    // The later one is told the answer, or that it can be read by its id.
    const both = await Promise.all(ids.flatMap((id) => [a, b].map((hub) => untilGiven(() => give(hub, id)))));
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([202]));
    const { entries } = (await a.ask('audit?limit=1000')).body;
    for (const key of ids) {
      const id = commandId(made.key.id, key);
      assert.equal(station.commands.filter((command) => command.id === id).length, 1, key);
      assert.equal(entries.filter(({ outcome }: Answer) => outcome === `asked ${id}`).length, 1, key);
      assert.equal((await b.ask(`commands/${key}`, { key: made.secret })).body.state, 'answered', key);
    }
  });

  it('lose and double nothing when the one that archives is killed, and the other goes on within seconds', async (test) => {
    const [archiving, waiting] = await byDuty();
    let tookMs = 0;
    await whileRecording(async () => {
      await until('some records', () => station.have > 100);
      await archiving.end('SIGKILL');
      using sinceKill = new ServedTime();
      await until('the other', () => archives(waiting));
      tookMs = sinceKill.ms;
      const { have } = station;
      await until('further records', () => station.have > have + 100);
    });
    test.diagnostic(`the other archives after ${Math.round(tookMs)} ms`);
    assert.ok(tookMs < 10_000, `${tookMs} ms`);
    await archiving.start();
    await onlineAtBoth();
    await nothingIsLost();
  });

  it('lose and double nothing when each nats-server is killed in turn', async () => {
    await whileRecording(async () => {
      for (const node of [0, 1, 2]) {
        const { have } = station;
        await cluster.end(node, 'SIGKILL');
        await until(`further records without node ${node}`, () => station.have > have + 50);
        await cluster.startNode(node);
        const { have: now } = station;
        await until(`further records with node ${node}`, () => station.have > now + 50);
      }
    });
    await nothingIsLost();
  });

  it('are upgraded one by one without a gap: the other goes on, also with the schema of the next version', async () => {
    const failures: unknown[] = [];
    const database = await openPostgres(postgres.url);
    await whileRecording(async () => {
      for (const [restarted, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const { have } = station;
        let isOn = true;
        const asking = (async () => {
          while (isOn) {
            const { body, status } = await other.ask(`stations/${station.sid}`);
            if (status !== 200 || (body.station.state !== 'online' && !wasSilent())) failures.push(body);
            await new Promise((resolve) => setTimeout(resolve, SEGMENT_MS));
          }
        })();
        assert.equal(await restarted.end('SIGTERM'), 0);
        await until('further records', () => station.have > have + 50);
        if (restarted === a) await addNextSchema(database);
        await restarted.start();
        // It knows at once who is there, from the broker.
        assert.equal(await stateAt(restarted), 'online');
        isOn = false;
        await asking;
      }
    });
    await database.close();
    assert.deepEqual(failures, []);
    await nothingIsLost();
    // All parts that write work on it: what follows enrols, revokes, archives, signs in and commands.
    station.answer = (id) => ({ v: 1, id, status: 202 });
    const { body: made } = await a.ask('keys', { body: { name: 'after the upgrade', role: 'pilot' } });
    const path = `stations/${station.sid}/api/v1/flight/control/land`;
    const headers = { 'Idempotency-Key': 'land-after-the-upgrade' };
    const given = await untilGiven(() => {
      station.beat();
      return a.ask(path, { method: 'POST', key: made.secret, headers });
    });
    assert.equal(given.status, 202);
  });

  it('do not tell of a station that was silent before their start that it came and went', async () => {
    const silent = await TestStation.enrol(a, 'Engine 9');
    await silent.goOnline();
    const kinds = async () => {
      const { body } = await a.ask(`events?sid=${silent.sid}&after=0`);
      return body.events.map(({ kind }: Answer) => kind).filter((kind: string) => /online|offline/.test(kind));
    };
    const heard = () =>
      b.log.flatMap(({ msg, sid, state }) => (msg === 'station' && sid === silent.sid ? [state] : []));
    // The other one may learn of the station after its first beats.
    await until('it online at both', async () => {
      silent.beat({ phase: 'Flying' });
      return heard().join() === 'online' && (await kinds()).join() === 'station.online';
    });
    await until('its silence', async () => (await kinds()).join() === 'station.online,station.offline');
    await until('the same at the other', () => heard().join() === 'online,offline');
    assert.equal(await b.end('SIGTERM'), 0);
    await b.start();
    assert.deepEqual(heard(), ['online', 'offline']);
    assert.deepEqual(await kinds(), ['station.online', 'station.offline']);
    await silent.connection?.close();
  });

  it('cut a revoked station off at all nodes, whichever replica was told, also after a restart of a node', async () => {
    stolen = await TestStation.enrol(a, 'Engine 8');
    await stolen.goOnline();
    const closed = stolen.connection?.closed();
    const path = `stations/${stolen.sid}`;
    await until('the station at the other', async () => (await b.ask(path)).status === 200);
    const headers = { Authorization: `Bearer ${a.key}` };
    const live = new WebSocket(`${a.url.replace(/^http/, 'ws')}/fleet/v1/live`, { headers });
    let shown = '';
    live.on('message', (data) => {
      const { stations } = JSON.parse(String(data)) as { readonly stations: readonly Answer[] };
      shown = stations.findLast(({ sid }) => sid === stolen?.sid)?.state ?? shown;
    });
    await until('the station live', () => {
      stolen?.beat();
      return shown === 'online';
    });
    assert.equal((await b.ask(`stations/${stolen.sid}/revoke`, { method: 'POST' })).status, 204);
    await closed;
    await until('its end live at the other replica', () => shown === 'revoked');
    live.close();
    await cluster.end(0, 'SIGTERM');
    await cluster.startNode(0);
    for (const server of stolen.credentials.servers) {
      await assert.rejects(stolen.connect(stolen.credentials.jwt, [server]), /Authorization|revoked|closed/i, server);
    }
    await until('the other replica', async () => (await a.ask(path)).body.station.state === 'revoked');
  });

  it('say that the broker is away when all nodes are, and its streams when most are, and go on by themselves when they are back', async () => {
    for (const node of [0, 1]) await cluster.end(node, 'SIGKILL');
    const away = async (hub: HubProcess): Promise<Answer> =>
      ((await (await fetch(`${hub.url}/readyz`)).json()) as Answer).away;
    for (const hub of [a, b]) {
      await until('a broker without quorum', async () => {
        const parts: string[] = await away(hub);
        return parts.includes('streams') && !parts.includes('broker');
      });
      const metrics = await (await fetch(`${hub.url}/metrics`)).text();
      assert.match(metrics, /^kitestring_hub_up\{part="streams"\} 0$/m);
    }
    // People sign in and out all the same, at any replica.
    const signedIn = await a.ask('session', { key: '', body: { api_key: a.key } });
    assert.equal(signedIn.status, 201);
    const headers = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '', origin: b.url };
    assert.equal((await b.ask('session', { key: '', headers })).status, 200);
    assert.equal((await b.ask('session', { key: '', headers, method: 'DELETE' })).status, 204);
    const after = await a.ask('session', { key: '', headers: { ...headers, origin: a.url } });
    assert.equal(after.body.code, 'INVALID_TOKEN');
    await cluster.end(2, 'SIGKILL');
    const health = async (hub: HubProcess): Promise<Answer> => hub.ask('health', { key: '' });
    for (const hub of [a, b]) {
      await until('the state', async () => (await health(hub)).status === 503);
      assert.deepEqual((await health(hub)).body.broker, 'down');
      assert.equal((await hub.ask('stations')).status, 200);
    }
    await Promise.all([0, 1, 2].map((node) => cluster.startNode(node)));
    await whileRecording(async () => {
      const { have } = station;
      await until('further records', () => station.have > have + 50);
    });
    for (const hub of [a, b]) await until('health', async () => (await health(hub)).status === 200);
    await nothingIsLost();
  });
});

/** Log lines of a replica when it starts to archive, and lines after which it does not. */
const ARCHIVING = ['this replica archives', 'another replica archives from now on', 'ended'];

/** Possible changes by a next version: a further column in each table, with and without a default, an index, a table. */
async function addNextSchema(database: Database): Promise<void> {
  const tables = await database.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  assert.ok(tables.length > 15);
  const change = async ({ query }: Queries) => {
    for (const { name } of tables) {
      await query(`ALTER TABLE ${name} ADD COLUMN next_a text, ADD COLUMN next_b integer NOT NULL DEFAULT 7`);
      await query(`CREATE INDEX ON ${name} (next_b)`);
    }
    await query('CREATE TABLE next_table (sid text PRIMARY KEY)');
    await query('UPDATE schema_version SET oldest = version, version = version + 1');
  };
  // As a migration: the replica that goes on uses the tables in another order.
  await database.transaction(change, { isLong: true });
}
