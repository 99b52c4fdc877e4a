import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ChaosFleet, compareJournals } from '@kitestring/hub-app/test/support/chaos.ts';
import { type Answer, HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { connectReplica } from '@kitestring/hub-app/test/support/second-replica.ts';
import { TestCluster } from '@kitestring/hub-app/test/support/test-cluster.ts';
import { TestPostgres } from '@kitestring/hub-app/test/support/test-postgres.ts';
import { TestStation } from '@kitestring/hub-app/test/support/test-station.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import { readIdentity } from '@kitestring/hub-link/identity/credentials-file.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { LightStationsProcess } from './light-stations-process.ts';

interface RoundOptions {
  readonly stations: number;
  readonly seed: number;
}

/** Findings of a round besides the sums of the journals. */
type Figures = Readonly<Record<string, number>>;

/** Records of the last seconds are in no segment yet. */
const UNARCHIVED_MAX = 15;
const SETTLED_MS = 300_000;
const RUN_MS = 20_000;
const EVENTS_PER_S = 2;
const GREETINGS = 3000;
const BACKLOG_HOURS = 240;
const OTHER = 'saaaaaaaaaaaa';
/** Subjects on which a station is not to be heard, whatever it names for an answer. */
const FOREIGN = [
  ...[SUBJECTS.journal(0, OTHER), SUBJECTS.beat(OTHER), SUBJECTS.request(OTHER, 'cmd'), SUBJECTS.event(OTHER, 'x')],
  ...['$KV.ROOMS.x', SUBJECTS.administration('keys.x')],
];

const archived = (fleet: ChaosFleet) =>
  until(
    'all records in the archive',
    () => fleet.isUp && fleet.status.every(({ unarchived }) => unarchived < UNARCHIVED_MAX),
    SETTLED_MS,
  );

const readiness = async ({ url }: HubProcess): Promise<Answer> => (await fetch(`${url}/readyz`)).json();

async function fleetAt(hub: HubProcess, { seed, stations }: RoundOptions): Promise<ChaosFleet> {
  const fleet = await ChaosFleet.start(hub, { stations, seed, eventsPerS: EVENTS_PER_S });
  await archived(fleet);
  return fleet;
}

/** Nothing lost, doubled, changed or given up; all that a station was told to be archived is there. */
async function judge(hub: HubProcess, fleet: ChaosFleet, figures: Figures): Promise<Figures> {
  await archived(fleet);
  await fleet.end('SIGTERM');
  const { records, ...wrong } = await compareJournals(hub, fleet.stations);
  assert.ok(records > 0);
  assert.deepEqual(wrong, { lost: 0, double: 0, declared: 0, faults: 0, differing: 0, behind: 0 });
  return { ...figures, records, ...wrong };
}

async function databaseLost(options: RoundOptions): Promise<Figures> {
  await using hub = new HubProcess();
  await hub.start();
  await using fleet = await fleetAt(hub, options);
  await wait(RUN_MS);
  await hub.end('SIGKILL');
  rmSync(join(hub.dataDir, 'database'), { recursive: true });
  await hub.start();
  const isRefused = () => fleet.status.every(({ reason = '' }) => reason.includes('UNKNOWN_STATION'));
  await until('the refusal of all', isRefused, SETTLED_MS);
  const beganMs = performance.now();
  await fleet.enrolAgain();
  await archived(fleet);
  const backS = Math.round((performance.now() - beganMs) / 1000);
  await wait(RUN_MS);
  return await judge(hub, fleet, { enrolledAgain: fleet.stations.length, backS });
}

async function hostileStation(options: RoundOptions): Promise<Figures> {
  await using hub = new HubProcess();
  await hub.start();
  await using fleet = await fleetAt(hub, options);
  const hostile = await TestStation.enrol(hub, 'Engine 99');
  const replica = await connectReplica(hub);
  let foreign = 0;
  const heard = () => {
    foreign += 1;
  };
  for (const subject of FOREIGN) replica.subscribe(subject, { callback: heard });
  await replica.flush();
  const connection = await hostile.connect();
  // Asks with foreign subjects for the answer, and with garbage.
  for (let index = 0; index < GREETINGS; index += 1) {
    const reply = FOREIGN[index % FOREIGN.length] ?? '';
    connection.publish(SUBJECTS.hub(hostile.sid, 'hello'), Buffer.from(`{"v":1,"n":${index}`), { reply });
  }
  await connection.flush().catch(() => {});
  await replica.flush();
  assert.deepEqual((await readiness(hub)).away, []);
  assert.equal((await hub.ask('session', { key: '', body: { api_key: hub.key } })).status, 201);
  let beats = 0;
  const isSuspended = async () => {
    const { events } = (await hub.ask('events?limit=500&kind=station.suspended')).body;
    return events.some(({ sid }: Answer) => sid === hostile.sid);
  };
  while (!(await isSuspended()) && beats < 1_000_000) {
    for (let index = 0; index < 5000; index += 1) connection.publish(SUBJECTS.beat(hostile.sid), '{}');
    beats += 5000;
    await Promise.race([connection.flush().catch(() => {}), wait(500)]);
  }
  assert.ok(await isSuspended(), 'the flood was not cut off');
  await connection.close();
  await replica.close();
  assert.equal(foreign, 0, 'it was heard on a foreign subject');
  const lines = hub.log.filter(({ sid }) => sid === hostile.sid).length;
  assert.ok(lines < 100, `${lines} lines of the log`);
  return await judge(hub, fleet, { greetings: GREETINGS, beats, foreign, lines });
}

async function quorumLost(options: RoundOptions): Promise<Figures> {
  await using postgres = await TestPostgres.start();
  await using cluster = await TestCluster.start(postgres.url);
  await using hub = new HubProcess([], cluster.environment);
  await hub.start();
  await using fleet = await fleetAt(hub, options);
  for (const node of [1, 2]) await cluster.end(node, 'SIGKILL');
  const beganMs = performance.now();
  await until('the state', async () => (await readiness(hub)).away.includes('streams'), SETTLED_MS);
  const saidAfterS = Math.round((performance.now() - beganMs) / 100) / 10;
  assert.ok(!(await readiness(hub)).away.includes('broker'));
  const metrics = await (await fetch(`${hub.url}/metrics`)).text();
  assert.match(metrics, /^kitestring_hub_up\{part="streams"\} 0$/m);
  assert.equal((await hub.ask('session', { key: '', body: { api_key: hub.key } })).status, 201);
  await wait(RUN_MS);
  for (const node of [1, 2]) await cluster.startNode(node);
  await until('the end', async () => (await readiness(hub)).away.length === 0, SETTLED_MS);
  return await judge(hub, fleet, { saidAfterS });
}

async function backlogOfTenDays({ seed }: RoundOptions): Promise<Figures> {
  await using hub = new HubProcess();
  await hub.start();
  using folder = new TestFolder();
  const flags = ['--backlog', `${BACKLOG_HOURS}h`, '--seed', String(seed)];
  await using light = new LightStationsProcess(hub, folder.path, 1, flags);
  await light.running;
  const beganMs = performance.now();
  const isThere = () => light.totals.up === 1 && light.totals.unarchived < UNARCHIVED_MAX * 10;
  await until('the backlog', isThere, 2 * SETTLED_MS);
  const tookS = Math.round((performance.now() - beganMs) / 1000);
  assert.equal(light.totals.lost, 0);
  await light.stop();
  const stations = readdirSync(folder.path).flatMap((name) => {
    const place = join(folder.path, name);
    const sid = /^\d+$/.test(name) ? readIdentity(place)?.credentials.sid : undefined;
    return sid === undefined ? [] : [{ sid, folder: place }];
  });
  const { records, ...wrong } = await compareJournals(hub, stations);
  assert.ok(records > 10_000);
  assert.deepEqual(wrong, { lost: 0, double: 0, declared: 0, faults: 0, differing: 0, behind: 0 });
  return { tookS, records, ...wrong };
}

/** Rounds with a hub and stations of their own: each ends with what a disturbance among others would hide. */
export const SOAK_ROUNDS: Readonly<Record<string, (options: RoundOptions) => Promise<Figures>>> = {
  'database lost': databaseLost,
  'hostile station': hostileStation,
  'quorum lost': quorumLost,
  'backlog of ten days': backlogOfTenDays,
};
