import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import type { IssuedKey } from '@kitestring/station-contract/admin/plugin.ts';
import type { PluginSessionList } from '@kitestring/station-contract/admin/plugin-session.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import type { TestWebSocket } from '@kitestring/web/test/support/test-web-socket.ts';
import fc from 'fast-check';
import { type TestAnswer, TestClient } from './support/test-client.ts';

const PLUGINS = 4;
const SCOPES = ['read', 'control', 'can_override'];

const which = fc.nat(PLUGINS - 1);
const whom = fc.nat(30);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('sign in' as const), which) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('sign in with an old key' as const), which) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('sign out' as const), whom) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('revoke' as const), whom) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('disable' as const), which) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('enable' as const), which) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('change the key' as const), which) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('watch' as const), whom) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('ask for control' as const), whom) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('take control' as const), whom) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('give control back' as const), whom) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('command' as const), whom) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('wait' as const), fc.constantFrom(0.5, 5, 11, 61)) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Plugin {
  readonly id: string;
  key: string;
  readonly oldKeys: string[];
  isEnabled: boolean;
}

interface Session {
  readonly id: string;
  readonly plugin: Plugin;
  readonly client: TestClient;
  readonly watched: TestWebSocket[];
  isAlive: boolean;
}

const outcome = ({ body, status }: TestAnswer) =>
  `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim();

/** Many plugins with many sessions each, and the state that others may conclude from the answers so far. */
class Crowd {
  readonly #station: TestStation;
  readonly #seat: TestClient;
  readonly #plugins: Plugin[] = [];
  readonly #sessions: Session[] = [];

  constructor(station: TestStation, seat: TestClient) {
    this.#station = station;
    this.#seat = seat;
  }

  async gather(name: string): Promise<void> {
    for (let index = 0; index < PLUGINS; index += 1) {
      const { body } = await this.#administer('plugins', { name: `${name} ${index}`, scopes: SCOPES });
      const { key, plugin } = body as IssuedKey;
      this.#plugins.push({ id: plugin.id, key, oldKeys: [], isEnabled: true });
    }
  }

  async leave(): Promise<void> {
    for (const { id } of this.#plugins) await this.#seat.send(`/admin/v1/plugins/${id}`, { method: 'DELETE' });
    await this.#end(() => true);
  }

  async take([what, value]: Step): Promise<void> {
    const plugin = this.#plugins[value % PLUGINS] as Plugin;
    const session = this.#sessions[value % Math.max(1, this.#sessions.length)];
    if (what === 'wait') return this.#station.advance(value);
    if (what === 'sign in') return this.#signIn(plugin, plugin.key);
    if (what === 'sign in with an old key') return this.#signInWithOldKey(plugin);
    if (what === 'disable') return this.#disable(plugin);
    if (what === 'enable') {
      await this.#administer(`plugins/${plugin.id}/enable`);
      plugin.isEnabled = true;
      return;
    }
    if (what === 'change the key') return this.#changeKey(plugin);
    if (session !== undefined) await this.#use(session, what);
  }

  /** Living sessions are served and listed, others are not; a living one is in control. */
  async check(): Promise<void> {
    for (const { client, id, isAlive } of this.#sessions) {
      const seen = outcome(await client.get('handoff/state'));
      assert.equal(seen, isAlive ? '200' : '401 INVALID_TOKEN', `session ${id}`);
    }
    const own = new Set(this.#plugins.map(({ id }) => id));
    const { sessions } = (await this.#seat.get('/admin/v1/sessions')).body as PluginSessionList;
    const listed = sessions.filter(({ plugin_id }) => own.has(plugin_id)).map(({ id }) => id);
    const alive = this.#sessions.filter(({ isAlive }) => isAlive).map(({ id }) => id);
    assert.deepEqual(listed.sort(), alive.sort());
    const [holder, queue] = await this.#handoff();
    for (const id of [holder, ...queue]) assert.ok(id === undefined || alive.includes(id), `${id} is not alive`);
    assert.equal(new Set([holder, ...queue]).size, queue.length + 1, 'nobody is in control and in the queue, or twice');
    assert.ok(holder !== undefined || queue.length === 0, 'control is never idle while somebody waits');
  }

  async #use(session: Session, what: Exclude<Step[0], 'wait'>): Promise<void> {
    const { client, isAlive } = session;
    const [holder] = await this.#handoff();
    const others = holder !== undefined && holder !== session.id;
    const expect = (answer: TestAnswer, ifAlive: RegExp) =>
      assert.match(outcome(answer), isAlive ? ifAlive : /^401 INVALID_TOKEN$/, what);
    if (what === 'watch' && isAlive) session.watched.push(await client.subscribe('handoff/state'));
    if (what === 'watch' && !isAlive)
      await assert.rejects(client.subscribe('handoff/state'), /^UpgradeRefusedFault: 401/);
    if (what === 'ask for control') {
      expect(await client.post('handoff/control/request', { operator_name: 'o' }), others ? /^202$/ : /^201$/);
    }
    if (what === 'take control') {
      expect(await client.post('handoff/control/override', { operator_name: 'o' }), /^201$/);
      if (isAlive) assert.equal((await this.#handoff())[0], session.id, 'an override takes control at once');
    }
    if (what === 'give control back') {
      expect(await client.post('handoff/control/release'), /^204$/);
      if (isAlive) assert.notEqual((await this.#handoff())[0], session.id);
    }
    if (what === 'command') {
      const answer = await client.post('system/control/open_rtb_lids');
      expect(answer, others ? /^40[39] CONTROL_TAKEN$/ : /^(?!40[139] CONTROL_TAKEN)/);
    }
    if (what === 'sign out') {
      expect(await client.post('auth/token/invalidate'), /^20[04]$/);
      await this.#end(({ id }) => id === session.id);
    }
    if (what === 'revoke') {
      const answer = await this.#seat.send(`/admin/v1/sessions/${session.id}`, { method: 'DELETE' });
      assert.equal(outcome(answer), isAlive ? '204' : '404 SESSION_NOT_FOUND');
      await this.#end(({ id }) => id === session.id);
    }
  }

  async #signIn(plugin: Plugin, key: string): Promise<void> {
    const answer = await this.#askToken(key);
    if (!plugin.isEnabled) return assert.equal(outcome(answer), '403 PLUGIN_DISABLED');
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { access_token, id } = answer.body as { access_token: string; id: string };
    const client = new TestClient(this.#station.url, access_token);
    this.#sessions.push({ id, plugin, client, watched: [], isAlive: true });
  }

  async #signInWithOldKey({ oldKeys }: Plugin): Promise<void> {
    const key = oldKeys.at(-1);
    if (key !== undefined) assert.equal(outcome(await this.#askToken(key)), '401 INVALID_API_KEY');
  }

  async #disable(plugin: Plugin): Promise<void> {
    assert.equal((await this.#administer(`plugins/${plugin.id}/disable`)).status, 200);
    plugin.isEnabled = false;
    await this.#end((session) => session.plugin === plugin);
  }

  async #changeKey(plugin: Plugin): Promise<void> {
    const { body } = await this.#administer(`plugins/${plugin.id}/rotate`, { grace_s: 0 });
    plugin.oldKeys.push(plugin.key);
    plugin.key = (body as IssuedKey).key;
  }

  /** Whose session is over has no WebSocket any more. */
  async #end(isMeant: (session: Session) => boolean): Promise<void> {
    for (const session of this.#sessions.filter(isMeant)) {
      session.isAlive = false;
      if (session.watched.length > 0) this.#station.advance(2);
      for (const watched of session.watched.splice(0)) assert.equal((await watched.closed).code, 1008);
    }
  }

  async #handoff(): Promise<[holder: string | undefined, queue: string[]]> {
    const { controlling_client, requesting_clients } = (await this.#seat.get('handoff/state')).body as HandoffState;
    return [controlling_client?.session_id, requesting_clients.map(({ session_id }) => session_id)];
  }

  #askToken(key: string): Promise<TestAnswer> {
    return this.#station.stranger().post('auth/token/request', { client_secret: key });
  }

  #administer(path: string, value: unknown = {}): Promise<TestAnswer> {
    return this.#seat.post(`/admin/v1/${path}`, value);
  }
}

let station: TestStation;
before(async () => {
  const plenty = {
    tokenRequestsBurst: 100_000,
    readsBurst: 1_000_000,
    commandsBurst: 100_000,
    wrongKeysPerMin: 100_000,
    unauthenticatedBurst: 100_000,
  };
  station = await startTestStation({ limits: plenty });
  station.advance(2);
});
after(() => station[Symbol.asyncDispose]());

it('serves many sessions of many plugins as each of them is alone, whatever they do (fast-check prints the seed of a failure)', async () => {
  const seat = await station.client();
  let gathered = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const crowd = new Crowd(station, seat);
      gathered += 1;
      await crowd.gather(`crowd ${gathered}`);
      try {
        for (const one of steps) {
          await crowd.take(one);
          await crowd.check();
        }
      } finally {
        await crowd.leave();
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
});
