import type { HubStation } from '@kitestring/hubcontract/fleet/fleet-station.ts';
import type { Connection } from '@kitestring/server/subscriptions/connection.ts';
import { messageFrame } from '@kitestring/server/subscriptions/message-frame.ts';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** A reader that has so much unread gets its changes later, and only the newest of each station. */
const BUSY_BYTES = 65_536;

interface LiveFeedDeps {
  readonly realTimeClock: Clock;
  readonly stations: () => readonly HubStation[];
  readonly station: (sid: string) => HubStation | undefined;
}

/** Sends changed stations to every subscriber, at most one message a second. */
export class LiveFeed {
  readonly #deps: LiveFeedDeps;
  /** Stations that each reader has not been sent yet. */
  readonly #changed = new Map<Connection, Set<string>>();
  readonly #cancel: Cancel;

  constructor(deps: LiveFeedDeps) {
    this.#deps = deps;
    this.#cancel = every(deps.realTimeClock, US_PER_S, () => this.#sendAll());
  }

  get size(): number {
    return this.#changed.size;
  }

  add(connection: Connection): void {
    this.#changed.set(connection, new Set());
    connection.onClose(() => this.#changed.delete(connection));
    connection.send(frameOf(this.#deps.stations()));
  }

  /** A station has changed. */
  touch(sid: string): void {
    for (const changed of this.#changed.values()) changed.add(sid);
  }

  stop(): void {
    this.#cancel();
  }

  #sendAll(): void {
    for (const [connection, changed] of this.#changed) {
      if (changed.size === 0 || connection.unsentBytes > BUSY_BYTES) continue;
      const stations = [...changed].flatMap((sid) => this.#deps.station(sid) ?? []);
      changed.clear();
      if (stations.length > 0) connection.send(frameOf(stations));
    }
  }
}

const frameOf = (stations: readonly HubStation[]): Buffer =>
  messageFrame('text', Buffer.from(JSON.stringify({ stations })));
