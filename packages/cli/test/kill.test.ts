import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import fc from 'fast-check';

const LAUNCHER = join(import.meta.dirname, '../bin/kitestring.mjs');
let nextAltitude = 1000;
const KILLS = 8;
const CLIENTS = 4;
const seed = Date.now() % 2 ** 31;

interface Occurrence {
  readonly code: number;
  readonly begin_time: string;
  readonly end_time?: string;
}

/** Everything that the station has acknowledged: it must not be lost. */
class Acknowledged {
  readonly tokens: string[] = [];
  readonly keys: string[] = [];
  readonly ended = new Map<string, Occurrence>();
  /** Altitudes of refused commands. */
  readonly refused: number[] = [];
  /** Commands whose station was killed before it answered. */
  unanswered = 0;
}

const authorization = (token: string) => ({ authorization: `Bearer ${token}` });

async function post(url: string, token: string, body?: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...authorization(token), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
}

async function history(station: StationProcess, token: string): Promise<readonly Occurrence[]> {
  const response = await fetch(`${station.url}/api/v1/notifications/history?from_time=1970-01-01T00:00:00Z`, {
    headers: authorization(token),
  });
  return ((await response.json()) as { notifications: Occurrence[] }).notifications;
}

/** A command that is refused, with an altitude that no other one has. */
async function commandTooHigh(station: StationProcess, token: string, acknowledged: Acknowledged): Promise<void> {
  nextAltitude += 1;
  const altitude = nextAltitude;
  await assert.rejects(post(`${station.url}/api/v1/flight/control/altitude`, token, { altitude }), /: 4\d\d /);
  acknowledged.refused.push(altitude);
}

/** One client: takes tokens and makes notifications begin and end, as fast as it gets answers, until the station is gone. */
async function work(station: StationProcess, acknowledged: Acknowledged, afterEach: () => void): Promise<void> {
  for (;;) {
    const token = await station.token();
    acknowledged.tokens.push(token);
    afterEach();
    await commandTooHigh(station, token, acknowledged);
    afterEach();
    const update = `${station.url}/api/v1/auth/plugin/update`;
    await post(update, token, { self_status: 'Error', self_status_text: 'as the test wants it' });
    await post(update, token, { self_status: 'Connected' });
    for (const occurrence of await history(station, token)) {
      if (occurrence.end_time !== undefined) acknowledged.ended.set(keyOf(occurrence), occurrence);
    }
    afterEach();
  }
}

/** Such a command was not acknowledged: what it has done is unknown. */
const NOT_ACKNOWLEDGED = /the station (gave no answer; see what it lists|has stopped meanwhile; try again)/;

/** Adds a plugin by the command, beside the station and while it is being killed; where the station is gone before its answer, another one. */
async function addPlugin(folder: string, name: string, acknowledged: Acknowledged): Promise<void> {
  const command = [LAUNCHER, 'plugin', 'add', name, '--scopes', 'read', '--json', '--data-dir', folder];
  const answered = await promisify(execFile)(process.execPath, command).catch((error: { stderr: string }) => {
    if (!NOT_ACKNOWLEDGED.test(error.stderr)) throw error;
    acknowledged.unanswered += 1;
  });
  if (answered === undefined) await addPlugin(folder, `${name} again`, acknowledged);
  else acknowledged.keys.push((JSON.parse(answered.stdout) as { key: string }).key);
}

const keyOf = ({ code, begin_time }: Occurrence) => `${code} ${begin_time}`;

/** Lets several clients work and kills the station at the n-th acknowledgement, while others are under way. */
async function workUntilKilled(station: StationProcess, acknowledged: Acknowledged, killAt: number): Promise<void> {
  let count = 0;
  let killed: Promise<unknown> | undefined;
  const afterEach = () => {
    count += 1;
    if (count >= killAt) killed ??= station.end('SIGKILL');
  };
  const clients = Array.from({ length: CLIENTS }, () =>
    work(station, acknowledged, afterEach).catch((error) => {
      if (killed === undefined) throw error;
    }),
  );
  await Promise.all(clients);
  await killed;
}

async function checkNothingLost(station: StationProcess, acknowledged: Acknowledged): Promise<void> {
  for (const token of acknowledged.tokens) {
    const response = await fetch(`${station.url}/api/v1/flight/state`, { headers: authorization(token) });
    assert.equal(response.status, 200, 'a session that was acknowledged is lost');
  }
  for (const key of acknowledged.keys) await station.token({ client_secret: key });
  const response = await fetch(`${station.url}/admin/v1/audit?kind=Command&limit=1000`, {
    headers: authorization(await station.token()),
  });
  const { entries } = (await response.json()) as { readonly entries: readonly { readonly input: string }[] };
  const noted = new Set(entries.map(({ input }) => input));
  for (const altitude of acknowledged.refused) {
    assert.ok(noted.has(JSON.stringify({ altitude })), `the refused command to ${altitude} m is not in the audit log`);
  }
  const known = new Map((await history(station, await station.token())).map((item) => [keyOf(item), item]));
  for (const [key, occurrence] of acknowledged.ended) {
    assert.equal(known.get(key)?.end_time, occurrence.end_time, `notification ${key} is lost or changed`);
  }
}

describe('kill -9', () => {
  it(`at any moment loses no plugin, session, ended notification or audit entry that was acknowledged (${KILLS} kills, seed ${seed})`, async (t) => {
    using temporary = new TestFolder();
    const folder = temporary.path;
    const env = { ...WIDE_LIMITS, KITESTRING_TOKENS_MAX_SESSIONS: '10000' };
    const acknowledged = new Acknowledged();
    for (const killAt of fc.sample(fc.integer({ min: 1, max: 12 }), { numRuns: KILLS, seed })) {
      await using station = await StationProcess.start({ folder, env });
      await checkNothingLost(station, acknowledged);
      const added = addPlugin(folder, `plugin ${acknowledged.keys.length}`, acknowledged);
      await workUntilKilled(station, acknowledged, killAt);
      await added;
    }
    await using station = await StationProcess.start({ folder, env });
    await checkNothingLost(station, acknowledged);
    t.diagnostic(
      `${acknowledged.keys.length} plugins, ${acknowledged.unanswered} commands without an answer, ${acknowledged.tokens.length} sessions, ${acknowledged.ended.size} ended notifications, ${acknowledged.refused.length} refused commands: none lost`,
    );
  });
});
