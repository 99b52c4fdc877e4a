import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { type Connection, messageFrame } from '@kitestring/web/subscriptions';

/** A reader with this much unsent data gets changes later, and only the newest of each station. */
const BUSY_BYTES = 65_536;

interface LiveFeedDeps {
  readonly realTimeClock: Clock;
  /** All of them, by sid. */
  readonly sids: () => readonly string[];
  readonly station: (sid: string) => HubStation | undefined;
}

interface LiveReader {
  /** Whether a station is inside the requested area; undefined: all are. */
  readonly isInside?: ((station: HubStation) => boolean) | undefined;
  /** Maximum messages per second. */
  readonly hz: number;
}

interface Reading {
  readonly connection: Connection;
  readonly isInside: (station: HubStation) => boolean;
  /** Stations inside, as last sent to the reader. */
  readonly inside: Set<string>;
  /** Stations that changed while it was busy. */
  readonly missed: Set<string>;
}

/** Readers with the same rate get their messages together; equal views get the same bytes. */
interface Pace {
  readonly readings: Set<Reading>;
  /** Stations that have changed since the last message. */
  readonly changed: Set<string>;
  readonly cancel: Cancel;
}

interface ShownStation {
  readonly station: HubStation;
  readonly json: string;
}

/** Sends changed stations to every subscriber, at most at its requested rate. */
export class LiveFeed {
  readonly #deps: LiveFeedDeps;
  /** By messages per second. */
  readonly #paces = new Map<number, Pace>();
  /** Stations as last sent, serialised once for all readers. */
  readonly #shown = new Map<string, ShownStation>();

  constructor(deps: LiveFeedDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#paces.values().reduce((sum, { readings }) => sum + readings.size, 0);
  }

  add(connection: Connection, { hz, isInside = () => true }: LiveReader): void {
    const shown = this.#deps
      .sids()
      .flatMap((sid) => this.#show(sid) ?? [])
      .filter(({ station }) => isInside(station));
    const inside = new Set(shown.map(({ station }) => station.sid));
    const reading = { connection, isInside, inside, missed: new Set<string>() };
    const pace = this.#pace(hz);
    pace.readings.add(reading);
    connection.onClose(() => {
      pace.readings.delete(reading);
      if (pace.readings.size > 0) return;
      pace.cancel();
      this.#paces.delete(hz);
    });
    connection.send(frameOf(shown.map(({ json }) => json)));
  }

  /** A station has changed. */
  touch(sid: string): void {
    this.#shown.delete(sid);
    for (const { changed } of this.#paces.values()) changed.add(sid);
  }

  #pace(hz: number): Pace {
    const known = this.#paces.get(hz);
    if (known !== undefined) return known;
    const cancel = every(this.#deps.realTimeClock, Math.round(US_PER_S / hz), () => this.#send(pace));
    const pace: Pace = { readings: new Set(), changed: new Set(), cancel };
    this.#paces.set(hz, pace);
    return pace;
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

  #send({ changed, readings }: Pace): void {
    const shared = this.#message(changed);
    for (const reading of readings) {
      const { connection, missed } = reading;
      if (connection.unsentBytes > BUSY_BYTES) {
        for (const sid of changed) missed.add(sid);
        continue;
      }
      const message = missed.size === 0 ? shared : this.#message(missed.union(changed));
      missed.clear();
      const frame = message(reading);
      if (frame !== undefined) connection.send(frame);
    }
    changed.clear();
  }

  /** @returns the frame for a reader about these stations; undefined if it sees none of them */
  #message(sids: ReadonlySet<string>): (reading: Reading) => Buffer | undefined {
    const shown = [...sids].flatMap((sid) => this.#show(sid) ?? []);
    let whole: Buffer | undefined;
    return ({ inside, isInside }) => {
      const seen: ShownStation[] = [];
      const left: string[] = [];
      for (const one of shown) {
        const { sid } = one.station;
        if (isInside(one.station)) {
          seen.push(one);
          inside.add(sid);
        } else if (inside.delete(sid)) left.push(sid);
      }
      if (seen.length + left.length === 0) return undefined;
      const frame = () =>
        frameOf(
          seen.map(({ json }) => json),
          left,
        );
      if (seen.length < shown.length) return frame();
      whole ??= frame();
      return whole;
    };
  }
}

function frameOf(stations: readonly string[], left: readonly string[] = []): Buffer {
  const more = left.length > 0 ? `,"left":${JSON.stringify(left)}` : '';
  return messageFrame('text', Buffer.from(`{"stations":[${stations.join()}]${more}}`));
}
