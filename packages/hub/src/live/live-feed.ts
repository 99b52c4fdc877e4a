import type { HubStation } from '@kitestring/hubcontract/fleet/fleet-station.ts';
import type { Connection } from '@kitestring/server/subscriptions/connection.ts';
import { messageFrame } from '@kitestring/server/subscriptions/message-frame.ts';
import { type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';

/** A reader that has so much unread gets its changes later, and only the newest of each station. */
const BUSY_BYTES = 65_536;

interface LiveFeedDeps {
  readonly realTimeClock: Clock;
  readonly stations: () => readonly HubStation[];
  readonly station: (sid: string) => HubStation | undefined;
}

interface LiveReader {
  /** Whether a station is in the part of the world that is looked at; undefined: all are. */
  readonly isInside?: ((station: HubStation) => boolean) | undefined;
  /** Most messages a second. */
  readonly hz: number;
}

interface Reading {
  readonly connection: Connection;
  readonly isInside: (station: HubStation) => boolean;
  /** Stations that it has not been sent yet. */
  readonly changed: Set<string>;
  /** Stations inside, as far as it was told. */
  readonly inside: Set<string>;
}

interface ShownStation {
  readonly station: HubStation;
  readonly json: string;
}

/** Sends changed stations to every subscriber, at most so often as each wants them. */
export class LiveFeed {
  readonly #deps: LiveFeedDeps;
  readonly #readings = new Set<Reading>();
  /** Stations as they were sent last, serialised once for all readers. */
  readonly #shown = new Map<string, ShownStation>();

  constructor(deps: LiveFeedDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#readings.size;
  }

  add(connection: Connection, { hz, isInside = () => true }: LiveReader): void {
    const stations = this.#deps.stations().filter(isInside);
    const inside = new Set(stations.map(({ sid }) => sid));
    const reading = { connection, isInside, changed: new Set<string>(), inside };
    this.#readings.add(reading);
    const cancel = every(this.#deps.realTimeClock, Math.round(US_PER_S / hz), () => this.#send(reading));
    connection.onClose(() => {
      cancel();
      this.#readings.delete(reading);
    });
    connection.send(
      frameOf(
        stations.map((station) => JSON.stringify(station)),
        [],
      ),
    );
  }

  /** A station has changed. */
  touch(sid: string): void {
    this.#shown.delete(sid);
    for (const { changed } of this.#readings) changed.add(sid);
  }

  #show(sid: string): ShownStation | undefined {
    const known = this.#shown.get(sid);
    if (known !== undefined) return known;
    const station = this.#deps.station(sid);
    if (station === undefined) return undefined;
    const shown = { station, json: JSON.stringify(station) };
    this.#shown.set(sid, shown);
    return shown;
  }

  #send({ changed, connection, inside, isInside }: Reading): void {
    if (changed.size === 0 || connection.unsentBytes > BUSY_BYTES) return;
    const texts: string[] = [];
    const left: string[] = [];
    for (const sid of changed) {
      const shown = this.#show(sid);
      if (shown === undefined) continue;
      if (isInside(shown.station)) {
        texts.push(shown.json);
        inside.add(sid);
      } else if (inside.delete(sid)) left.push(sid);
    }
    changed.clear();
    if (texts.length + left.length > 0) connection.send(frameOf(texts, left));
  }
}

function frameOf(stations: readonly string[], left: readonly string[]): Buffer {
  const more = left.length > 0 ? `,"left":${JSON.stringify(left)}` : '';
  return messageFrame('text', Buffer.from(`{"stations":[${stations.join()}]${more}}`));
}
