import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Database } from '../src/database/database.ts';
import { CloneQuarantine } from '../src/presence/clone-quarantine.ts';
import { Presence } from '../src/presence/presence.ts';
import { DatabaseFixture, NOW_MS } from './support/database-fixture.ts';
import { openNewDatabase } from './support/new-database.ts';

const SID = 'saaaaaaaaaaaa';
const [FIRST, COPY] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const SILENT = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
const MINUTE_MS = 60_000;

describe('a service that was sent away as a copy', () => {
  let database: Database;
  let presence: Presence;
  let quarantine: CloneQuarantine;
  /** By the clock of the day and by the monotonic one. */
  let nowMs = NOW_MS;
  let monotonicMs = 0;
  let heardSinceMs = 0;
  let n = 0;
  const sent: string[] = [];
  before(async () => {
    database = await openNewDatabase();
    await (await DatabaseFixture.make(database)).newStation(SID);
  });
  after(() => database.close());
  beforeEach(async () => {
    [nowMs, monotonicMs, heardSinceMs] = [NOW_MS, MINUTE_MS, 0];
    await database.query('UPDATE station SET beat = NULL, seen_ms = NULL');
    await database.query('DELETE FROM event');
    presence = new Presence();
    quarantine = new CloneQuarantine({
      database,
      presence,
      nowMs: () => nowMs,
      monotonicMs: () => monotonicMs,
      heardSinceMs: () => heardSinceMs,
      connection: { publish: (subject, payload) => void sent.push(`${subject} ${Buffer.from(payload as Uint8Array)}`) },
      log: SILENT,
      onEvent: () => {},
    });
  });

  const pass = (ms: number) => {
    nowMs += ms;
    monotonicMs += ms;
  };
  const beat = (boot: string) => {
    n += 1;
    const numbers = { v: 1, boot, n, epoch: 'epochabcdefg', head: 0, sent: 0, watching: 0, t: 0, rev: 0 };
    presence.beat(SID, { ...numbers, phase: 'StandBy', alarms: [0, 0, 0, 0], link: {} } as never, nowMs);
  };
  const events = async () => (await database.query('SELECT kind FROM event')).map(({ kind }) => kind);

  it('stays away while the other one beats, and may come back a minute after its last beat, of which an event tells', async () => {
    for (let second = 0; second < 12; second += 1) {
      for (const boot of [FIRST, COPY]) beat(boot);
      pass(1000);
    }
    assert.match(sent.at(-1) ?? '', new RegExp(`quarantine.*${COPY}`));
    for (let times = 0; times < 30; times += 1) {
      beat(FIRST);
      pass(5000);
      assert.equal(await quarantine.release(SID, COPY), false);
    }
    pass(MINUTE_MS - 5001);
    assert.equal(await quarantine.release(SID, COPY), false);
    assert.deepEqual(await events(), []);
    pass(2);
    assert.equal(await quarantine.release(SID, COPY), true);
    assert.deepEqual(await events(), ['station.quarantine_ended']);
    beat(COPY);
    assert.equal(presence.of(SID)?.state, 'online');
  });

  it('stays away though the clock of the hub is set forward', async () => {
    beat(FIRST);
    nowMs += 3_600_000;
    assert.equal(await quarantine.release(SID, COPY), false);
  });

  it('stays away from a replica that has not heard all beats of a minute', async () => {
    beat(FIRST);
    pass(2 * MINUTE_MS);
    heardSinceMs = monotonicMs - MINUTE_MS + 1;
    assert.equal(await quarantine.release(SID, COPY), false, 'just connected');
    heardSinceMs = Number.POSITIVE_INFINITY;
    assert.equal(await quarantine.release(SID, COPY), false, 'not connected');
  });

  it('stays away while another replica hears the other one, in a part of the network that this one cannot see', async () => {
    pass(2 * MINUTE_MS);
    const heardElsewhere = (boot: string) =>
      database.query('UPDATE station SET beat = $1, seen_ms = $2', [JSON.stringify({ boot }), nowMs - 30_000]);
    await heardElsewhere(FIRST);
    assert.equal(await quarantine.release(SID, COPY), false);
    await heardElsewhere(COPY);
    assert.equal(await quarantine.release(SID, COPY), true);
  });

  it('stays away for ever once the membership is revoked', async () => {
    pass(2 * MINUTE_MS);
    await database.query('UPDATE station SET revoked_ms = $1', [nowMs]);
    assert.equal(await quarantine.release(SID, COPY), false);
    await database.query('UPDATE station SET revoked_ms = NULL');
  });
});
