import type { Cancel, Clock } from '@kitestring/base/clock.ts';
import { US_PER_S } from '@kitestring/base/clock.ts';
import type { HashLane } from '@kitestring/base/key-check.ts';
import { PLUGINS_MAX } from '@kitestring/station-contract/admin/plugin.ts';
import { inOrder, quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { SCOPES, type Scope } from '@kitestring/station-contract/auth/scope.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { PluginRecord, PluginStore } from '../ports/plugin-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { readName } from './name.ts';

/** The plugin that the first start makes, and that KITESTRING_API_KEY is for. */
const FIRST_PLUGIN_NAME = 'first';

interface PluginsDeps {
  readonly clock: Clock;
  /** Time in which an old key expires even while `clock` stands still; `clock` when absent. */
  readonly realTimeClock?: Clock;
  readonly store: PluginStore;
  readonly secrets: Pick<Secrets, 'newId' | 'newKey' | 'hashKey'>;
  /** Grace period of the old key after a rotation, seconds. */
  readonly rotatedKeyGraceS: number;
}

export interface PluginRegistration {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Its key; generated when absent. */
  readonly key?: string;
}

/** Whether the caller may still do what it asked for. */
export type Permit = () => Result<void>;

const ALWAYS: Permit = () => accepted;

/** The key is shown only this once: only its hash is stored. */
export interface IssuedPluginKey {
  readonly plugin: PluginRecord;
  readonly key: string;
}

/** The registered API clients. Only this process writes them. */
export class Plugins {
  readonly #deps: PluginsDeps;
  readonly #listeners = new Set<() => void>();
  #byId: ReadonlyMap<string, PluginRecord> = new Map();
  #byKeyHash: ReadonlyMap<string, PluginRecord> = new Map();
  #oldKeyEndsUs: ReadonlyMap<string, number> = new Map();
  /** Settles when `ensureFirst` has finished, with either result. */
  #first: Promise<unknown> = Promise.resolve();

  constructor(deps: PluginsDeps) {
    this.#deps = deps;
    this.#read();
  }

  /** Oldest first. */
  list(): readonly PluginRecord[] {
    return [...this.#byId.values()];
  }

  get(id: string): PluginRecord | undefined {
    return this.#byId.get(id);
  }

  /**
   * Returns the plugin, enabled or not, of this key. Waits for the first key, which is created after the port is open.
   * @throws the rejection of `Secrets.hashKey`
   */
  async findByKey(key: string, lane?: HashLane): Promise<PluginRecord | undefined> {
    await this.#first;
    return this.#findByHash(await this.#deps.secrets.hashKey(key, lane));
  }

  #findByHash(keyHash: string): PluginRecord | undefined {
    const plugin = this.#byKeyHash.get(keyHash);
    if (plugin === undefined || plugin.keyHash === keyHash) return plugin;
    const validUntilUs = plugin.previousKey?.validUntilUs ?? 0;
    const isInTime =
      this.#deps.clock.nowUs() < validUntilUs && this.#realNowUs() < (this.#oldKeyEndsUs.get(keyHash) ?? 0);
    return isInTime ? plugin : undefined;
  }

  #realNowUs(): number {
    const { clock, realTimeClock = clock } = this.#deps;
    return realTimeClock.nowUs();
  }

  /** Real time at which each old key expires, counted from its first observation. */
  #followOldKeys(plugins: readonly PluginRecord[]): void {
    const before = this.#oldKeyEndsUs;
    this.#oldKeyEndsUs = new Map(
      plugins.flatMap(({ previousKey: old }) => {
        if (old === undefined) return [];
        const leftUs = old.validUntilUs - this.#deps.clock.nowUs();
        return [[old.hash, before.get(old.hash) ?? this.#realNowUs() + leftUs] as const];
      }),
    );
  }

  /**
   * Refuses with INVALID_REQUEST: name or key in use or invalid, no scopes. TOO_MANY_PLUGINS. @param permitted judges the
   * caller again once the key is hashed
   */
  async add(
    { name: wanted, scopes, key = this.#deps.secrets.newKey() }: PluginRegistration,
    permitted: Permit = ALWAYS,
  ): Promise<Result<IssuedPluginKey>> {
    const keyHash = await this.#deps.secrets.hashKey(key);
    const may = permitted();
    if (!may.ok) return may;
    const name = this.#freeName(wanted);
    if (!name.ok) return name;
    if (scopes.length === 0)
      return refuse('INVALID_REQUEST', { fault: `scopes must name at least one of ${SCOPES.join(', ')}` });
    if (key === '') return refuse('INVALID_REQUEST', { fault: 'key must not be empty' });
    if (this.#byKeyHash.has(keyHash))
      return refuse('INVALID_REQUEST', { fault: 'key must not be that of another plugin' });
    const { size } = this.#byId;
    if (size >= PLUGINS_MAX) return refuse('TOO_MANY_PLUGINS', { most: PLUGINS_MAX, count: size });
    const id = this.#deps.secrets.newId();
    const createdAtUs = this.#deps.clock.nowUs();
    const plugin = { id, name: name.value, scopes: inOrder(scopes), enabled: true, epoch: 1, keyHash, createdAtUs };
    this.#put(plugin);
    return ok({ plugin, key });
  }

  /** Generates a new key; the old one stays valid for the grace period, seconds. PLUGIN_NOT_FOUND. @param permitted as of `add` */
  async rotateKey(
    id: string,
    graceS = this.#deps.rotatedKeyGraceS,
    permitted: Permit = ALWAYS,
  ): Promise<Result<IssuedPluginKey>> {
    const key = this.#deps.secrets.newKey();
    const keyHash = await this.#deps.secrets.hashKey(key);
    const may = permitted();
    if (!may.ok) return may;
    const old = this.#byId.get(id);
    if (old === undefined) return notFound(id);
    const validUntilUs = this.#deps.clock.nowUs() + Math.round(graceS * US_PER_S);
    const plugin = { ...old, keyHash, previousKey: { hash: old.keyHash, validUntilUs } };
    this.#put(plugin);
    return ok({ plugin, key });
  }

  /** PLUGIN_NOT_FOUND. */
  setEnabled(id: string, enabled: boolean): Result<void> {
    const plugin = this.#byId.get(id);
    if (plugin === undefined) return notFound(id);
    const epoch = enabled ? plugin.epoch : plugin.epoch + 1;
    if (plugin.enabled !== enabled) this.#put({ ...plugin, enabled, epoch });
    return accepted;
  }

  /** PLUGIN_NOT_FOUND. */
  remove(id: string): Result<void> {
    if (!this.#byId.has(id)) return notFound(id);
    this.#deps.store.remove(id);
    this.#reload();
    return accepted;
  }

  /**
   * Ensures that access is possible: creates the first plugin, with all scopes, when there is none, or sets its key
   * from the environment.
   * @returns the generated key, to be shown once; undefined when none was generated
   */
  ensureFirst(key?: string): Promise<string | undefined> {
    const done = this.#ensureFirst(key);
    this.#first = done.catch(() => {});
    return done;
  }

  async #ensureFirst(key: string | undefined): Promise<string | undefined> {
    // An empty environment variable counts as unset.
    if (key !== undefined && key !== '') await this.#ensureFirstHasKey(key);
    else if (this.#byId.size === 0) return this.#makeFirst();
    return undefined;
  }

  #reload(): void {
    this.#read();
    for (const listener of this.#listeners) listener();
  }

  /** Calls back when plugins may have changed. */
  onChange(listener: () => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #makeFirst(): Promise<string> {
    const made = await this.add({ name: FIRST_PLUGIN_NAME, scopes: SCOPES });
    if (!made.ok) throw new Error(`the first plugin was refused: ${made.refusal.message}`);
    return made.value.key;
  }

  async #ensureFirstHasKey(key: string): Promise<void> {
    const keyHash = await this.#deps.secrets.hashKey(key);
    if (this.#findByHash(keyHash)?.keyHash === keyHash) return;
    const first = this.list().find(({ name }) => name === FIRST_PLUGIN_NAME);
    const { id = this.#deps.secrets.newId(), createdAtUs = this.#deps.clock.nowUs() } = first ?? {};
    const { enabled = true, epoch = 1 } = first ?? {};
    // No grace period for the old key: a key set in the environment is meant to be the only one.
    this.#put({ id, name: FIRST_PLUGIN_NAME, scopes: SCOPES, enabled, epoch, keyHash, createdAtUs });
  }

  #freeName(wanted: string): Result<string> {
    const name = readName('name', wanted);
    const isTaken = name.ok && this.list().some((plugin) => plugin.name === name.value);
    return isTaken
      ? refuse('INVALID_REQUEST', { fault: `name must not be that of another plugin, got ${quote(wanted)}` })
      : name;
  }

  #put(plugin: PluginRecord): void {
    this.#deps.store.put(plugin);
    this.#reload();
  }

  #read(): void {
    const plugins = this.#deps.store.list();
    this.#followOldKeys(plugins);
    this.#byId = new Map(plugins.map((plugin) => [plugin.id, plugin]));
    const previous = plugins.flatMap((plugin) =>
      plugin.previousKey ? [[plugin.previousKey.hash, plugin] as const] : [],
    );
    const current = plugins.map((plugin) => [plugin.keyHash, plugin] as const);
    this.#byKeyHash = new Map([...previous, ...current]);
  }
}

const notFound = (id: string): Result<never> => refuse('PLUGIN_NOT_FOUND.unknown', { id: quote(id) });
