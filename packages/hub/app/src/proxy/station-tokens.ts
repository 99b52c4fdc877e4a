import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Cancel, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { StationSession } from '@kitestring/hub-contract/command.ts';
import type { Session } from '@kitestring/station-contract/auth/session.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { timestamp } from '../api/station-view.ts';
import type { HubDeps } from '../hub-deps.ts';
import { callerOfKey, type HubCaller } from '../people/hub-caller.ts';
import type { Presence } from '../presence/presence.ts';
import type { ApiKeys, HubApiKey } from '../registry/api-keys.ts';

const STATION_TOKEN_S = 3600;
/** A token that was ended at another replica is refused here within this time. */
const READ_ENDED_EVERY_S = 5;
const PREFIX = 'kitestation_';

/** Content of a token. Times: Unix milliseconds. */
interface TokenContent {
  readonly v: 1;
  /** Id of the sign-in, for the person’s session at the station. */
  readonly id: string;
  readonly key: string;
  readonly sid: string;
  /** Start of the station’s service, whose sessions end with it. */
  readonly boot: string;
  readonly session: StationSession;
  readonly name?: string;
  readonly createdMs: number;
  readonly untilMs: number;
}

interface StationTokensDeps extends Pick<HubDeps, 'database' | 'rights' | 'realTimeClock' | 'nowMs' | 'log'> {
  readonly keys: ApiKeys;
  readonly presence: Pick<Presence, 'of'>;
  /** Secret of this hub, which can create tokens. */
  readonly secret: Uint8Array;
}

/** A new token for a client of a station. */
interface NewToken extends Pick<TokenContent, 'id' | 'sid' | 'boot' | 'session'> {
  readonly key: HubApiKey;
  readonly name?: string;
}

/**
 * Tokens with which clients use the API of one station through the hub. They contain their purpose and are signed, so
 * each replica can verify them. They end with their API key, with the station’s service, after an hour, or when a
 * client ends them.
 */
export class StationTokens {
  readonly #deps: StationTokensDeps;
  /** Tokens that were ended early, until their expiry. */
  readonly #ended = new Map<string, number>();
  /** Tokens used at this replica, by id. */
  readonly #used = new Map<string, TokenContent>();
  readonly #listeners = new Set<(id: string) => void>();
  readonly #cancel: Cancel;

  private constructor(deps: StationTokensDeps) {
    this.#deps = deps;
    this.#cancel = every(deps.realTimeClock, READ_ENDED_EVERY_S * US_PER_S, () => {
      this.#readEnded().catch((error: unknown) => deps.log.warn({ err: error }, 'ended tokens could not be read'));
    });
  }

  static async open(deps: StationTokensDeps): Promise<StationTokens> {
    const tokens = new StationTokens(deps);
    await tokens.#readEnded();
    return tokens;
  }

  static newId(): string {
    return randomUUID();
  }

  stop(): void {
    this.#cancel();
  }

  /** Called with the id of a token that has ended. @returns a function that removes the listener */
  onEnded(listener: (id: string) => void): Cancel {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  issue({ boot, id, key, name, session, sid }: NewToken): Session {
    const createdMs = this.#deps.nowMs();
    const content: TokenContent = {
      v: 1,
      id,
      key: key.id,
      sid,
      boot,
      session,
      createdMs,
      untilMs: createdMs + STATION_TOKEN_S * 1000,
      ...(name !== undefined && { name }),
    };
    return sessionOf(content, this.#signed(content));
  }

  /** The caller of a token; undefined for a text that is not a token. */
  of(token: string): Result<HubCaller> | undefined {
    if (!token.startsWith(PREFIX)) return undefined;
    const content = this.#read(token);
    if (content === undefined) return refuse('INVALID_TOKEN.unknown');
    const key = this.#deps.keys.get(content.key);
    const boot = this.#deps.presence.of(content.sid)?.beat?.boot ?? content.boot;
    const isOver = this.#ended.has(content.id) || content.untilMs <= this.#deps.nowMs() || boot !== content.boot;
    if (key === undefined || isOver) {
      this.#forget(content.id);
      return refuse('INVALID_TOKEN.sessionEnded');
    }
    this.#used.set(content.id, content);
    const caller = callerOfKey(key, this.#deps.rights, this.#deps.keys);
    const scopes = caller.scopes.filter((scope) => (content.session.scopes as readonly string[]).includes(scope));
    return ok({ ...caller, sessionId: content.id, scopes, onlyAt: content.sid });
  }

  /** The session of a valid token in the form of the published API. */
  session(token: string): Session | undefined {
    const content = this.#read(token);
    return content === undefined ? undefined : sessionOf(content, token);
  }

  /** Ends a token everywhere. */
  async end(id: string): Promise<void> {
    const { database, nowMs } = this.#deps;
    const untilMs = this.#used.get(id)?.untilMs ?? nowMs() + STATION_TOKEN_S * 1000;
    await database.query('INSERT INTO ended_token (id, until_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      id,
      untilMs,
    ]);
    this.#ended.set(id, untilMs);
    this.#forget(id);
  }

  /** The key was removed: its tokens are invalid. */
  endOfKey(keyId: string): void {
    for (const [id, { key }] of this.#used) if (key === keyId) this.#forget(id);
  }

  async #readEnded(): Promise<void> {
    const { database, nowMs } = this.#deps;
    await database.query('DELETE FROM ended_token WHERE until_ms < $1', [nowMs()]);
    const rows = await database.query<{ id: string; until_ms: number }>('SELECT id, until_ms FROM ended_token');
    for (const { id, until_ms } of rows) this.#ended.set(id, until_ms);
    for (const [id, untilMs] of this.#ended) if (untilMs < nowMs()) this.#ended.delete(id);
    for (const [id, { untilMs }] of this.#used) if (untilMs < nowMs() || this.#ended.has(id)) this.#forget(id);
  }

  #forget(id: string): void {
    if (!this.#used.delete(id)) return;
    for (const listener of this.#listeners) listener(id);
  }

  #signed(content: TokenContent): string {
    const text = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${PREFIX}${text}.${this.#mac(text).toString('base64url')}`;
  }

  #read(token: string): TokenContent | undefined {
    const [text = '', mac = ''] = token.slice(PREFIX.length).split('.');
    const given = Buffer.from(mac, 'base64url');
    const right = this.#mac(text);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as TokenContent;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#deps.secret).update(`station token ${text}`).digest();
  }
}

const sessionOf = ({ createdMs, name, session, untilMs }: TokenContent, token: string): Session => ({
  ...session,
  scopes: [...session.scopes],
  ...(name !== undefined && { name }),
  created_at: timestamp(createdMs),
  valid_until: timestamp(untilMs),
  access_token: token,
});
