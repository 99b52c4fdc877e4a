import { hash, randomUUID } from 'node:crypto';
import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import { accepted, ok, type Refusal, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { orderAsker } from '../commands/order-asker.ts';
import { RelayFault } from './relay.ts';
import type { RelayOrders } from './relay-orders.ts';
import type { RelayPlacement } from './relay-placement.ts';
import { type RoomViewer, roomName, VideoRoom } from './video-room.ts';

interface VideoRoomsDeps {
  readonly placement: RelayPlacement;
  readonly orders: Pick<RelayOrders, 'send'>;
  readonly maxKbps: number;
  readonly clock: Clock;
  readonly log: Log;
}

interface WatchRequest {
  readonly sid: string;
  readonly streamId: string;
  readonly caller: Caller;
  /** Whether the current rights are sufficient. */
  readonly mayWatch: () => boolean;
  readonly offer: string;
}

interface Watching {
  readonly viewerId: string;
  readonly answer: string;
}

const CHECK_EVERY_S = 5;
/** Sixteen pictures on each of two screens, and two consoles. */
const VIEWERS_PER_SESSION = 34;
/** A second relay is tried once. */
const ATTEMPTS = 2;
/** Tags of ended sign-ins and keys, the newest of them: a viewer that was admitted at the same moment is disconnected afterwards. */
const ENDED_KEPT = 1000;

/** Streams of stations that are watched through relays. The first viewer starts a stream, the last one ends it. */
export class VideoRooms {
  readonly #deps: VideoRoomsDeps;
  readonly #rooms = new Map<string, VideoRoom>();
  readonly #ended = new Set<string>();
  /** Names of viewers whose offers were not answered yet. */
  readonly #offering = new Set<string>();
  readonly #checking = new Set<VideoRoom>();
  readonly #cancel: Cancel;
  #failures = 0;

  constructor(deps: VideoRoomsDeps) {
    this.#deps = deps;
    this.#cancel = every(deps.clock, CHECK_EVERY_S * US_PER_S, () => {
      for (const [name, room] of this.#rooms) void this.#check(name, room);
    });
  }

  /** Rooms and viewers of this replica, and the number of failures of relays. */
  get figures(): { readonly rooms: number; readonly viewers: number; readonly failures: number } {
    const rooms = [...this.#rooms.values()];
    const viewers = rooms.reduce((sum, room) => sum + room.viewers.length, 0);
    return { rooms: rooms.length, viewers, failures: this.#failures };
  }

  /** Whether relays are configured, reachable or not. */
  get hasRelay(): boolean {
    return this.#deps.placement.hasRelay;
  }

  /** Offers are answered in parallel: a station that is slow to publish delays only its own viewers. */
  async watch(request: WatchRequest): Promise<Result<Watching>> {
    const { caller, mayWatch } = request;
    const count = this.count(caller.sessionId);
    if (count >= VIEWERS_PER_SESSION) {
      const reason = `this sign-in has ${count} viewers, which is the most; end one with DELETE`;
      return refuse('TOO_MANY_CONNECTIONS.viewers', { reason });
    }
    const viewerId = randomUUID();
    const viewer = { identity: viewerIdentity(caller, viewerId), asker: orderAsker(caller), mayWatch };
    this.#offering.add(viewer.identity);
    return this.#watch(request, viewer, viewerId).finally(() => this.#offering.delete(viewer.identity));
  }

  async #watch(request: WatchRequest, viewer: RoomViewer, viewerId: string): Promise<Result<Watching>> {
    for (let attempt = 1; ; attempt += 1) {
      const room = await this.#room(request);
      if (room === undefined) return refuse('VIDEO_UNAVAILABLE.noRelay');
      try {
        const answer = await room.watch(viewer, request.offer);
        if (!answer.ok && attempt < ATTEMPTS && this.#isElsewhere(room, answer.refusal)) continue;
        if (!answer.ok) return answer;
        if (this.#mayWatch(viewer.identity) && viewer.mayWatch()) return ok({ viewerId, answer: answer.value });
        await room.remove(viewer.identity);
        return refuse('INVALID_TOKEN.sessionEnded');
      } catch (fault) {
        this.#failed(room, fault);
        if (attempt === ATTEMPTS) return refuse('VIDEO_UNAVAILABLE.relayAway');
      }
    }
  }

  /** NOT_FOUND for an ended, unknown or foreign viewer. */
  async end({ sessionId }: Caller, viewerId: string): Promise<Result<void>> {
    const isOwn = ({ identity }: RoomViewer) =>
      identity.split('.').slice(1).join('.') === `${tag(sessionId)}.${viewerId}`;
    return (await this.#removeWhere(isOwn)) > 0 ? accepted : refuse('NOT_FOUND.noViewer');
  }

  /** A sign-in has ended, or a key was revoked. */
  async endSession(id: string): Promise<void> {
    this.#ended.add(tag(id));
    for (const oldest of this.#ended) {
      if (this.#ended.size <= ENDED_KEPT) break;
      this.#ended.delete(oldest);
    }
    await this.#removeWhere(({ identity }) => !this.#mayWatch(identity));
  }

  /** Rights have changed. */
  async checkRights(): Promise<void> {
    await this.#removeWhere(({ mayWatch }) => !mayWatch());
  }

  /** A station is no longer part of the fleet. */
  async endStation(sid: string): Promise<void> {
    for (const [name, room] of this.#rooms) {
      if (room.sid !== sid) continue;
      this.#rooms.delete(name);
      await room.close().catch((fault) => this.#failed(room, fault));
    }
  }

  stop(): void {
    this.#cancel();
  }

  /** Viewers of a sign-in, including those that wait for an answer. */
  count(sessionId: string): number {
    const viewers = [...this.#rooms.values()].flatMap((room) => room.viewers.map(({ identity }) => identity));
    const identities = new Set([...viewers, ...this.#offering]);
    return [...identities].filter((identity) => identity.split('.')[1] === tag(sessionId)).length;
  }

  readonly #mayWatch = (identity: string): boolean => !identity.split('.').some((part) => this.#ended.has(part));

  async #room({ sid, streamId }: WatchRequest): Promise<VideoRoom | undefined> {
    const { clock, maxKbps, orders, placement } = this.#deps;
    const name = roomName(sid, streamId);
    const relay = await placement.of(name, this.#rooms.get(name)?.relay);
    const present = this.#rooms.get(name);
    if (relay === undefined || present?.relay === relay) return present;
    const room = new VideoRoom({ sid, streamId, relay, orders, maxKbps, clock });
    this.#rooms.set(name, room);
    return room;
  }

  async #removeWhere(holds: (viewer: RoomViewer) => boolean): Promise<number> {
    let count = 0;
    for (const room of this.#rooms.values()) {
      for (const { identity } of room.viewers.filter(holds)) {
        count += 1;
        await room.remove(identity).catch((fault) => this.#failed(room, fault));
      }
    }
    return count;
  }

  /** A slow relay or station delays only its own room. */
  async #check(name: string, room: VideoRoom): Promise<void> {
    if (this.#checking.has(room)) return;
    this.#checking.add(room);
    try {
      // Also renews the lease of the room, which another replica may have moved.
      const isHere = (await this.#deps.placement.of(name, room.relay)) === room.relay;
      if (!isHere) await room.close();
      const goesOn = isHere && (await room.check(this.#mayWatch));
      if (!goesOn && this.#rooms.get(name) === room) this.#rooms.delete(name);
    } catch (fault) {
      this.#failed(room, fault);
    } finally {
      this.#checking.delete(room);
    }
  }

  /** Whether another relay must be used, because the station cannot reach this one. */
  #isElsewhere({ name, relay, sid }: VideoRoom, { code, message: reason }: Refusal): boolean {
    if (code !== 'VIDEO_UNAVAILABLE') return false;
    const { log, placement } = this.#deps;
    log.warn({ relay: relay.url, station: sid, reason }, 'a station does not reach a relay for video');
    return placement.unreached(name, relay);
  }

  /** Viewers of a failed relay reconnect by themselves, and the lease of the station expires. */
  #failed(room: VideoRoom, fault: unknown): void {
    if (!(fault instanceof RelayFault)) throw fault;
    const { log, placement } = this.#deps;
    this.#failures += 1;
    log.warn({ relay: room.relay.url, reason: fault.message }, 'a relay for video has failed');
    placement.failed(room.relay);
    if (this.#rooms.get(room.name) === room) this.#rooms.delete(room.name);
  }
}

/** Shows every replica the key and sign-in of a viewer, without their ids. */
const viewerIdentity = ({ callerId, sessionId }: Caller, viewerId: string): string =>
  [tag(callerId), tag(sessionId), viewerId].join('.');

/** Represents an id in the name of a viewer: short, and without dots. */
const tag = (id: string): string => hash('sha256', id, 'base64url').slice(0, 16);
