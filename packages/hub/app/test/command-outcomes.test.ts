import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { ResultRequest } from '@kitestring/hub-contract/command.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readMessage } from '@kitestring/hub-contract/read-message.ts';
import { BeatLog } from '@kitestring/hub-link/beat-log.ts';
import { CommandExecutor } from '@kitestring/hub-link/commands/command-executor.ts';
import { FleetJournal } from '@kitestring/hub-link/journal/fleet-journal.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { Msg } from '@nats-io/nats-core';
import { CommandTable } from '../src/commands/command-table.ts';
import { FreshBeats } from '../src/commands/fresh-beats.ts';
import { StationCommands } from '../src/commands/station-commands.ts';
import type { Database } from '../src/database/database.ts';
import { Presence } from '../src/presence/presence.ts';
import { HubAudit } from '../src/registry/audit.ts';
import { DatabaseFixture, NOW_MS } from './support/database-fixture.ts';
import { openNewDatabase } from './support/new-database.ts';

const SID = 'saaaaaaaaaaaa';
const PAIR = generateKeyPairSync('ed25519');
const KEY = { kid: 'test', key: PAIR.privateKey, x: String(PAIR.publicKey.export({ format: 'jwk' }).x) };
const SILENT = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
const CALLER = {
  kind: 'key',
  sessionId: 'k1',
  callerId: 'k1',
  callerName: 'dispatch',
  scopes: ['read', 'control'],
  rights: [{ role: 'pilot', group: undefined }],
} as never;
const ID = 'land-the-kite-now';
/** A station is asked again once its copy has been silent for a minute. */
const ASKED_AGAIN_MS = 65_000;

/** Time of hub and stations. */
let nowMs = 0;

/** One process of a station: its commands with their journal, and what it has done. */
class Service {
  readonly boot: string;
  readonly done: string[] = [];
  /** Its answers come to the hub. */
  isHeard = true;
  /** Commands do not come to it. */
  isDeaf = false;
  /** It does not end what it carries out before it is released. */
  isHeld = false;
  pinned = [KEY];
  readonly #folder: string;
  readonly #beats = new BeatLog();
  readonly #executor: CommandExecutor;
  readonly #begun = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();
  #journal: FleetJournal | undefined;

  constructor(boot: string, folder: string, access: 'read' | 'control' = 'control') {
    this.boot = boot;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.openJournal();
    const journal = () => this.#journal;
    this.#executor = new CommandExecutor({
      sid: SID,
      boot,
      beats: this.#beats,
      access,
      monotonicMs: () => nowMs,
      recorder: {
        record: () => {},
        get journal() {
          return journal();
        },
      },
      api: {
        request: async ({ path }) => {
          this.done.push(path);
          this.#begun.resolve();
          if (this.isHeld) await this.#released.promise;
          return { status: 202, headers: {}, body: (async function* () {})() };
        },
      },
    });
  }

  /** Resolves when it carries a command out. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Ends what is held. */
  release(): void {
    this.#released.resolve();
  }

  /** As many other commands as it keeps outcomes of. */
  forgetAll(): void {
    const beat = this.#beats.newest;
    for (let n = 0; n < LIMITS.outcomesKept; n += 1)
      this.#journal?.outcomes.decide(`another-command-${n}`, { boot: this.boot, beat });
  }

  openJournal(): void {
    this.#journal = new FleetJournal({
      file: `${this.#folder}/journal.sqlite`,
      sid: SID,
      sign: () => '',
      newEpoch: () => 'epochabcdefg',
      maxBytes: 1e9,
      keepMs: 1e9,
      onPutAside: () => assert.fail('the journal is sound'),
    });
    this.#journal.starts.add(this.boot);
  }

  /** The service ends, or its disk has failed. */
  closeJournal(): void {
    this.#journal?.close();
    this.#journal = undefined;
  }

  /** A second service, from a copy of the folder. */
  clone(access?: 'read'): Service {
    const folder = `${this.#folder}-clone`;
    cpSync(this.#folder, folder, { recursive: true });
    return new Service('bbbbbbbbbbbb', folder, access);
  }

  /** The same computer, after the end of this service. @param folder another one: the disk was replaced */
  restarted(folder = this.#folder): Service {
    this.closeJournal();
    return new Service('cccccccccccc', folder);
  }

  nextBeat() {
    const n = this.#beats.next(nowMs);
    const numbers = { v: 1 as const, boot: this.boot, n, epoch: 'epochabcdefg', head: 0, sent: 0, watching: 0, t: 0 };
    return { ...numbers, phase: 'Flying' as const, alarms: [0, 0, 0, 0] as const, link: {}, rev: 0 };
  }

  /** Undefined: nothing is heard of it. */
  async answer(subject: string, data: Uint8Array): Promise<Uint8Array | undefined> {
    const { isHeard } = this;
    if (this.isDeaf) return undefined;
    const question = readMessage(ResultRequest, data);
    const replying = subject.endsWith('.cmd')
      ? this.#executor.execute(data, this.pinned)
      : question.ok && this.#executor.result(question.value);
    if (this.isHeld) return this.begun.then(() => undefined);
    const reply = await replying;
    const named = typeof reply === 'object' && 'error' in reply ? { ...reply, boot: this.boot } : reply;
    return isHeard ? Buffer.from(JSON.stringify(named)) : undefined;
  }
}

describe('the outcome of a command is told truly', () => {
  let database: Database;
  let table: CommandTable;
  let presence: Presence;
  let commands: StationCommands;
  let folder: TestFolder;
  let station: Service;
  /** Services that the broker reaches, the fastest first. */
  let reached: Service[];
  const opened: Service[] = [];
  /** The hub goes on so long after it has noted the next command. */
  let heldUpMs = 0;
  before(async () => {
    database = await openNewDatabase();
    await (await DatabaseFixture.make(database)).newStation(SID);
  });
  after(() => database.close());
  beforeEach(async () => {
    folder = new TestFolder();
    nowMs = NOW_MS;
    table = new CommandTable(database);
    presence = new Presence();
    await database.query('DELETE FROM command');
    const connection = {
      request: async (subject: string, data?: unknown, { timeout }: { timeout: number } = { timeout: 0 }) => {
        const replies = await Promise.all(reached.map((service) => service.answer(subject, data as Uint8Array)));
        const reply = replies.find((one) => one !== undefined);
        // Two attempts without an answer fit into the life of a command.
        nowMs += reply === undefined ? timeout + 2000 : 1000;
        if (reply === undefined) throw new Error('timeout');
        return { data: reply } as Msg;
      },
    };
    heldUpMs = 0;
    const busy: Database = {
      ...database,
      transaction: async (work) => {
        const result = await database.transaction(work);
        nowMs += heldUpMs;
        heldUpMs = 0;
        return result;
      },
    };
    const base = {
      connection,
      database: busy,
      table,
      presence,
      nowMs: () => nowMs,
      monotonicMs: () => nowMs,
      log: SILENT,
    };
    commands = new StationCommands({
      ...base,
      beats: new FreshBeats(base),
      audit: new HubAudit(database, () => nowMs),
      key: KEY,
      onEvent: () => {},
    });
    station = new Service('aaaaaaaaaaaa', folder.file('station'));
    reach(station);
  });
  afterEach(() => {
    for (const service of opened.splice(0)) service.closeJournal();
    folder[Symbol.dispose]();
  });

  /** These are connected, the fastest first; the hub hears a beat of the last one last. */
  const reach = (...services: Service[]) => {
    reached = services;
    opened.push(...services);
    beatAll();
  };
  const beatAll = () => {
    for (const service of reached) presence.beat(SID, service.nextBeat() as never, nowMs);
  };
  const give = async () => {
    const order = { id: ID, sid: SID, op: 'flight.control.land', params: {}, body: undefined, caller: CALLER };
    return (await commands.send({ ...order, address: undefined })).kind;
  };
  /** How the hub has settled it once so much time has passed, each second of which it has asked. */
  const stateAfter = async (ms: number) => {
    for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 1000) {
      beatAll();
      await commands.settleOpen();
    }
    return (await table.get(ID))?.state;
  };

  it('when a copy of the station carries it out and ends before it answers', async () => {
    const clone = station.clone();
    reach(clone);
    clone.isHeard = false;
    assert.equal(await give(), 'unknown');
    assert.equal(clone.done.length, 1);
    reach(station);
    assert.equal(await stateAfter(60_000), 'open', 'the copy may be back');
    assert.equal(await stateAfter(100_000), 'lost');
    assert.deepEqual(station.done, []);
  });

  it('when a copy answers for the station, whose connection is dead after it has carried the command out', async () => {
    const clone = station.clone();
    station.isHeard = false;
    assert.equal(await give(), 'unknown');
    reach(clone);
    assert.equal(await stateAfter(60_000), 'open');
    station.isHeard = true;
    reach(station);
    assert.equal(await stateAfter(ASKED_AGAIN_MS), 'answered');
    assert.deepEqual([station.done.length, clone.done.length], [1, 0]);
  });

  it('when a copy that may do less, or knows other keys, refuses it faster than the station answers', async () => {
    const clone = station.clone('read');
    reach(clone, station);
    assert.equal(await give(), 'unknown');
    reach(station);
    assert.equal(await stateAfter(ASKED_AGAIN_MS), 'answered');
    await database.query('DELETE FROM command');
    clone.pinned = [];
    reach(clone, station);
    assert.equal(await give(), 'unknown');
    reach(station);
    assert.equal(await stateAfter(ASKED_AGAIN_MS), 'answered');
    assert.equal(station.done.length, 1);
  });

  it('when the station was copied in the midst of it', async () => {
    station.isHeld = true;
    const given = give();
    await station.begun;
    const clone = station.clone();
    assert.equal(await given, 'unknown');
    reach(clone);
    assert.equal(await stateAfter(30_000), 'open', 'the copy knows no end of it');
    station.isHeld = false;
    station.release();
    reach(station);
    assert.equal(await stateAfter(ASKED_AGAIN_MS), 'answered');
  });

  it('when a busy hub comes to send it after the time in which the station would carry it out', async () => {
    heldUpMs = 20_000;
    assert.equal(await give(), 'not_carried_out');
    assert.match(JSON.stringify((await table.get(ID))?.reply), /COMMAND_TOO_LATE/);
    assert.deepEqual(station.done, []);
  });

  it('when the station was restarted, and has never got it', async () => {
    station.isDeaf = true;
    assert.equal(await give(), 'unknown');
    reach(station.restarted());
    assert.equal(await stateAfter(10_000), 'not_carried_out');
    assert.deepEqual(station.done, []);
  });

  it('when the station was restarted with another disk, which does not know of it', async () => {
    station.isHeard = false;
    assert.equal(await give(), 'unknown');
    reach(station.restarted(folder.file('replaced')));
    reach();
    assert.equal(await stateAfter(200_000), 'open', 'it is away');
    reach(...opened.slice(-1));
    assert.equal(await stateAfter(80_000), 'open', 'the service that had it may be back');
    assert.equal(await stateAfter(20_000), 'lost');
    assert.equal(station.done.length, 1);
  });

  it('when the station cannot read its journal for a while', async () => {
    station.isHeard = false;
    assert.equal(await give(), 'unknown');
    station.isHeard = true;
    station.closeJournal();
    reach(station);
    assert.equal(await stateAfter(60_000), 'open');
    station.openJournal();
    assert.equal(await stateAfter(2000), 'answered');
  });

  it('when its first copy was carried out, and the keys of the hub changed before the next one came', async () => {
    station.isHeard = false;
    const given = give();
    await station.begun;
    station.isHeard = true;
    station.pinned = [];
    assert.equal(await given, 'unknown');
    assert.equal(await stateAfter(10_000), 'answered');
  });

  it('when the station has carried out so many commands meanwhile that it has forgotten the outcome', async () => {
    station.isHeard = false;
    assert.equal(await give(), 'unknown');
    station.forgetAll();
    station.isHeard = true;
    reach(station);
    assert.equal(await stateAfter(10_000), 'lost');
  });
});
