import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { StationClock } from '@kitestring/client/station-clock.ts';
import { ConsoleUnderTest } from '@kitestring/console-page/test/support/console-page.ts';
import { LIVE_VIDEO } from '@kitestring/console-page/test/support/live-picture.ts';
import { otherClient } from '@kitestring/console-page/test/support/other-client.ts';
import type { FlightState } from '@kitestring/station-contract/flight/flight-state.ts';
import { BY_PLAYWRIGHT, DutyPage } from './duty/duty-page.ts';
import { endedNotifications, type Kept, lacking, writeReports } from './duty/kept.ts';
import { PilotPage, SnapshotFault } from './duty/pilot-page.ts';

/*
 * `npm run duty [-- --hours 8 --speed 20 --operators 3 --pictures 4 --out out/duty]`: a duty in real pages of the console, without a
 * break. Three operators relieve each other, a viewer uses a watch link, and in five of six flights something fails.
 * For a busy machine: fewer operators, and live pictures in fewer pages, the viewer first. Writes pictures and the report of
 * each flight to the folder. Exit status 1 when a page logs errors, grows, or stored data is missing
 * at the end.
 */

const MOST_GROWTH_MIB = 2;
const WALL = { width: 1280, height: 720 };
const OPERATORS = ['Anna', 'Ben', 'Cleo'];
/** Each of two flights. */
const TURNS = 3;
/** Faults of the flights in order; the sixth has none. `forS` is station time. */
const FAULTS = [
  { type: 'gps_loss', forS: 600 },
  { type: 'wind_change', forS: 900, parameters: { speed_mps: 12 } },
  { type: 'camera_offline', forS: 300 },
  { type: 'link_degraded', forS: 600 },
  { type: 'main_power_loss', forS: 900 },
] as const;
/** Share of the flight time at which a fault begins. */
const UNTIL_FAULT = 1 / 3;
/** Share of the duty in the air. */
const IN_THE_AIR = 0.8;
/** Deadline of every action of a page or the station. */
const WITHIN_MS = 180_000;
/** Time of the fault, and of the descent. */
const DOWN_WITHIN_S = 1800;
/** Station time from a landing after which the log of the flight has ended: a take-off before it would continue the log. */
const LOGGED_WITHIN_S = 30;
/** Station time until the battery of the ground station is charged after a loss of power. */
const CHARGED_WITHIN_S = 7200;

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    speed: { type: 'string', default: '20' },
    operators: { type: 'string', default: '3' },
    pictures: { type: 'string', default: '4' },
    out: { type: 'string', default: 'out/duty' },
  },
});
const hours = Number(values.hours);
const speed = Number(values.speed);
if (!(hours > 0 && speed > 0 && speed <= 20))
  throw new Error('--hours must be above 0, --speed above 0 and at most 20');
mkdirSync(values.out, { recursive: true });

const env = {
  ...LIVE_VIDEO,
  KITESTRING_SIM_SPEED: String(speed),
  // A page renews in real time what lapses in station time.
  KITESTRING_HANDOFF_LEASE_S: String(10 * speed),
};
await using tested = await ConsoleUnderTest.start({ env });
const { station } = tested;
const client = otherClient(station.url);
const dutyS = hours * 3600;
const perFlightS = (dutyS * IN_THE_AIR) / (FAULTS.length + 1);

const pilots: PilotPage[] = [];
for (const [index, name] of OPERATORS.slice(0, Number(values.operators)).entries()) {
  pilots.push(await PilotPage.open(tested, name, index + 2 <= Number(values.pictures)));
}
const pages = pilots.map(({ name, page }) => new DutyPage(name, page));
const { secret } = await client.station.addWatchLink({ name: 'Command post', hours: 24 });
const wall = await tested.open({ hasPicture: Number(values.pictures) > 0, isSignedIn: false, viewport: WALL });
pages.push(new DutyPage('watcher', wall));
await wall.goto(`${station.url}/#watch=${secret}`);
// Only the part after # has changed, so the page has stayed.
await wall.reload();
if (Number(values.pictures) > 0) await wall.locator('video[data-health="live"]').first().waitFor();
else await wall.getByRole('region', { name: 'From above' }).waitFor();
// A busy machine simulates more slowly than configured: only station time measures the duty.
const clock = new StationClock();
client.topic('flight/state').subscribe({ message: (_, stationUs) => clock.observe(stationUs) });
await client.topic('flight/state').until(() => true);
const beganS = clock.elapsedS();
const stationS = () => clock.elapsedS() - beganS;

const seen: string[] = [];
const say = (text: string) => {
  const line = `${(stationS() / 3600).toFixed(2).padStart(5)} h  ${text}`;
  seen.push(line);
  console.log(line);
};
const begun = await client.flight.getFlightState();
say(`${pilots.length} operators and one watcher are there; the Kite is ${begun.flight_state}`);

let flown = 0;
const refused: string[] = [];
const kept: Kept = { incident: '2026-0117', flights: 0, recordings: 0, snapshots: 0, pins: [], late: 0 };
let last: PilotPage | undefined;
for (let turn = 0; turn < TURNS; turn += 1) {
  const pilot = pilots[turn % pilots.length];
  if (pilot !== undefined) await onDuty(turn, pilot).catch(shownAs('broken-off'));
}
await untilS(dutyS);
await wall.screenshot({ path: join(values.out, 'watcher.png') });
for (const page of pages) await page.weigh();
await conclude();

async function onDuty(turn: number, pilot: PilotPage): Promise<void> {
  // On a busy machine control may lapse, which the page reports.
  const { controlling_client: holder } = await client.handoff.getHandoffState();
  if (last === undefined || holder === null) await pilot.takeControl();
  else if (last !== pilot) await pilot.relieve(last);
  last = pilot;
  say(`${pilot.name} is in control`);
  if (turn === 0) await pilot.enterIncident(kept.incident, 'Warehouse fire, Dock Road');
  for (let flight = 0; flight < 2; flight += 1) await fly(pilot);
  for (const page of pages) {
    const { attached, heapMib, nodes } = await page.weigh();
    const { connections, name, requests } = page;
    say(
      `page of ${name}: heap ${heapMib.toFixed(1)} MiB, ${nodes} nodes, ${attached} of them in the document; so far ${requests} requests, ${connections} WebSockets`,
    );
  }
  await pilot.page.screenshot({ path: join(values.out, `${turn + 1}-${pilot.name}.png`) });
}

/** Keeps a picture of every page of a duty that cannot go on. */
function shownAs(name: string): (fault: unknown) => Promise<never> {
  return async (fault) => {
    console.error(fault);
    for (const { name: who, page } of pages) await page.screenshot({ path: join(values.out, `${name}-${who}.png`) });
    throw fault;
  };
}

/** One flight of the duty, with its fault. */
async function fly(pilot: PilotPage): Promise<void> {
  const fault = FAULTS[flown];
  const endS = Math.max(stationS() + 60, ((flown + 1) * dutyS) / (FAULTS.length + 1) - (dutyS * (1 - IN_THE_AIR)) / 6);
  const midS = endS - perFlightS * (1 - UNTIL_FAULT);
  await readyForTakeOff();
  await pilot.takeOff();
  await flightIs(({ flight_state }) => flight_state === 'Flying');
  await pilot.goTo(40);
  await done(
    'a recording',
    () => pilot.record(),
    () => (kept.recordings += 1),
  );
  await done(
    'a snapshot',
    () => pilot.snapshot(),
    () => (kept.snapshots += 1),
  );
  const gate = `Gate ${flown + 1}`;
  await done(
    'a pin',
    () => pilot.pin(gate),
    () => kept.pins.push(gate),
  );
  await untilS(midS);
  if (fault !== undefined) {
    const { type } = fault;
    // In a short duty the fault ends before the flight.
    const forS = Math.min(fault.forS, Math.round(perFlightS * UNTIL_FAULT));
    say(`${type} for ${forS} s of station time`);
    const parameters = 'parameters' in fault ? fault.parameters : {};
    await client.sim.injectFault({ type, duration: forS, parameters });
  }
  await untilS(Math.min(endS, stationS() + 120));
  await pilot.page.screenshot({ path: join(values.out, `fault-${flown + 1}-${fault?.type ?? 'none'}.png`) });
  await untilS(endS);
  // After the fault the flight continues, or has landed.
  const settled = ({ flight_state }: FlightState) => flight_state === 'Flying' || flight_state === 'StandBy';
  const { flight_state } = await flightIs(settled, (DOWN_WITHIN_S * 1000) / speed + WITHIN_MS);
  if (flight_state === 'Flying') await pilot.land();
  else say('the Kite has come down by itself');
  await flightIs((state) => state.flight_state === 'StandBy');
  const loggedS = stationS() + LOGGED_WITHIN_S;
  // A camera without pictures for long enough ends the recording.
  if ((await client.recordings.getRecordingsState()).is_recording) await pilot.stopRecording();
  else say('the recording has ended by itself');
  await untilS(loggedS);
  flown += 1;
  kept.flights += 1;
  say(`flight ${flown} has ended`);
}

/** A page that is late does it later, or not at all: the duty goes on, and fails at its end where the station has refused. */
async function done(what: string, act: () => Promise<void>, keep: () => unknown): Promise<void> {
  await act().then(keep, (fault: Error) => {
    kept.late += 1;
    if (fault instanceof SnapshotFault) refused.push(fault.message);
    say(`${what} came too late: ${fault.message.split('\n', 1)[0]}`);
  });
}

async function readyForTakeOff(): Promise<void> {
  const endS = stationS() + CHARGED_WITHIN_S;
  for (;;) {
    const { checks, ready } = await client.station.readiness();
    if (ready) return;
    const refusing = checks.filter(({ state }) => state === 'refuses').map(({ check }) => check);
    if (stationS() > endS) throw new Error(`no take-off: ${refusing.join(', ')}`);
    await after(500);
  }
}

function flightIs(isSo: (state: FlightState) => boolean, withinMs = WITHIN_MS): Promise<FlightState> {
  return client.topic('flight/state').until(isSo, AbortSignal.timeout(withinMs));
}

async function untilS(wantedS: number): Promise<void> {
  while (stationS() < wantedS) await after(Math.min(1000, ((wantedS - stationS()) / speed) * 1000 + 1));
}

async function conclude(): Promise<void> {
  const notifications = await endedNotifications(client);
  const keys = notifications.map(({ begin_time, code }) => `${code} ${begin_time}`);
  const doubled = keys.length - new Set(keys).size;
  const lines = pages.map(
    ({ connections, grownMib, lateSnapshots, name, requests, sizes, troubles }) =>
      `| ${name} | ${sizes.map(({ heapMib }) => heapMib.toFixed(1)).join(', ')} | ${grownMib.toFixed(2)} | ${sizes.map(({ attached, nodes }) => `${nodes} (${attached})`).join(', ')} | ${requests} | ${connections} | ${lateSnapshots} | ${troubles.length} |`,
  );
  const troubles = [...refused, ...pages.flatMap((page) => page.troubles), ...tested.complaints.filter(isFault)];
  const bugs = station.output.split('\n').filter((text) => /a bug was contained|"level":[56]0/.test(text));
  const missing = await lacking(client, kept);
  const reports = await writeReports(client, values.out);
  const grown = pages.filter(({ grownMib }) => grownMib > MOST_GROWTH_MIB).map(({ name }) => name);
  say(`${notifications.length} notifications, ${doubled} of them twice; station ${station.residentMib.toFixed(0)} MiB`);
  say(
    `${kept.flights} flights, ${kept.recordings} recordings, ${kept.snapshots} snapshots, ${kept.pins.length} pins, ${kept.late} more came too late; lacking: ${missing.join(', ') || 'nothing'}`,
  );
  const text = [
    ...['# A duty', '', '```', ...seen, '```', ''],
    ...[
      '| page | heap after a forced collection, MiB | grown | nodes (in the document) | requests | WebSockets | late snapshots | troubles |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...lines,
    ],
    ...['', ...new Set([...troubles, ...bugs])],
    ...['', 'Reports:', '', ...reports.map((name) => `- [${name}](${name})`)],
  ].join('\n');
  writeFileSync(join(values.out, 'duty.md'), `${text}\n`);
  console.log(`\n${lines.join('\n')}`);
  for (const trouble of [...new Set([...troubles, ...bugs])].slice(0, 20)) console.log(`  ${trouble.slice(0, 300)}`);
  if (grown.length > 0) console.log(`grew by more than ${MOST_GROWTH_MIB} MiB: ${grown.join(', ')}`);
  await client.close({ giveBackToken: true });
  const faults = troubles.length + bugs.length + grown.length + missing.length + doubled;
  process.exitCode = faults === 0 ? 0 : 1;
}

/** A refusal, as of a picture while the camera is off, is in the console of a browser by itself; answers of 500 and above are counted by page. */
function isFault(complaint: string): boolean {
  if (complaint.includes(BY_PLAYWRIGHT)) return false;
  return !/^Failed to load resource|^WebSocket connection .* (Unexpected response code: 4\d\d|HTTP Authentication failed)/.test(
    complaint,
  );
}
