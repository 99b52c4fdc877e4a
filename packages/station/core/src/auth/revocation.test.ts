import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Result } from '@kitestring/station-contract/refusal.ts';
import type { AccountRole } from '@kitestring/station-contract/station/account-role.ts';
import fc from 'fast-check';
import { AuthFixture, must, refusalCode } from './auth-fixture.test.ts';

const OLD = 'wind over the old harbour';
const RESET = 'set by an administrator';
const EVIL = 'chosen by an intruder';

const REVOCATIONS = ['reset', 'disable', 'demote', 'evict', 'remove'] as const;
type Revocation = (typeof REVOCATIONS)[number];

/** Actions of an intruder with the password of an administrator, and one of its sessions. */
const MOVES = ['signIn', 'password', 'account', 'plugin', 'rotate', 'link', 'passkey'] as const;
type Move = (typeof MOVES)[number];

interface Gain {
  readonly move: Move;
  readonly isLate: boolean;
  readonly result: Result<unknown>;
  readonly token?: string;
}

/** A station on which an account is taken from an intruder, with hashes that end in any order. */
class Contest {
  readonly fixture = new AuthFixture();
  readonly gains: Gain[] = [];
  isRevoked = false;
  #id = '';
  #token = '';
  #vms = '';

  async begin(scheduler: fc.Scheduler): Promise<void> {
    const { secrets } = this.fixture;
    const account = { login: 'chief', name: 'The chief', role: 'admin' as AccountRole, password: OLD };
    this.#id = must(await this.auth.accounts.add(account)).id;
    this.#token = must(await this.auth.signIn({ login: 'chief', password: OLD })).session.access_token;
    this.#vms = await this.fixture.plugin('vms', ['read']);
    this.#move('link');
    this.#move('passkey');
    const { hashKey, hashPassword, isPassword } = secrets;
    Object.assign(secrets, {
      hashKey: scheduler.scheduleFunction(hashKey),
      hashPassword: scheduler.scheduleFunction(hashPassword),
      isPassword: scheduler.scheduleFunction(isPassword),
    });
  }

  get auth() {
    return this.fixture.auth;
  }

  get account() {
    return this.auth.accounts.get(this.#id);
  }

  /** As the routes do it: the caller is known, a secret is proven, the change is made. */
  async try(move: Move): Promise<void> {
    const result = await this.#move(move);
    if (result === undefined) return;
    const token = move === 'signIn' && result.ok ? (result.value as { token: string }).token : undefined;
    this.gains.push({ move, isLate: this.isRevoked, result, ...(token !== undefined && { token }) });
  }

  async revoke(kind: Revocation): Promise<void> {
    const { accounts } = this.auth;
    if (kind === 'reset') must(await accounts.change(this.#id, { password: RESET }));
    else if (kind === 'disable') must(await accounts.change(this.#id, { enabled: false }));
    else if (kind === 'demote') must(await accounts.change(this.#id, { role: 'viewer' }));
    else if (kind === 'evict') must(accounts.evict(this.#id));
    else must(accounts.remove(this.#id));
    this.isRevoked = true;
  }

  #move(move: Move): Promise<Result<unknown> | undefined> | Result<unknown> | undefined {
    const { accounts, administration, watchLinks } = this.auth;
    if (move === 'signIn') return this.#signIn();
    const caller = this.auth.authenticate(this.#token);
    if (!caller.ok) return undefined;
    const editor = { accountId: this.#id, sessionId: caller.value.sessionId };
    const nth = `${move} ${this.gains.length}`;
    if (move === 'password') return this.#changePassword(editor);
    if (move === 'account') return accounts.add({ login: 'door', name: nth, role: 'admin', password: EVIL }, editor);
    if (move === 'plugin') return administration.add({ name: nth, scopes: ['internal'] }, caller.value);
    if (move === 'rotate') return administration.rotateKey(this.#vms, 0, caller.value);
    if (move === 'link') return watchLinks.add(caller.value, { name: nth, hours: 1 });
    return this.#addPasskey(caller.value);
  }

  async #signIn(): Promise<Result<unknown>> {
    const opened = await this.auth.signIn({ login: 'chief', password: OLD });
    return opened.ok ? { ok: true, value: { token: opened.value.session.access_token } } : opened;
  }

  async #changePassword(editor: { accountId: string; sessionId: string }): Promise<Result<unknown> | undefined> {
    if ((await this.auth.accounts.withPassword('chief', OLD)) === undefined) return undefined;
    return this.auth.accounts.setOwnPassword(editor, EVIL);
  }

  #addPasskey({ callerId: pluginId }: Caller): undefined {
    const account = this.auth.accounts.get(pluginId) ?? assert.fail();
    const key = { id: 'key', name: 'Key', publicKey: 'x', counter: 0, createdAtUs: 1 };
    if (account.passkeys.length === 0) this.auth.accounts.putOwn({ ...account, passkeys: [key] });
  }
}

async function play(
  scheduler: fc.Scheduler,
  kind: Revocation,
  steps: readonly (readonly [Move, number])[],
  at: number,
) {
  const contest = new Contest();
  await contest.begin(scheduler);
  const running: Promise<void>[] = [];
  const settle = async (most: number) => {
    await settled();
    for (let count = 0; count < most && scheduler.count() > 0; count += 1) {
      await scheduler.waitNext(1);
      await settled();
    }
  };
  for (const [index, [move, hashes]] of steps.entries()) {
    if (index === at % steps.length) running.push(contest.revoke(kind));
    await settle(0);
    running.push(contest.try(move));
    await settle(hashes);
  }
  await settle(Number.POSITIVE_INFINITY);
  await Promise.all(running);
  return contest;
}

/** Invariant: whatever the account could do before, none of what was got or begun with it can do afterwards. */
async function judge({ account, auth, fixture, gains }: Contest, kind: Revocation, scheduler: fc.Scheduler) {
  for (const { isLate, move, result, token } of gains) {
    if (isLate && move !== 'signIn') assert.notEqual(refusalCode(result), 'ok', `${move} was done after ${kind}`);
    const caller = token === undefined ? undefined : auth.authenticate(token);
    if (caller?.ok !== true) continue;
    assert.ok(isLate, `a session from before ${kind} goes on`);
    assert.ok(kind === 'demote' || kind === 'evict', `the old password opened a session after ${kind}`);
    if (kind === 'demote') assert.deepEqual(caller.value.scopes, ['read']);
  }
  const openLinks = auth.watchLinks.list().filter(({ state }) => state === 'Valid');
  if (kind === 'reset' || kind === 'evict') assert.deepEqual(account?.passkeys, []);
  if (kind !== 'demote') assert.deepEqual(openLinks, []);
  if (kind === 'disable') assert.equal(account?.enabled, false);
  if (kind === 'demote') assert.equal(account?.role, 'viewer');
  if (kind === 'remove') assert.equal(account, undefined);
  if (kind !== 'reset') return;
  const answers = Promise.all([OLD, EVIL, RESET].map((password) => auth.signIn({ login: 'chief', password })));
  const codes = (await scheduler.waitFor(answers)).map(refusalCode);
  assert.deepEqual(codes, ['INVALID_SIGN_IN', 'INVALID_SIGN_IN', 'ok']);
  fixture.restart();
  assert.deepEqual(fixture.store.sessions.list().length, 1);
}

describe('an account that is taken from an intruder', () => {
  for (const kind of REVOCATIONS) {
    it(`is gone for good with ${kind}, whatever was under way`, async () => {
      const steps = fc.array(fc.tuple(fc.constantFrom(...MOVES), fc.nat(3)), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), steps, fc.nat(11), async (scheduler, moves, at) => {
          await judge(await play(scheduler, kind, moves, at), kind, scheduler);
        }),
        { numRuns: 150 },
      );
    });
  }
});
