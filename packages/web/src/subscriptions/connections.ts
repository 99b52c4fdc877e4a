import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import { CLOSE, type Connection } from './connection.ts';
import type { Feed } from './feed.ts';

/** A dead link is detected within a minute: two pings unanswered, the third ends it. */
const PING_EVERY_S = 20;
/** Pings that follow sooner were delayed together with this process, and so were their answers. */
const PING_APART_US = (PING_EVERY_S * US_PER_S) / 2;

/** Open WebSockets and their subscriptions. */
export class Connections {
  readonly #byId = new Map<string, Connection>();
  readonly #bySession = new Map<string, Set<Connection>>();
  readonly #feeds = new Map<Connection, Set<Feed>>();
  readonly #cancelPing: Cancel;
  #onEmpty: () => void = () => {};
  #replacedByClosed = 0;

  constructor(realTimeClock: Clock) {
    let pingedUs = Number.NEGATIVE_INFINITY;
    this.#cancelPing = every(realTimeClock, PING_EVERY_S * US_PER_S, () => {
      const nowUs = realTimeClock.nowUs();
      if (nowUs - pingedUs < PING_APART_US) return;
      pingedUs = nowUs;
      for (const connection of this.#byId.values()) connection.ping();
    });
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Number of states replaced by newer ones before a slow reader received them. */
  get replaced(): number {
    let sum = this.#replacedByClosed;
    for (const { replaced } of this.#byId.values()) sum += replaced;
    return sum;
  }

  get(id: string): Connection | undefined {
    return this.#byId.get(id);
  }

  count(sessionId: string): number {
    return this.#bySession.get(sessionId)?.size ?? 0;
  }

  add(connection: Connection): void {
    this.#byId.set(connection.id, connection);
    this.#feeds.set(connection, new Set());
    const ofSession = this.#bySession.get(connection.sessionId) ?? new Set();
    this.#bySession.set(connection.sessionId, ofSession.add(connection));
    connection.onClose(() => this.#remove(connection));
  }

  subscribe(connection: Connection, feed: Feed): void {
    this.#feeds.get(connection)?.add(feed);
    feed.add(connection);
  }

  unsubscribe(connection: Connection, feed: Feed): void {
    this.#feeds.get(connection)?.delete(feed);
    feed.remove(connection);
  }

  /** Closes all WebSockets of an ended session. */
  endSession(sessionId: string): void {
    for (const connection of this.#bySession.get(sessionId) ?? []) {
      connection.close(CLOSE.policy, 'the session has ended');
    }
  }

  /** Closes all WebSockets of a session that continues: its client may reconnect at once. */
  restartSession(sessionId: string, reason: string): void {
    for (const connection of this.#bySession.get(sessionId) ?? []) connection.close(CLOSE.serviceRestart, reason);
  }

  /** Closes all; clients may reconnect at once. */
  restartAll(reason: string): void {
    for (const connection of this.#byId.values()) connection.close(CLOSE.serviceRestart, reason);
  }

  /** Starts the close handshake of all. @returns a promise that resolves when the last one is closed */
  closeAll(): Promise<void> {
    this.#cancelPing();
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
      if (this.#byId.size === 0) resolve();
      for (const connection of this.#byId.values()) connection.close(CLOSE.goingAway, 'the station is stopping');
    });
  }

  terminateAll(): void {
    for (const connection of this.#byId.values()) connection.terminate();
  }

  #remove(connection: Connection): void {
    for (const feed of this.#feeds.get(connection) ?? []) feed.remove(connection);
    this.#feeds.delete(connection);
    this.#byId.delete(connection.id);
    this.#replacedByClosed += connection.replaced;
    const ofSession = this.#bySession.get(connection.sessionId);
    ofSession?.delete(connection);
    if (ofSession?.size === 0) this.#bySession.delete(connection.sessionId);
    if (this.#byId.size === 0) this.#onEmpty();
  }
}
