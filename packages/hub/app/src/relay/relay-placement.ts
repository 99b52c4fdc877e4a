import { hash } from 'node:crypto';
import type { Log } from '@kitestring/base/log.ts';
import { BUCKETS } from '@kitestring/hub-contract/streams.ts';
import { jetstream } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Relay } from './relay.ts';

/** Relays of rooms, as seen by every replica of the hub. Nothing rejects. */
export interface RoomLeases {
  /**
   * Stores the relay of a room for a minute. @returns the relay of the room, which differs if another was stored before
   */
  keep(room: string, place: string): Promise<string>;
  /** Moves the room, whatever was stored. */
  move(room: string, place: string): Promise<void>;
}

/** A failed relay is not chosen for this time, unless there is no other. */
const FAILED_MS = 5000;
/** Time for which a room avoids a relay that its station has not reached. A viewer loses seconds until that is known. */
const UNREACHED_MS = 600_000;

/** Chooses the relay of each room: the choice of another replica, otherwise always the same one of the working relays. */
export class RelayPlacement {
  readonly #relays: readonly Relay[];
  readonly #leases: RoomLeases;
  readonly #nowMs: () => number;
  readonly #failedMs = new Map<Relay, number>();
  /** By room and relay. */
  readonly #unreachedMs = new Map<string, number>();

  constructor(relays: readonly Relay[], leases: RoomLeases, nowMs: () => number) {
    this.#relays = relays;
    this.#leases = leases;
    this.#nowMs = nowMs;
  }

  get hasRelay(): boolean {
    return this.#relays.length > 0;
  }

  /**
   * Undefined on a hub without relays.
   * @param present relay of the room at this replica: it stays as long as no other is stored and it works
   */
  async of(room: string, present?: Relay): Promise<Relay | undefined> {
    const [only] = this.#relays;
    if (this.#relays.length < 2) return only;
    const chosen = present !== undefined && this.#works(present, room) ? present : this.#chosen(room);
    if (chosen === undefined) return undefined;
    const keptUrl = await this.#leases.keep(room, chosen.url);
    const kept = this.#relays.find(({ url }) => url === keptUrl);
    if (kept !== undefined && (kept === chosen || this.#works(kept, room))) return kept;
    await this.#leases.move(room, chosen.url);
    return chosen;
  }

  failed(relay: Relay): void {
    this.#failedMs.set(relay, this.#nowMs());
  }

  /**
   * The station of a room cannot reach its relay, although others may. @returns whether another relay will be chosen
   * next
   */
  unreached(room: string, relay: Relay): boolean {
    for (const [key, sinceMs] of this.#unreachedMs)
      if (this.#nowMs() - sinceMs > UNREACHED_MS) this.#unreachedMs.delete(key);
    this.#unreachedMs.set(roomKey(room, relay), this.#nowMs());
    return this.#relays.some((other) => this.#works(other, room));
  }

  /** By the highest hash: when a relay fails, only its rooms move. */
  #chosen(room: string): Relay | undefined {
    const working = this.#relays.filter((relay) => this.#works(relay, room));
    const weighed = (working.length > 0 ? working : this.#relays).map((relay) => ({
      relay,
      weight: hash('sha256', roomKey(room, relay)),
    }));
    return weighed.toSorted((one, other) => (one.weight < other.weight ? 1 : -1))[0]?.relay;
  }

  #works(relay: Relay, room: string): boolean {
    const isOver = (sinceMs: number | undefined, afterMs: number) =>
      sinceMs === undefined || this.#nowMs() - sinceMs > afterMs;
    return (
      isOver(this.#failedMs.get(relay), FAILED_MS) && isOver(this.#unreachedMs.get(roomKey(room, relay)), UNREACHED_MS)
    );
  }
}

const roomKey = (room: string, { url }: Relay): string => `${room} ${url}`;

const TIMEOUT_MS = 2000;

/** Leases of rooms in a bucket of the broker. Without the broker each replica decides alone, with the same result. */
export class BrokerRoomLeases implements RoomLeases {
  readonly #connection: NatsConnection;
  readonly #log: Log;
  #bucket: Promise<KV> | undefined;

  constructor(connection: NatsConnection, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  async keep(room: string, place: string): Promise<string> {
    // The second attempt reads what another request or replica has written meanwhile.
    return (await this.#keep(room, place)) ?? (await this.#keep(room, place)) ?? place;
  }

  async move(room: string, place: string): Promise<void> {
    await this.#use((bucket) => bucket.put(room, place));
  }

  #keep(room: string, place: string): Promise<string | undefined> {
    return this.#use(async (bucket) => {
      const entry = await bucket.get(room);
      if (entry?.operation !== 'PUT') {
        await bucket.create(room, place);
        return place;
      }
      const value = entry.string();
      // Written again, because it lasts a minute from its last write; others may do the same at the same time.
      await bucket.update(room, value, entry.revision).catch(() => {});
      return value;
    });
  }

  async #use<T>(work: (bucket: KV) => Promise<T>): Promise<T | undefined> {
    try {
      const { maxBytes: max_bytes, name, ttlS } = BUCKETS.ROOMS;
      this.#bucket ??= new Kvm(jetstream(this.#connection, { timeout: TIMEOUT_MS })).create(name, {
        ttl: ttlS * 1000,
        max_bytes,
        history: 1,
        allow_direct: false,
      });
      return await work(await this.#bucket);
    } catch (error) {
      this.#bucket = undefined;
      this.#log.debug({ err: error }, 'the relay of a room could not be stored');
      return undefined;
    }
  }
}
