import { ApiError, apiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import type { Platform } from '@kitestring/client/platform.ts';
import { cookiePlatform } from '@kitestring/client/web.ts';
import type { PageFactsReply, SessionAtStation } from '@kitestring/station-contract/console/page-facts.ts';
import { type PageFacts, pageFacts } from './page-facts.ts';
import { PageSession } from './page-session.ts';

const READ_WITHIN_MS = 15_000;
/** First delay between two checks of the sign-in. */
const LOOK_FIRST_MS = 500;
const LOOK_MAX_MS = 5000;
/** A script of the page has nothing to store. */
const NO_STORAGE = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/**
 * The sign-in of a page that a hub serves: the cookie of the hub, which scripts cannot read. The hub manages the
 * session at the station; it is a new one when the station or the rights have changed, which closes the WebSockets of
 * the page.
 */
export class CookieSession extends PageSession {
  readonly sid: string;
  readonly #platform: Platform;
  #fault: unknown;
  #isLooking = false;

  constructor(stationUrl: string, sid: string) {
    super(stationUrl, NO_STORAGE as unknown as Storage);
    this.sid = sid;
    this.#platform = {
      ...cookiePlatform,
      openSocket: (request, events) =>
        cookiePlatform.openSocket(request, {
          ...events,
          closed: (code, error) => {
            events.closed(code, error);
            void this.#lookUntilKnown();
          },
        }),
    };
  }

  /** Why the hub does not provide the station, as last reported; undefined if it does. */
  get fault(): unknown {
    return this.#fault;
  }

  override async start(): Promise<PageFacts> {
    const facts = await this.look();
    if (facts === undefined) throw this.#fault;
    return facts;
  }

  /** Asks the hub about the current sign-in. @returns undefined when the hub does not provide the station */
  async look(): Promise<PageFacts | undefined> {
    try {
      const reply = await this.#read();
      this.#fault = undefined;
      if (reply.hub !== undefined) this.#take(reply.hub);
      return pageFacts(reply);
    } catch (error) {
      this.#fault = error;
      // An offline station is still the same one: its data stays, greyed. The page is notified each time, because the
      // reason may change.
      if (this.state.kind === 'ended') this.become({ ...this.state });
      else if (this.state.kind === 'signedIn' && isFinal(error))
        this.become({ kind: 'ended', atMs: performance.now() });
      return undefined;
    }
  }

  override noticed(error: unknown, client: KitestringClient): void {
    if (error instanceof ApiError && error.status === 401) this.#fault = error;
    super.noticed(error, client);
  }

  /** The sign-in of the hub outlives the page. */
  override async leave(): Promise<void> {}

  async #lookUntilKnown(): Promise<void> {
    if (this.#isLooking || this.state.kind !== 'signedIn') return;
    this.#isLooking = true;
    let waitMs = LOOK_FIRST_MS;
    while (this.state.kind === 'signedIn') {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if ((await this.look()) !== undefined) break;
      waitMs = Math.min(LOOK_MAX_MS, 2 * waitMs);
    }
    this.#isLooking = false;
  }

  /** @throws ApiError, ConnectionError */
  async #read(): Promise<PageFactsReply> {
    const init = { signal: AbortSignal.timeout(READ_WITHIN_MS) };
    const response = await fetch(`${this.stationUrl}/console.json`, init).catch((cause: unknown) => {
      throw new ConnectionError('UNREACHABLE', 'the hub does not answer', { cause });
    });
    const text = await response.text();
    if (!response.ok) throw apiError(response.status, text, response.headers.get('retry-after'));
    return JSON.parse(text) as PageFactsReply;
  }

  #take({ is_camera_only, plugin_name: pluginName, scopes, session_id: sessionId }: SessionAtStation): void {
    const before = this.state.kind === 'signedIn' ? this.state : undefined;
    const mayFly = is_camera_only !== true;
    const isSame = before?.sessionId === sessionId && before.mayFly === mayFly;
    if (isSame && before.scopes.join() === scopes.join()) return;
    void before?.client.close();
    const client = new KitestringClient({ url: this.stationUrl, platform: this.#platform });
    const who = { sessionId, pluginName, scopes, mayFly, account: undefined };
    this.become({ kind: 'signedIn', client, token: undefined, ...who });
  }
}

/** Signed out, or this sign-in has no such station. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status);
