import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import type { HashLane } from '@kitestring/base/key-check.ts';
import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { ACCOUNTS_MAX, type AccountChange, type NewAccount } from '@kitestring/station-contract/station/account.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '@kitestring/station-contract/station/password-limits.ts';
import type { AccountRecord, AccountStore } from '../ports/account-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { attempt } from '../ports/store.ts';
import { readName } from './name.ts';

interface AccountsDeps {
  readonly clock: Pick<Clock, 'nowUs'>;
  /** UTC. */
  readonly realTimeClock: Pick<Clock, 'nowUs'>;
  readonly store: AccountStore;
  readonly secrets: Pick<Secrets, 'newId' | 'hashPassword' | 'isPassword'>;
  /** Ends all sessions of an account. */
  readonly endSessionsOf: (accountId: string, exceptId?: string) => void;
  /** Revokes all links for watching of an account. */
  readonly revokeLinksOf: (accountId: string) => void;
  readonly isOpen: (sessionId: string) => boolean;
  readonly onStoreFault: (fault: unknown) => void;
}

/** Session that makes a change, and its account; undefined for the command line and an API key. */
export interface AccountEditor {
  readonly accountId: string;
  readonly sessionId: string;
}

const LOGIN = /^[\p{L}\p{N}._@-]{1,64}$/u;

/** A login as it is kept and compared. */
export const normalLogin = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

/**
 * People who sign in with a name of their own. Only this process writes them. Invariants: whatever an account could do
 * before a change by another, none of its sessions can do afterwards; and a change whose caller was shut out while a
 * password was hashed is not made.
 */
export class Accounts {
  readonly #deps: AccountsDeps;
  readonly #listeners = new Set<() => void>();
  #byId: ReadonlyMap<string, AccountRecord> = new Map();

  constructor(deps: AccountsDeps) {
    this.#deps = deps;
    this.#read();
  }

  /** Oldest first. */
  list(): readonly AccountRecord[] {
    return [...this.#byId.values()];
  }

  get(id: string): AccountRecord | undefined {
    return this.#byId.get(id);
  }

  ofLogin(login: string): AccountRecord | undefined {
    const wanted = normalLogin(login);
    return this.list().find((account) => account.login === wanted);
  }

  /**
   * The account, enabled or not, of login and password; takes the same time whether there is one.
   * @throws the rejection of `Secrets.isPassword`
   */
  async withPassword(login: string, password: string, lane?: HashLane): Promise<AccountRecord | undefined> {
    const { passwordHash } = this.ofLogin(login) ?? {};
    const isRight = await this.#deps.secrets.isPassword(password, passwordHash, lane);
    // As it is now: it may have been changed meanwhile.
    const account = this.ofLogin(login);
    return isRight && account?.passwordHash === passwordHash ? account : undefined;
  }

  /** INVALID_REQUEST, LOGIN_TAKEN, PASSWORD_TOO_WEAK, TOO_MANY_ACCOUNTS. */
  async add(
    { login: wanted, name: text, password, role }: NewAccount,
    editor?: AccountEditor,
  ): Promise<Result<AccountRecord>> {
    const login = normalLogin(wanted);
    if (!LOGIN.test(login)) {
      const fault = 'login must have 1 to 64 letters, digits and characters of . _ - @';
      return refuse('INVALID_REQUEST', { fault: `${fault}, got ${quote(wanted)}` });
    }
    const name = readName('name', text);
    if (!name.ok) return name;
    const hashed = await this.#hashed(password, { login, name: name.value });
    if (!hashed.ok) return hashed;
    const permitted = this.#stillIn(editor);
    if (!permitted.ok) return permitted;
    if (this.ofLogin(login) !== undefined) return refuse('LOGIN_TAKEN', { login });
    const { size } = this.#byId;
    if (size >= ACCOUNTS_MAX) return refuse('TOO_MANY_ACCOUNTS', { most: ACCOUNTS_MAX, count: size });
    const { clock, secrets } = this.#deps;
    const createdAtUs = clock.nowUs();
    const id = secrets.newId();
    const fresh = { enabled: true, epoch: 1, passkeys: [], createdAtUs };
    const account = { id, login, name: name.value, role, ...fresh, ...hashed.value };
    this.#write(account);
    return ok(account);
  }

  /**
   * A password that another sets shuts out all who had the account: its passkeys and links end with its sessions.
   * ACCOUNT_NOT_FOUND, OWN_ACCOUNT, INVALID_REQUEST, PASSWORD_TOO_WEAK, INVALID_TOKEN.
   */
  async change(id: string, change: AccountChange, editor?: AccountEditor): Promise<Result<AccountRecord>> {
    const before = this.#editable(id, editor, change.role !== undefined || change.enabled !== undefined);
    if (!before.ok) return before;
    const name = readName('name', change.name ?? before.value.name);
    if (!name.ok) return name;
    const hashed = await this.#hashed(change.password, { login: before.value.login, name: name.value });
    if (!hashed.ok) return hashed;
    const permitted = this.#stillIn(editor);
    if (!permitted.ok) return permitted;
    // As it is now: another may have changed it while the password was hashed.
    const account = this.#byId.get(id);
    if (account === undefined) return notFound(id);
    const { enabled = account.enabled, role = account.role } = change;
    const named = change.name === undefined ? account.name : name.value;
    const changed = { ...account, name: named, role, enabled, ...hashed.value };
    if (editor?.accountId === id) {
      this.#deps.endSessionsOf(id, editor.sessionId);
      this.#write(changed);
      return ok(changed);
    }
    return ok(change.password === undefined ? this.#endSessions(changed) : this.#shutOut(changed));
  }

  /** Ends the sessions, passkeys and links of an account; its password stays. ACCOUNT_NOT_FOUND. */
  evict(id: string): Result<void> {
    const account = this.#byId.get(id);
    if (account === undefined) return notFound(id);
    this.#shutOut(account);
    return accepted;
  }

  /** ACCOUNT_NOT_FOUND, OWN_ACCOUNT. */
  remove(id: string, editor?: AccountEditor): Result<void> {
    const account = this.#editable(id, editor, true);
    if (!account.ok) return account;
    // In memory, even if the store then fails.
    this.#deps.endSessionsOf(id);
    this.#deps.store.remove(id, this.#deps.realTimeClock.nowUs());
    this.#reload();
    return accepted;
  }

  /** Replaces what its own user may change; its sessions continue. */
  putOwn(account: AccountRecord): void {
    this.#write(account);
  }

  /** Notes the use of a passkey. What the store does not take counts until the accounts are read again. */
  noteUse(account: AccountRecord): void {
    this.#byId = new Map(this.#byId).set(account.id, account);
    attempt(() => this.#write(account), this.#deps.onStoreFault);
  }

  /** A new password for one's own account. PASSWORD_TOO_WEAK, ACCOUNT_NOT_FOUND. */
  async setOwnPassword({ accountId, sessionId }: AccountEditor, password: string): Promise<Result<void>> {
    const changed = await this.change(accountId, { password }, { accountId, sessionId });
    return changed.ok ? accepted : changed;
  }

  #reload(): void {
    this.#read();
    for (const listener of this.#listeners) listener();
  }

  /** Calls back when accounts may have changed. */
  onChange(listener: () => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #editable(id: string, editor: AccountEditor | undefined, isAboutAccess: boolean): Result<AccountRecord> {
    const account = this.#byId.get(id);
    if (account === undefined) return notFound(id);
    return isAboutAccess && editor?.accountId === id ? refuse('OWN_ACCOUNT') : ok(account);
  }

  async #hashed(password: string | undefined, who: { login: string; name: string }): Promise<Result<Hashed>> {
    if (password === undefined) return ok({});
    const read = readPassword(password, who);
    return read.ok ? ok({ passwordHash: await this.#deps.secrets.hashPassword(read.value) }) : read;
  }

  /** The session that makes a change must still be open when it is made. */
  #stillIn(editor: AccountEditor | undefined): Result<void> {
    if (editor === undefined || this.#deps.isOpen(editor.sessionId)) return accepted;
    return refuse('INVALID_TOKEN.sessionGone', { session: editor.sessionId });
  }

  #shutOut(account: AccountRecord): AccountRecord {
    const changed = this.#endSessions({ ...account, passkeys: [] });
    this.#deps.revokeLinksOf(account.id);
    return changed;
  }

  /** In memory even if the store then fails; for good with the one write of the epoch. */
  #endSessions(account: AccountRecord): AccountRecord {
    const changed = { ...account, epoch: account.epoch + 1 };
    this.#deps.endSessionsOf(account.id);
    this.#write(changed);
    return changed;
  }

  #write(account: AccountRecord): void {
    this.#deps.store.put(account);
    this.#reload();
  }

  #read(): void {
    this.#byId = new Map(this.#deps.store.list().map((account) => [account.id, account]));
  }
}

interface Hashed {
  readonly passwordHash?: string;
}

const notFound = (id: string): Result<never> => refuse('ACCOUNT_NOT_FOUND', { id: quote(id) });

/** Shorter ones stand in many passwords by chance. */
const OBVIOUS_MIN = 4;

/** Judges a new password by its length, and by what anybody would try first. PASSWORD_TOO_WEAK. */
function readPassword(password: string, { login, name }: { login: string; name: string }): Result<string> {
  const { length } = [...password];
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    return refuse('PASSWORD_TOO_WEAK.length', { min: PASSWORD_MIN, max: PASSWORD_MAX, got: length });
  }
  const typed = password.toLowerCase();
  const isObvious = [login, name].some((word) => word.length >= OBVIOUS_MIN && typed.includes(word.toLowerCase()));
  return isObvious || new Set(typed).size === 1 ? refuse('PASSWORD_TOO_WEAK.obvious') : ok(password);
}
