import { PLUGINS_MAX } from '@kitestring/contract/admin/plugin.ts';
import { SCOPES, type Scope } from '@kitestring/contract/auth/scope.ts';
import type { Cancel, Clock } from '../ports/clock.ts';
import { US_PER_S } from '../ports/clock.ts';
import type { PluginRecord, PluginStore } from '../ports/plugin-store.ts';
import type { HashLane, Secrets } from '../ports/secrets.ts';
import { accepted, ok, type Result, refuse } from '../refusal.ts';
import { readName } from './name.ts';
import { inOrder, quote } from './scopes.ts';

/** The plugin that the first start makes, and that KITESTRING_API_KEY is for. */
export const FIRST_PLUGIN_NAME = 'first';

export interface PluginsParts {
  readonly clock: Clock;
  /** In which an old key ends even while `clock` stands; `clock` when absent. */
  readonly realTime?: Clock;
  readonly store: PluginStore;
  readonly secrets: Pick<Secrets, 'newId' | 'newKey' | 'hashKey' | 'hashKeySlowly' | 'isFastHash'>;
  /** How long the old key stays valid after a rotation, seconds. */
  readonly rotatedKeyGraceS: number;
}

export interface NewPlugin {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Its key; made when absent. */
  readonly key?: string;
}

/** A key is shown this once: only its hash is kept. */
export interface IssuedKey {
  readonly plugin: PluginRecord;
  readonly key: string;
}

/** The registered API clients. Works on a store that another process may change, too: every change reads it first. */
export class Plugins {
  readonly #parts: PluginsParts;
  readonly #listeners = new Set<() => void>();
  #byId: ReadonlyMap<string, PluginRecord> = new Map();
  #byKeyHash: ReadonlyMap<string, PluginRecord> = new Map();
  #hasSlowHash = false;
  #oldKeyEndsUs: ReadonlyMap<string, number> = new Map();

  constructor(parts: PluginsParts) {
    this.#parts = parts;
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
   * The plugin, enabled or not, that this key belongs to now. A made key that is still kept as an earlier version did gets
   * its fast hash. @throws what `Secrets.hashKey` rejects with
   */
  async findByKey(key: string, lane?: HashLane): Promise<PluginRecord | undefined> {
    const { secrets } = this.#parts;
    const keyHash = await secrets.hashKey(key, lane);
    const plugin = this.#findByHash(keyHash);
    if (plugin !== undefined || !secrets.isFastHash(keyHash) || !this.#hasSlowHash) return plugin;
    const slowHash = await secrets.hashKeySlowly(key, lane);
    const found = this.#findByHash(slowHash);
    if (found?.keyHash !== slowHash) return found;
    const renewed = { ...found, keyHash };
    this.#put(renewed);
    return renewed;
  }

  #findByHash(keyHash: string): PluginRecord | undefined {
    const plugin = this.#byKeyHash.get(keyHash);
    if (plugin === undefined || plugin.keyHash === keyHash) return plugin;
    const validUntilUs = plugin.previousKey?.validUntilUs ?? 0;
    const isInTime =
      this.#parts.clock.nowUs() < validUntilUs && this.#realNowUs() < (this.#oldKeyEndsUs.get(keyHash) ?? 0);
    return isInTime ? plugin : undefined;
  }

  #realNowUs(): number {
    const { clock, realTime = clock } = this.#parts;
    return realTime.nowUs();
  }

  /** Real time at which each old key ends, counted from when it was first seen. */
  #followOldKeys(plugins: readonly PluginRecord[]): void {
    const before = this.#oldKeyEndsUs;
    this.#oldKeyEndsUs = new Map(
      plugins.flatMap(({ previousKey: old }) => {
        if (old === undefined) return [];
        const leftUs = old.validUntilUs - this.#parts.clock.nowUs();
        return [[old.hash, before.get(old.hash) ?? this.#realNowUs() + leftUs] as const];
      }),
    );
  }

  /** Refused with INVALID_REQUEST: name or key taken or not usable, no scopes. TOO_MANY_PLUGINS. */
  async add({ name: wanted, scopes, key = this.#parts.secrets.newKey() }: NewPlugin): Promise<Result<IssuedKey>> {
    const keyHash = await this.#parts.secrets.hashKey(key);
    this.reload();
    const name = this.#freeName(wanted);
    if (!name.ok) return name;
    if (scopes.length === 0) return refuse('INVALID_REQUEST', `scopes must name at least one of ${SCOPES.join(', ')}`);
    if (key === '') return refuse('INVALID_REQUEST', 'key must not be empty');
    if (this.#byKeyHash.has(keyHash)) return refuse('INVALID_REQUEST', 'key must not be that of another plugin');
    const { size } = this.#byId;
    if (size >= PLUGINS_MAX)
      return refuse('TOO_MANY_PLUGINS', `there may be ${PLUGINS_MAX} plugins, there are ${size}`);
    const id = this.#parts.secrets.newId();
    const createdAtUs = this.#parts.clock.nowUs();
    const plugin = { id, name: name.value, scopes: inOrder(scopes), enabled: true, keyHash, createdAtUs };
    this.#put(plugin);
    return ok({ plugin, key });
  }

  /** Makes a new key; the old one stays valid for the grace period, seconds. PLUGIN_NOT_FOUND. */
  async rotateKey(id: string, graceS = this.#parts.rotatedKeyGraceS): Promise<Result<IssuedKey>> {
    const key = this.#parts.secrets.newKey();
    const keyHash = await this.#parts.secrets.hashKey(key);
    this.reload();
    const old = this.#byId.get(id);
    if (old === undefined) return notFound(id);
    const validUntilUs = this.#parts.clock.nowUs() + Math.round(graceS * US_PER_S);
    const plugin = { ...old, keyHash, previousKey: { hash: old.keyHash, validUntilUs } };
    this.#put(plugin);
    return ok({ plugin, key });
  }

  /** PLUGIN_NOT_FOUND. */
  setEnabled(id: string, enabled: boolean): Result<void> {
    this.reload();
    const plugin = this.#byId.get(id);
    if (plugin === undefined) return notFound(id);
    if (plugin.enabled !== enabled) this.#put({ ...plugin, enabled });
    return accepted;
  }

  /** PLUGIN_NOT_FOUND. */
  remove(id: string): Result<void> {
    this.reload();
    if (!this.#byId.has(id)) return notFound(id);
    this.#parts.store.remove(id);
    this.reload();
    return accepted;
  }

  /**
   * Sees to it that somebody can get in: makes the first plugin, with all scopes, when there is none at all, or gives
   * it the key that the environment sets.
   * @returns a key that was made, to be shown once; undefined when none was
   */
  async ensureFirst(key?: string): Promise<string | undefined> {
    this.reload();
    // An empty variable of the environment is one that is not set.
    if (key !== undefined && key !== '') await this.#ensureFirstHasKey(key);
    else if (this.#byId.size === 0) return this.#makeFirst();
    return undefined;
  }

  /** Reads the store again, after another process changed it. */
  reload(): void {
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
    const keyHash = await this.#parts.secrets.hashKey(key);
    if ((await this.findByKey(key))?.keyHash === keyHash) return;
    const first = this.list().find(({ name }) => name === FIRST_PLUGIN_NAME);
    const { id = this.#parts.secrets.newId(), createdAtUs = this.#parts.clock.nowUs(), enabled = true } = first ?? {};
    // Without a grace period for the old key: whoever sets the key of the environment means it to be the only one.
    this.#put({ id, name: FIRST_PLUGIN_NAME, scopes: SCOPES, enabled, keyHash, createdAtUs });
  }

  #freeName(wanted: string): Result<string> {
    const name = readName('name', wanted);
    const isTaken = name.ok && this.list().some((plugin) => plugin.name === name.value);
    return isTaken ? refuse('INVALID_REQUEST', `name must not be that of another plugin, got ${quote(wanted)}`) : name;
  }

  #put(plugin: PluginRecord): void {
    this.#parts.store.put(plugin);
    this.reload();
  }

  #read(): void {
    const plugins = this.#parts.store.list();
    this.#followOldKeys(plugins);
    this.#byId = new Map(plugins.map((plugin) => [plugin.id, plugin]));
    const previous = plugins.flatMap((plugin) =>
      plugin.previousKey ? [[plugin.previousKey.hash, plugin] as const] : [],
    );
    const current = plugins.map((plugin) => [plugin.keyHash, plugin] as const);
    this.#byKeyHash = new Map([...previous, ...current]);
    this.#hasSlowHash = [...this.#byKeyHash.keys()].some((hash) => !this.#parts.secrets.isFastHash(hash));
  }
}

const notFound = (id: string): Result<never> =>
  refuse('PLUGIN_NOT_FOUND', `there is no plugin with the id ${quote(id)}`);
