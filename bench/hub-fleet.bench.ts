import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { readEventStream } from '@kitestring/hub-app/test/support/read-event-stream.ts';
import { missingPostgres, TestPostgres } from '@kitestring/hub-app/test/support/test-postgres.ts';
import { TestStation } from '@kitestring/hub-app/test/support/test-station.ts';
import { TestBroker } from '@kitestring/hub-link/test/support/test-broker.ts';
import { cpuSeconds } from '@kitestring/lab-testing/station-process.ts';
import { LightStationsProcess } from './hub/light-stations-process.ts';
import { LiveReaders } from './hub/live-readers.ts';
import { processorPercent, residentMb, secondsSince } from './hub/process-figures.ts';
import { type BenchRow, figure, percentile } from './result.ts';

const STATIONS = Number(process.env.BENCH_HUB_STATIONS ?? 1000);
const READERS = 100;
const READERS_HZ = 4;
/** Maximum rate of a hub. */
const MAP_HZ = 10;
const MEASURED_S = 20;
const SETTLED_S = 15;
const DEADLINE_S = 300;
/** Time under load before memory is measured, after which it no longer grows. */
const MEMORY_AFTER_S = 300;
/** A journal with an hour of records and its log. */
const BYTES_PER_STATION = 8e6;
/** All in flight: a beat and a sample each second. */
const FLEET_FLAGS = ['--flying-percent', '99', '--offline-percent', '0', '--events-per-s', String(STATIONS / 50)];

/** A hub with a thousand light stations, each in a second one sign of life and one sample, 20 events a second, a hundred readers. */
export async function benchHubFleet(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(stationsPlace(), 'kitestring-bench-hub-'));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const rows: BenchRow[] = [];
  const add = adder(rows);
  const isPostgres = missingPostgres() === false;
  if (isPostgres) {
    const postgres = cleanup.use(await TestPostgres.start());
    process.env.KITESTRING_HUB_DATABASE = postgres.url;
    cleanup.defer(() => {
      delete process.env.KITESTRING_HUB_DATABASE;
    });
  }
  const database = isPostgres ? 'PostgreSQL' : 'PGlite';
  const hub = cleanup.use(new HubProcess());
  hub.makesDatabase = true;
  await hub.start();
  const light = join(folder, 'light');
  await measureStart(hub, light, add);
  await measureSteady(hub, light, database, add);
  await measureCatchUp(hub, light, add);
  add(...(await bareBroker()));
  return rows;
}

/** In memory if there is room: a thousand journals on one disk wait for each other, unlike those of real stations. */
function stationsPlace(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > STATIONS * BYTES_PER_STATION ? memory : tmpdir();
}

type Add = (name: string, value: number, unit: string, most?: number, note?: string) => void;

const adder =
  (rows: BenchRow[]): Add =>
  (name, value, unit, most, note = '') => {
    const load = `load ${loadavg()[0]?.toFixed(1)}`;
    const more = { atMost: most, note: note === '' ? load : `${note}; ${load}` };
    rows.push(figure(`hub, ${STATIONS} stations: ${name}`, value, unit, more));
    process.stderr.write(`  ${name}: ${value.toFixed(2)} ${unit}\n`);
  };

async function measureStart(hub: HubProcess, light: string, add: Add): Promise<void> {
  const startedMs = performance.now();
  await using fleet = new LightStationsProcess(hub, light, STATIONS, FLEET_FLAGS);
  await fleet.running;
  add('enrol all by an API key, from one process', secondsSince(startedMs), 's', 15, `in ${dirname(light)}`);
}

async function measureSteady(hub: HubProcess, light: string, database: string, add: Add): Promise<void> {
  await using fleet = new LightStationsProcess(hub, light, STATIONS, FLEET_FLAGS);
  await fleet.running;
  await settled('all stations', () => fleet.totals.up === STATIONS);
  const beganMs = performance.now();
  await wait(SETTLED_S * 1000);
  const broker = brokerOf(hub);
  add('hub, no reader', await processorPercent(hub.pid, MEASURED_S), '% of a core', 25, database);
  using readers = await LiveReaders.open(hub, READERS, READERS_HZ);
  using maps = await LiveReaders.open(hub, 2, MAP_HZ);
  const events = await readEventStream(hub, { query: `?after=${await newestEvent(hub)}` });
  await wait(5000);
  [readers.latenciesMs, maps.latenciesMs] = [[], []];
  const before = [hub.pid, broker, fleet.pid].map(cpuSeconds);
  const bytesBefore = readers.bytes;
  const measuredMs = performance.now();
  const eventMs: number[] = [];
  while (secondsSince(measuredMs) < MEASURED_S) {
    for (const { event } of await events.take(1)) {
      const ageMs = Date.now() - Date.parse(event.time);
      // Earlier messages have waited in this process.
      if (event.kind.startsWith('notification') && ageMs < performance.now() - measuredMs) eventMs.push(ageMs);
    }
  }
  const seconds = secondsSince(measuredMs);
  const [hubPercent = 0, brokerPercent = 0, fleetPercent = 0] = [hub.pid, broker, fleet.pid].map(
    (pid, index) => (100 * (cpuSeconds(pid) - (before[index] ?? 0))) / seconds,
  );
  const note = `${READERS} readers of all stations, ${READERS_HZ} messages a second each`;
  add('beat heard to reader, p50', percentile(readers.latenciesMs, 50), 'ms', undefined, note);
  add('beat heard to reader, p99', percentile(readers.latenciesMs, 99), 'ms', 1000, note);
  add(`the same, ${MAP_HZ} messages a second, p50`, percentile(maps.latenciesMs, 50), 'ms');
  add(`the same, ${MAP_HZ} messages a second, p99`, percentile(maps.latenciesMs, 99), 'ms', 150);
  add(
    'event at the station to reader of the stream, p50',
    percentile(eventMs, 50),
    'ms',
    undefined,
    '250 ms of it is the seal',
  );
  add(
    'event at the station to reader of the stream, p99',
    percentile(eventMs, 99),
    'ms',
    1000,
    `${eventMs.length} events`,
  );
  add('to all readers', (readers.bytes - bytesBefore) / seconds / 1e6, 'MB/s');
  add('hub, with the readers', hubPercent, '% of a core', 100, database);
  add('broker', brokerPercent, '% of a core', 25);
  add('one light station', fleetPercent / STATIONS, '% of a core', 1);
  add('one light station, memory', (residentMb(fleet.pid) - 80) / STATIONS, 'MB', 10, 'less 80 MB of the process');
  events.close();
  const [sid = ''] = (await hub.ask('stations?limit=1')).body.stations.map(({ sid }: Answer) => sid);
  const historyMs: number[] = [];
  for (let round = 0; round < 50; round += 1)
    historyMs.push(await milliseconds(() => hub.ask(`stations/${sid}/history?limit=1000`)));
  add('history of one station, a page, p50', percentile(historyMs, 50), 'ms', 50);
  const cutMs: number[] = [];
  for (let round = 0; round < 5; round += 1) cutMs.push(await revoked(hub));
  add('revoked until the link is cut, longest of 5', Math.max(...cutMs), 'ms', 1000);
  await wait(MEMORY_AFTER_S * 1000 - (performance.now() - beganMs));
  const minutes = `after ${MEMORY_AFTER_S / 60} min of load, ${READERS} readers`;
  add('hub, memory', residentMb(hub.pid), 'MB', database === 'PGlite' ? 500 : 200, `${database}; ${minutes}`);
  add('broker, memory', residentMb(broker), 'MB', 300, minutes);
  const killedMs = performance.now();
  process.kill(broker, 'SIGKILL');
  await settled('the end of all links', () => fleet.totals.up === 0);
  await settled('all stations again', () => fleet.totals.up === STATIONS);
  add(
    'broker killed until all stations are back',
    secondsSince(killedMs),
    's',
    60,
    'stations wait up to 30 s between two attempts',
  );
}

/** The hub starts while each station has an hour of records. */
async function measureCatchUp(hub: HubProcess, light: string, add: Add): Promise<void> {
  await hub.end('SIGTERM');
  await using fleet = new LightStationsProcess(hub, light, STATIONS, [...FLEET_FLAGS, '--backlog', '1h']);
  await fleet.running;
  const startedMs = performance.now();
  await hub.start();
  using readers = await LiveReaders.open(hub, 10, READERS_HZ);
  await settled('all stations', () => fleet.totals.up >= STATIONS * 0.99);
  add(
    'hub started until all are connected',
    secondsSince(startedMs),
    's',
    60,
    'its own start included; stations wait up to 30 s between two attempts',
  );
  readers.latenciesMs = [];
  // Records of the current minute are not in a segment yet.
  await settled('the streams', () => fleet.totals.unsent < STATIONS * 70);
  add('an hour of records of all, until in the stream', secondsSince(startedMs), 's');
  await settled('the archive', () => fleet.totals.unarchived < STATIONS * 70);
  add(
    'an hour of records of all, until archived',
    secondsSince(startedMs),
    's',
    300,
    '720 records each, start and connecting included',
  );
  add('broker, memory meanwhile', residentMb(brokerOf(hub)), 'MB', 300, 'at its end');
  add('beat heard to reader meanwhile, p99', percentile(readers.latenciesMs, 99), 'ms', 2000, '10 readers');
  await measureWiped(hub, fleet, add);
  add('lost by a station', fleet.totals.lost, 'events', 0, 'backlog and wiped store');
}

/** The broker loses its store, including acknowledged messages that the archive lacks. */
async function measureWiped(hub: HubProcess, fleet: LightStationsProcess, add: Add): Promise<void> {
  const broker = brokerOf(hub);
  await hub.end('SIGKILL');
  process.kill(broker, 'SIGKILL');
  rmSync(join(hub.dataDir, 'broker'), { recursive: true });
  await settled('the end of all links', () => fleet.totals.up === 0);
  const startedMs = performance.now();
  await hub.start();
  await settled('all stations', () => fleet.totals.up >= STATIONS * 0.99);
  await settled('the archive', () => fleet.totals.unarchived < STATIONS * 70);
  add('store of the broker wiped, hub started until all is archived', secondsSince(startedMs), 's', 60);
}

async function revoked(hub: HubProcess): Promise<number> {
  const station = await TestStation.enrol(hub, 'to be revoked');
  const connection = await station.connect();
  const startedMs = performance.now();
  const [closed] = await Promise.all([
    connection.closed().then(() => performance.now()),
    hub.ask(`stations/${station.sid}/revoke`, { method: 'POST' }),
  ]);
  return closed - startedMs;
}

/** The broker alone at the same rate: lower bound of all latencies above. */
async function bareBroker(): Promise<Parameters<Add>> {
  await using broker = await TestBroker.start();
  const [sender, receiver] = [await broker.hub(), await broker.hub()];
  const latenciesMs: number[] = [];
  receiver.subscribe('ks.bench.want', {
    callback: (_error, message) => {
      latenciesMs.push(performance.now() - Number(message.string().slice(0, 20)));
    },
  });
  await receiver.flush();
  for (let round = 0; round < 500; round += 1) {
    for (let index = 0; index < STATIONS / 100; index += 1) {
      sender.publish('ks.bench.want', String(performance.now()).padEnd(20).padEnd(250, 'x'));
    }
    await wait(10);
  }
  await receiver.flush();
  const text = `p50 ${percentile(latenciesMs, 50).toFixed(2)} ms`;
  await Promise.all([sender.close(), receiver.close()]);
  return ['nats-server alone, 250 bytes to one subscriber, p99', percentile(latenciesMs, 99), 'ms', undefined, text];
}

async function newestEvent(hub: HubProcess): Promise<number> {
  let after = 0;
  for (;;) {
    const { body } = await hub.ask(`events?after=${after}&limit=1000`);
    if (body.events.length === 0) return after;
    after = body.next_after;
  }
}

const brokerOf = (hub: HubProcess): number => Number(readFileSync(join(hub.dataDir, 'broker/nats-server.pid'), 'utf8'));

async function settled(what: string, isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < DEADLINE_S * 10; turn += 1) {
    if (isSo()) return;
    await wait(100);
  }
  throw new Error(`timed out waiting for ${what}`);
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
