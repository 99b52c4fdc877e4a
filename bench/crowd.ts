import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiError } from '@kitestring/client/api-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { StationProcess, TEST_API_KEY } from '@kitestring/lab-testing/station-process.ts';
import { BAD_CLIENTS } from './crowd/bad-clients.ts';
import { INSPECTED, KeptMemory } from './crowd/kept-memory.ts';
import { growthMibPerH, type Point } from './soak/slope.ts';

/*
 * `npm run crowd [-- --hours 8 --speed 48]`: hours of station time at the default limits, with twenty misbehaving
 * clients and one that flies. Exit status 1 when a client gets a 500, a bug was contained, memory grows, or the flying
 * client is not served.
 */

const MOST_GROWTH_MIB_PER_H = 60;
const WARM_UP_SHARE = 0.25;
const HOUR_S = 3600;
const LOOK_EVERY_S = 240;
/** Maximum response time of the client that flies, on a machine that the others keep busy. */
const SERVED_WITHIN_MS = 10_000;
const TRIES = 20;

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '8' }, speed: { type: 'string', default: '48' } },
});
const hours = Number(values.hours);
const speed = Number(values.speed);
if (!(hours > 0 && speed > 0)) throw new Error('--hours and --speed must be above 0');

await using station = await StationProcess.start({
  flags: ['--sim-speed', String(speed), '--seed', '1'],
  env: { KITESTRING_TOKENS_VALIDITY_S: '604800', NODE_OPTIONS: INSPECTED },
});
const admin = new KitestringClient({ url: station.url, key: TEST_API_KEY, platform: nodePlatform() });
const keptMemory = await KeptMemory.of(station);
const statuses = new Map<number, number>();
const stop = new AbortController();
const crowd = Object.entries(BAD_CLIENTS).map(([name, behave]) => misbehave(name, behave));
const failures: string[] = [];
const memory = { heap: [] as Point[], resident: [] as Point[] };
const beganMs = performance.now();
const stationS = () => ((performance.now() - beganMs) / 1000) * speed;

let flights = 0;
while (stationS() < hours * HOUR_S) {
  await served('a flight', fly);
  const uncollectedMib = station.residentMib;
  const { heapMib, residentMib } = await keptMemory.measure();
  const minute = (performance.now() - beganMs) / 60_000;
  memory.heap.push({ minute, mib: heapMib });
  memory.resident.push({ minute, mib: residentMib });
  console.log(
    `${(stationS() / HOUR_S).toFixed(2)} h  ${flights} flights  heap ${heapMib.toFixed(1)} MiB, resident ${residentMib.toFixed(0)} MiB (${uncollectedMib.toFixed(0)} with garbage)  ${failures.length} failures  ${line()}`,
  );
}
stop.abort();
await Promise.all(crowd);
await admin.close();
keptMemory[Symbol.dispose]();
conclude(await station.end());

/** A client written without reading the documentation, with its own key. */
async function misbehave(name: string, behave: (typeof BAD_CLIENTS)[string]): Promise<void> {
  const { key } = await admin.admin.addPlugin({ name, scopes: ['read', 'control'] });
  const own = new KitestringClient({ url: station.url, key, platform: nodePlatform() });
  const { access_token: token } = await own.auth.requestToken({ grant_type: 'client_credentials', client_secret: key });
  const answered = (status: number) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  while (!stop.signal.aborted) await behave({ url: station.url, key, token, answered, signal: stop.signal });
}

async function fly(): Promise<void> {
  const flight = admin.topic('flight/state');
  const longestMs = (900 * 1000) / speed + SERVED_WITHIN_MS;
  const until = (wanted: string) =>
    flight.until(({ flight_state }) => flight_state === wanted, AbortSignal.timeout(longestMs));
  // The previous flight may have ended with a failure.
  if ((await admin.flight.getFlightState()).flight_state === 'Flying') await inControl(() => admin.flight.land());
  await until('StandBy');
  await inControl(() => admin.flight.takeOff());
  await until('Flying');
  await inControl(() => admin.flight.setAltitude({ altitude: 20 }));
  const endS = stationS() + LOOK_EVERY_S;
  while (stationS() < endS) {
    const askedMs = performance.now();
    await admin.flight.getFlightState();
    const tookMs = performance.now() - askedMs;
    if (tookMs > SERVED_WITHIN_MS) failures.push(`a state took ${tookMs.toFixed(0)} ms`);
    await after(250);
  }
  await inControl(() => admin.flight.land());
  await until('StandBy');
  flights += 1;
}

/**
 * Control is always contested, and a lease is short at this speed: a client with override takes control for each
 * command.
 */
async function inControl(command: () => Promise<unknown>): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    await admin.handoff.overrideControl({ operator_name: 'the one that flies' });
    try {
      await command();
      return;
    } catch (fault) {
      if (left === 0 || !(fault instanceof ApiError && fault.code === 'CONTROL_TAKEN')) throw fault;
    }
  }
}

async function served(what: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (fault) {
    failures.push(`${what}: ${fault instanceof Error ? fault.message : fault}`.slice(0, 200));
    console.log(failures.at(-1));
    await after(1000);
  }
}

/** Number of responses by status. */
function line(): string {
  const sorted = [...statuses].sort(([one], [other]) => one - other);
  return sorted.map(([status, count]) => `${status || 'closed'}:${count}`).join(' ');
}

function conclude(end: { status: number | null }): void {
  const growths = Object.entries(memory).map(([what, points]) => ({
    what,
    mibPerH: growthMibPerH(points.slice(Math.floor(points.length * WARM_UP_SHARE))),
  }));
  const bugs = station.output.split('\n').filter((text) => /a bug was contained|"level":[56]0/.test(text));
  const faults = [...statuses].filter(([status]) => status === 500);
  console.log(
    `\n${hours} h of station time, ${flights} flights, ${Object.keys(BAD_CLIENTS).length} bad clients: ${line()}`,
  );
  for (const { mibPerH, what } of growths)
    console.log(`${what} memory grew by ${mibPerH.toFixed(1)} MiB in an hour (at most ${MOST_GROWTH_MIB_PER_H})`);
  console.log(
    `${failures.length} failures of the client that flies, ${bugs.length} errors in the log, exit status ${end.status}`,
  );
  for (const text of [...new Set([...failures, ...bugs])].slice(0, 20)) console.log(`  ${text.slice(0, 300)}`);
  const isGood = failures.length === 0 && bugs.length === 0 && faults.length === 0 && end.status === 0;
  process.exitCode = isGood && growths.every(({ mibPerH }) => mibPerH <= MOST_GROWTH_MIB_PER_H) ? 0 : 1;
}
