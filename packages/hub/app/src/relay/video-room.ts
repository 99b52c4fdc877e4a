import { type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import type { RelayReply } from '@kitestring/hub-contract/relay.ts';
import { accepted, ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import type { Relay } from './relay.ts';
import type { Asker, RelayOrders } from './relay-orders.ts';

/** A viewer of a stream through a relay. */
export interface RoomViewer {
  /** Name at the relay. */
  readonly identity: string;
  readonly asker: Asker;
  /** Whether the current rights are sufficient. */
  readonly mayWatch: () => boolean;
}

interface VideoRoomDeps {
  readonly sid: string;
  readonly streamId: string;
  readonly relay: Relay;
  readonly orders: Pick<RelayOrders, 'send'>;
  readonly maxKbps: number;
  readonly clock: Clock;
}

/** Time from the last viewer to the end of a stream: a viewer that returns need not wait for the camera. */
const LINGER_S = 15;
/**
 * Time from the answer of a station to the track at the relay, for each order. The second order restarts the stream,
 * which a station refuses in its first 2 s: the relay may have restarted since. Together less than a player waits.
 */
const TRACK_S = [3, 5];
/** The first check is early, because most tracks exist by then; later ones are rare, because many rooms may start at once. */
const TRACK_LOOK_S = { first: 0.025, most: 0.25 };

/** One stream of one station at a relay, while it has viewers. Rejects with RelayFault when the relay fails. */
export class VideoRoom {
  readonly relay: Relay;
  readonly sid: string;
  readonly name: string;
  readonly #deps: VideoRoomDeps;
  readonly #viewers = new Map<string, RoomViewer>();
  #publishing: Promise<Result<void>> | undefined;
  #joining = 0;
  #orderedS = Number.NEGATIVE_INFINITY;
  #emptySinceS: number | undefined;

  constructor(deps: VideoRoomDeps) {
    this.#deps = deps;
    this.relay = deps.relay;
    this.sid = deps.sid;
    this.name = roomName(deps.sid, deps.streamId);
  }

  /** Viewers that this replica has admitted. */
  get viewers(): readonly RoomViewer[] {
    return [...this.#viewers.values()];
  }

  /** @returns the answer to the offer */
  async watch(viewer: RoomViewer, offer: string): Promise<Result<string>> {
    this.#joining += 1;
    try {
      const published = await this.#published(viewer.asker);
      if (!published.ok) return published;
      const answer = await this.relay.watch(this.name, viewer.identity, offer);
      if (answer === undefined) return UNUSABLE_OFFER;
      this.#viewers.set(viewer.identity, viewer);
      this.#emptySinceS = undefined;
      return ok(answer);
    } finally {
      this.#joining -= 1;
    }
  }

  async remove(identity: string): Promise<void> {
    this.#viewers.delete(identity);
    await this.relay.remove(this.name, identity);
  }

  /**
   * Removes viewers that have left or lost their rights, renews the order to the station, and ends the stream some time
   * after its last viewer. Called every few seconds. @returns false when it has ended
   */
  async check(mayWatch: (identity: string) => boolean): Promise<boolean> {
    // A viewer that joins meanwhile may be missing in the answer.
    const before = [...this.#viewers.keys()];
    const people = await this.relay.people(this.name);
    for (const identity of before) if (!people.viewerIds.has(identity)) this.#viewers.delete(identity);
    for (const identity of people.viewerIds) if (!mayWatch(identity)) await this.remove(identity);
    const [first] = this.#viewers.values();
    if (first === undefined) return this.#joining > 0 || this.#lingers(people.viewerIds.size > 0);
    if (!people.isPublished && this.#publishing === undefined) await this.#cutAll();
    else if (this.#nowS() - this.#orderedS >= LIMITS.relayRenewS) void this.#order(first.asker);
    return true;
  }

  /** Disconnects the station and all viewers. */
  async close(): Promise<void> {
    this.#viewers.clear();
    await this.relay.closeRoom(this.name);
  }

  /**
   * Without viewers: whether the stream continues. @param hasOthers viewers of another replica, which keeps it running
   */
  async #lingers(hasOthers: boolean): Promise<boolean> {
    this.#emptySinceS ??= this.#nowS();
    if (this.#nowS() - this.#emptySinceS < LINGER_S) return true;
    if (!hasOthers) await this.#stop();
    return false;
  }

  /** The station has stopped publishing. A viewer stays on its original track: when it reconnects, it gets the new one. */
  async #cutAll(): Promise<void> {
    for (const identity of [...this.#viewers.keys()]) await this.remove(identity);
  }

  async #stop(): Promise<void> {
    const { sid, streamId: stream } = this.#deps;
    await this.#deps.orders.send({ sid, stream, ...this.#target(), leaseS: 0, ...THE_HUB });
    await this.relay.closeRoom(this.name);
  }

  /** Simultaneous viewers share one order. */
  #published(asker: Asker): Promise<Result<void>> {
    this.#publishing ??= this.#publish(asker).finally(() => {
      this.#publishing = undefined;
    });
    return this.#publishing;
  }

  async #publish(asker: Asker): Promise<Result<void>> {
    if ((await this.relay.people(this.name)).isPublished) return accepted;
    await this.relay.openRoom(this.name);
    for (const trackS of TRACK_S) {
      const orderedS = this.#nowS();
      const reply = await this.#order(asker, { restart: true });
      const refused = refusal(this.sid, reply, Math.ceil(this.#nowS() - orderedS));
      if (refused !== undefined) return refused;
      if (await this.#isShownWithin(trackS)) return accepted;
    }
    return refuse('VIDEO_UNAVAILABLE.noPicture', { stream: this.#deps.streamId });
  }

  async #isShownWithin(trackS: number): Promise<boolean> {
    const { clock } = this.#deps;
    const giveUpS = this.#nowS() + trackS;
    for (let lookS = TRACK_LOOK_S.first; this.#nowS() < giveUpS; lookS = Math.min(lookS * 1.5, TRACK_LOOK_S.most)) {
      if ((await this.relay.people(this.name)).isPublished) return true;
      const atUs = clock.nowUs() + Math.round(lookS * US_PER_S);
      await new Promise<void>((resolve) => clock.schedule(atUs, () => resolve()));
    }
    return false;
  }

  #order(asker: Asker, more: { readonly restart?: true } = {}): Promise<RelayReply | undefined> {
    const { orders, sid, streamId: stream } = this.#deps;
    this.#orderedS = this.#nowS();
    return orders.send({ sid, stream, ...this.#target(), leaseS: LIMITS.relayLeaseS, ...asker, ...more });
  }

  #nowS(): number {
    return this.#deps.clock.nowUs() / US_PER_S;
  }

  #target() {
    return { ...this.relay.publishing(this.name), maxKbps: this.#deps.maxKbps };
  }
}

const THE_HUB: Asker = { person: { id: 'hub', name: 'hub', role: 'hub' }, scopes: ['read'], via: 'no viewers' };

export const roomName = (sid: string, streamId: string): string => `${sid}.${streamId}`;

const UNUSABLE_OFFER = refuse('INVALID_REQUEST', {
  fault: 'the relay cannot use this offer: it must be SDP that receives H.264 with packetization-mode=1',
});

function refusal(station: string, reply: RelayReply | undefined, waitS: number): Result<never> | undefined {
  if (reply === undefined) return refuse('STATION_NOT_LIVE.silent', { station, waitS });
  if (!('error' in reply)) return undefined;
  const { error, message: reason } = reply;
  if (error === 'STREAM_NOT_READY') return refuse('STREAM_NOT_READY.viewing', { reason });
  if (error === 'RELAY_FAILED') return refuse('VIDEO_UNAVAILABLE.notRelayed', { reason });
  return refuse('STATION_NOT_LIVE.notPublished', { station, reason: `${reason} (${error})` });
}
