import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UniformStream } from '@kitestring/base/random.ts';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { COMMAND_TYPE, type CommandReply, type HubCommand, type HubScope } from '@kitestring/hub-contract/command.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { CommandKey } from '../../test/support/command-key.ts';
import { BeatLog } from '../beat-log.ts';
import { FleetJournal } from '../journal/fleet-journal.ts';
import { CommandExecutor } from './command-executor.ts';
import type { ApiRequest } from './station-api.ts';

const SID = 'sabcdefghijkl';
const BOOT = 'bootabcdefgh';
const KEY = new CommandKey();

/** A station on a folder, and its API, which a test can hold back. */
class Scene {
  readonly beats = new BeatLog();
  readonly requests: ApiRequest[] = [];
  readonly records: unknown[] = [];
  readonly journal: FleetJournal;
  readonly executor: CommandExecutor;
  nowMs = 1000;
  answer: { status: number; body: string } = { status: 202, body: '' };
  held: Promise<void> | undefined;
  /** The disk of the journal. */
  sync: () => Promise<void>;

  constructor(folder: TestFolder, access: HubScope = 'control') {
    this.journal = new FleetJournal({
      file: folder.file('journal.sqlite'),
      sid: SID,
      sign: () => '',
      newEpoch: () => 'epochabcdefg',
      maxBytes: 1e9,
      keepMs: 1e9,
      onPutAside: () => assert.fail('the journal is sound'),
    });
    this.sync = () => this.journal.sync();
    this.executor = new CommandExecutor({
      sid: SID,
      boot: BOOT,
      beats: this.beats,
      access,
      monotonicMs: () => this.nowMs,
      recorder: {
        journal: { outcomes: this.journal.outcomes, starts: this.journal.starts, sync: () => this.sync() },
        record: (kind, data) => this.records.push({ kind, data }),
      },
      api: {
        request: async (request) => {
          this.requests.push(request);
          await this.held;
          const { body, status } = this.answer;
          const bytes = (async function* () {
            if (body !== '') yield Buffer.from(body);
          })();
          return { status, headers: {}, body: bytes };
        },
      },
    });
    this.beats.next(this.nowMs);
  }

  command(change: Partial<HubCommand> = {}): HubCommand {
    return {
      v: 1,
      id: '0d1b0a9c-3b6f-4f6a-9a39-6d9d6d0b7a51',
      sid: SID,
      boot: BOOT,
      beat: this.beats.newest,
      maxAgeMs: 3000,
      person: { id: 'p1', name: 'Anna Example', role: 'operator' },
      scopes: ['read', 'control', 'can_override'],
      via: 'page',
      op: 'flight.control.take_off',
      ...change,
    };
  }

  execute(change: Partial<HubCommand> = {}): Promise<CommandReply> {
    return this.executor.execute(KEY.order(COMMAND_TYPE, this.command(change)), [KEY.pinned]);
  }
}

const errorOf = (reply: CommandReply) => ('error' in reply ? reply.error : reply.status);

describe('a command through the hub', () => {
  it('is a request of that person to the station’s API, and a record', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const body = { altitude: 20 };
    scene.answer = { status: 409, body: '{"code":"NOT_FLYING"}' };
    const reply = await scene.execute({ op: 'flight.control.altitude', body });
    assert.deepEqual(reply, { v: 1, id: scene.command().id, status: 409, body: { code: 'NOT_FLYING' } });
    const [request] = scene.requests;
    assert.deepEqual(
      [request?.method, request?.path, request?.body, request?.person.name, request?.scopes],
      ['POST', '/api/v1/flight/control/altitude', body, 'Anna Example', ['read', 'control']],
    );
    const { id, person, via } = scene.command();
    const data = {
      id,
      op: 'flight.control.altitude',
      person,
      via,
      outcome: 'Refused',
      status: 409,
      code: 'NOT_FLYING',
    };
    assert.deepEqual(scene.records, [{ kind: 'command', data }]);
    scene.journal.close();
  });

  it('is carried out once, however often it comes, and its outcome is known by its id, after a restart too', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const gate = Promise.withResolvers<void>();
    scene.held = gate.promise;
    const first = scene.execute();
    const second = scene.execute();
    const asked = scene.executor.result({ id: scene.command().id });
    gate.resolve();
    const replies = await Promise.all([first, second, asked]);
    assert.deepEqual(replies.map(errorOf), [202, 202, 202]);
    assert.equal(scene.requests.length, 1);
    scene.nowMs += 60_000;
    assert.equal(errorOf(await scene.execute()), 202, 'late, but known');
    assert.equal(errorOf(await scene.executor.result({ id: 'never-given-anything' })), 'NOT_KNOWN');
    scene.journal.close();
    const again = new Scene(folder);
    assert.equal(errorOf(await again.execute({ boot: 'bootzzzzzzzz' })), 202);
    assert.equal(again.requests.length, 0);
    again.journal.close();
  });

  it('of which the station does not know the end is lost, and is not carried out again', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    scene.journal.outcomes.decide(scene.command().id, scene.command());
    assert.equal(errorOf(await scene.execute()), 'OUTCOME_LOST');
    assert.equal(scene.requests.length, 0);
    scene.held = Promise.reject(new Error('socket hang up'));
    scene.held.catch(() => {});
    assert.equal(errorOf(await scene.execute({ id: 'another-id-of-16' })), 'OUTCOME_LOST');
    assert.equal(errorOf(await scene.executor.result({ id: 'another-id-of-16' })), 'OUTCOME_LOST');
    scene.journal.close();
  });

  it('is known by its id whatever happens to the clock of the day', async (t) => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const years = 10 * 365 * 86_400_000;
    for (const [index, setByMs] of [years, -years].entries()) {
      const [first, second] = [`first-command-of-${index}`, `second-command-of-${index}`];
      assert.equal(errorOf(await scene.execute({ id: first })), 202);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + setByMs });
      assert.equal(errorOf(await scene.execute({ id: second })), 202);
      t.mock.timers.reset();
      assert.equal(errorOf(await scene.executor.result({ id: first, boot: BOOT })), 202);
    }
    scene.journal.close();
  });

  it('is told as lost, and not as not carried out, when it may be one of the oldest that were forgotten', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const { executor, journal } = scene;
    journal.starts.add(BOOT);
    assert.equal(errorOf(await scene.execute()), 202);
    scene.beats.next(scene.nowMs);
    for (let n = 0; n < LIMITS.outcomesKept; n += 1) journal.outcomes.decide(`later-${n}`, { boot: BOOT, beat: 2 });
    const { beat, boot, id } = scene.command({ beat: 1 });
    assert.equal(errorOf(await executor.result({ id, boot, beat })), 'OUTCOME_LOST');
    assert.equal(errorOf(await executor.result({ id, boot })), 'OUTCOME_LOST', 'a hub of before names no beat');
    const never = 'never-given-anything';
    assert.equal(errorOf(await executor.result({ id: never, boot, beat: 2 })), 'NOT_KNOWN');
    assert.equal(journal.outcomes.get('later-0')?.reply, undefined);
    journal.close();
  });

  it('is not carried out when the disk has noted it too late, or not at all, and this is its outcome', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    scene.sync = async () => {
      scene.nowMs += 4000;
    };
    assert.equal(errorOf(await scene.execute()), 'COMMAND_TOO_LATE');
    assert.equal(errorOf(await scene.executor.result({ id: scene.command().id })), 'COMMAND_TOO_LATE');
    scene.sync = () => Promise.reject(new StoreFault('STORE_UNWRITABLE', 'the disk is full'));
    scene.beats.next(scene.nowMs);
    const second = { id: 'another-id-of-16', beat: scene.beats.newest };
    assert.equal(errorOf(await scene.execute(second)), 'NOT_KNOWN');
    scene.sync = () => Promise.resolve();
    assert.equal(errorOf(await scene.execute(second)), 'NOT_KNOWN', 'further copies change nothing');
    assert.equal(errorOf(await scene.executor.result({ id: second.id })), 'NOT_KNOWN');
    assert.deepEqual([scene.requests, scene.records], [[], []]);
    scene.journal.close();
  });

  it('is refused when it is late, for another boot or station, beyond the scopes, not offered or malformed; nothing happens then', async () => {
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const refusals: [Partial<HubCommand>, string][] = [
      [{ beat: 99 }, 'COMMAND_TOO_LATE'],
      [{ boot: 'bootzzzzzzzz' }, 'STATION_RESTARTED'],
      [{ sid: 'szzzzzzzzzzzz' }, 'OTHER_STATION'],
      [{ scopes: ['read'] }, 'SCOPE_NOT_GRANTED'],
      [{ op: 'handoff.control.override' }, 'SCOPE_NOT_GRANTED'],
      ...['flight.state', 'auth.token.request', 'plugins.add', 'sim.faults.inject', 'constructor'].map(
        (op): [Partial<HubCommand>, string] => [{ op }, 'OPERATION_NOT_OFFERED'],
      ),
      [{ op: 'recordings.delete' }, 'MALFORMED_COMMAND'],
      [{ op: 'recordings.delete', params: { recording_id: '..' } }, 'MALFORMED_COMMAND'],
      [{ maxAgeMs: 0 }, 'MALFORMED_COMMAND'],
      [{ id: 'short' }, 'MALFORMED_COMMAND'],
    ];
    for (const [change, error] of refusals)
      assert.equal(errorOf(await scene.execute(change)), error, JSON.stringify(change));
    scene.nowMs += 3001;
    const late = await scene.execute();
    assert.deepEqual([errorOf(late), 'ageMs' in late && late.ageMs], ['COMMAND_TOO_LATE', 3001]);
    assert.equal(errorOf(await scene.executor.execute(Buffer.from('x'), [KEY.pinned])), 'BAD_SIGNATURE');
    assert.deepEqual([scene.requests, scene.records], [[], []]);
    assert.equal(errorOf(await scene.executor.result({ id: scene.command().id })), 'NOT_KNOWN');
    scene.journal.close();
  });

  it('delayed, repeated and reordered at random, none is carried out late or twice, and each outcome is told truly', async (t) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    t.diagnostic(`SEED=${seed}`);
    const random = new UniformStream(seed);
    using folder = new TestFolder();
    const scene = new Scene(folder);
    const due: { atMs: number; bytes: Buffer; id: string }[] = [];
    const given = new Map<string, { beatMs: number; maxAgeMs: number }>();
    const told = new Map<string, Set<unknown>>();
    const sentMs = new Map([[1, scene.nowMs]]);
    let executedBefore = 0;
    for (let step = 0; step < 400; step += 1) {
      scene.nowMs += Math.floor(random.uniform() * 200);
      if (step % 5 === 0) sentMs.set(scene.beats.next(scene.nowMs), scene.nowMs);
      if (random.uniform() < 0.4) {
        const id = `command-number-${String(step).padStart(6, '0')}`;
        const beat = Math.max(1, scene.beats.newest - Math.floor(random.uniform() * 3));
        const maxAgeMs = 500 + Math.floor(random.uniform() * 2500);
        const bytes = KEY.order(COMMAND_TYPE, scene.command({ id, beat, maxAgeMs }));
        given.set(id, { beatMs: sentMs.get(beat) ?? 0, maxAgeMs });
        const copies = 1 + Math.floor(random.uniform() * 3);
        for (let copy = 0; copy < copies; copy += 1) {
          due.push({ atMs: scene.nowMs + Math.floor(random.uniform() ** 3 * 8000), bytes, id });
        }
      }
      for (const order of due.filter(({ atMs }) => atMs <= scene.nowMs)) {
        due.splice(due.indexOf(order), 1);
        const reply = await scene.executor.execute(order.bytes, [KEY.pinned]);
        told.set(order.id, (told.get(order.id) ?? new Set()).add(errorOf(reply)));
        if (scene.requests.length === executedBefore) continue;
        executedBefore = scene.requests.length;
        const { beatMs = 0, maxAgeMs = 0 } = given.get(order.id) ?? {};
        assert.ok(scene.nowMs - beatMs <= maxAgeMs, `${order.id} was carried out after ${scene.nowMs - beatMs} ms`);
      }
    }
    const done = scene.records.map((record) => (record as { data: { id: string } }).data.id);
    assert.equal(new Set(done).size, done.length, 'none twice');
    assert.equal(done.length, scene.requests.length);
    assert.ok(done.length > 20 && done.length < given.size, `${done.length} of ${given.size}`);
    for (const [id, replies] of told) {
      const isDone = done.includes(id);
      assert.equal(replies.has(202), isDone);
      assert.equal(errorOf(await scene.executor.result({ id })), isDone ? 202 : 'NOT_KNOWN');
    }
    scene.journal.close();
  });
});
