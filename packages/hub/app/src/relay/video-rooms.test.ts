import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import type { RelayReply } from '@kitestring/hub-contract/relay.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { HubCaller } from '../people/hub-caller.ts';
import { type Relay, RelayFault } from './relay.ts';
import type { RelayOrders } from './relay-orders.ts';
import { RelayPlacement, type RoomLeases } from './relay-placement.ts';
import { VideoRooms } from './video-rooms.ts';

const SID = 'sabcdefghijkl';
const ROOM = `${SID}.zoom`;

/** A relay in memory, and the order in which things happened. */
class ScriptedRelay implements Relay {
  readonly viewers = new Set<string>();
  readonly log: string[];
  readonly url: string;
  isPublished = false;
  isAway = false;
  /** By the station. */
  isReached = true;
  /** Orders to publish that have no effect on it. */
  ordersInVain = 0;

  constructor(url: string, log: string[]) {
    this.url = url;
    this.log = log;
  }

  publishing() {
    return { url: `${this.url}/whip/v1`, token: 'token' };
  }

  async openRoom(): Promise<void> {
    this.#answer();
  }

  async people() {
    this.#answer();
    return { isPublished: this.isPublished, viewerIds: new Set(this.viewers) };
  }

  async watch(_room: string, identity: string, offer: string): Promise<string | undefined> {
    this.#answer();
    if (offer !== 'offer') return undefined;
    this.viewers.add(identity);
    return 'answer';
  }

  async remove(_room: string, identity: string): Promise<void> {
    this.#answer();
    if (this.viewers.delete(identity)) this.log.push('cut');
  }

  async closeRoom(room: string): Promise<void> {
    this.#answer();
    this.log.push(`close ${room}`);
    this.viewers.clear();
    this.isPublished = false;
  }

  #answer(): void {
    if (this.isAway) throw new RelayFault('it is away');
  }
}

const NO_LEASES: RoomLeases = { keep: async (_room, place) => place, move: async () => {} };

class Scene {
  readonly clock = new VirtualClock();
  readonly log: string[] = [];
  readonly relays: readonly ScriptedRelay[];
  readonly rooms: VideoRooms;
  hasRight = true;
  /** Stations answer after it. */
  published = Promise.resolve();
  reply: RelayReply = { v: 1, id: 'order-number-0001', state: 'published' };

  constructor(count = 1) {
    this.relays = Array.from({ length: count }, (_, index) => new ScriptedRelay(`http://relay${index}`, this.log));
    const nowMs = () => this.clock.nowUs() / 1000;
    const orders: Pick<RelayOrders, 'send'> = {
      send: async ({ leaseS, stream, url }) => {
        this.log.push(`order ${stream} ${leaseS}`);
        await this.published;
        const relay = this.relays.find((one) => url.startsWith(one.url));
        if (relay?.isReached === false) return { v: 1, error: 'RELAY_FAILED', message: 'it cannot be reached' };
        if (relay === undefined || !('state' in this.reply)) return this.reply;
        relay.isPublished = leaseS > 0 && relay.ordersInVain === 0;
        relay.ordersInVain = Math.max(0, relay.ordersInVain - 1);
        return this.reply;
      },
    };
    this.rooms = new VideoRooms({
      orders,
      clock: this.clock,
      log: SILENT_LOG,
      maxKbps: 4000,
      placement: new RelayPlacement(this.relays, NO_LEASES, nowMs),
    });
  }

  get relay(): ScriptedRelay {
    const [first] = this.relays;
    assert.ok(first !== undefined);
    return first;
  }

  caller(id = 'anna'): Caller {
    const own = { sessionId: `session.of.${id}`, callerId: `key|${id}`, callerName: id, scopes: ['read' as const] };
    const caller: HubCaller = { ...own, kind: 'key', rights: [], rightsNow: () => [] };
    return caller;
  }

  watch(id?: string, offer = 'offer', sid = SID) {
    const mayWatch = () => this.hasRight;
    return this.rooms.watch({ sid, streamId: 'zoom', caller: this.caller(id), mayWatch, offer });
  }

  async advance(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.clock.advance(1);
      await this.settle();
    }
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  }
}

const codeOf = (result: Awaited<ReturnType<Scene['watch']>>) => (result.ok ? 'ok' : result.refusal.code);

describe('rooms of a relay', () => {
  it('have the station publish once for all viewers, go on while there are any, and end 15 s after the last', async () => {
    const scene = new Scene();
    const [one, other] = await Promise.all([scene.watch('anna'), scene.watch('berta')]);
    assert.deepEqual([codeOf(one), codeOf(other), scene.log], ['ok', 'ok', ['order zoom 30']]);
    await scene.advance(25);
    assert.deepEqual(scene.log.slice(1), ['order zoom 30', 'order zoom 30']);
    assert.ok(one.ok && other.ok);
    assert.equal((await scene.rooms.end(scene.caller('anna'), other.value.viewerId)).ok, false, 'another’s');
    assert.equal((await scene.rooms.end(scene.caller('anna'), one.value.viewerId)).ok, true);
    assert.equal((await scene.rooms.end(scene.caller('anna'), one.value.viewerId)).ok, false, 'twice');
    // A page that was closed without a word.
    scene.relay.viewers.clear();
    scene.log.length = 0;
    await scene.advance(19);
    assert.deepEqual(scene.log, []);
    await scene.advance(2);
    assert.deepEqual(scene.log, ['order zoom 0', `close ${ROOM}`]);
    await scene.advance(60);
    assert.equal(scene.log.length, 2);
    scene.rooms.stop();
  });

  it('answer a wall of sixteen side by side, and of one sign-in 34 offers at most, waiting ones included', async () => {
    const scene = new Scene();
    const { promise, resolve } = Promise.withResolvers<void>();
    scene.published = promise;
    const wall = Array.from({ length: 40 }, (_, index) => scene.watch('anna', 'offer', `station${index}`));
    await scene.settle();
    assert.deepEqual(scene.log, Array(34).fill('order zoom 30'), 'each station is asked before one has answered');
    assert.equal(codeOf(await scene.watch('anna', 'offer', 'one more')), 'TOO_MANY_CONNECTIONS');
    resolve();
    const codes = (await Promise.all(wall)).map(codeOf);
    assert.deepEqual(codes, [...Array(34).fill('ok'), ...Array(6).fill('TOO_MANY_CONNECTIONS')]);
    assert.equal(codeOf(await scene.watch('berta')), 'ok');
    scene.rooms.stop();
  });

  it('leave a stream to the replica that still has viewers of it', async () => {
    const scene = new Scene();
    const watching = await scene.watch();
    scene.relay.viewers.add('aaaa.bbbb.of-another-replica');
    assert.ok(watching.ok);
    await scene.rooms.end(scene.caller(), watching.value.viewerId);
    scene.log.length = 0;
    await scene.advance(30);
    assert.deepEqual(scene.log, []);
    scene.rooms.stop();
  });

  it('cut who may not watch any more, those of other replicas too', async () => {
    const scene = new Scene();
    await scene.watch('anna');
    await scene.watch('berta');
    await scene.rooms.endSession('session.of.anna');
    assert.equal(scene.relay.viewers.size, 1);
    const [berta = ''] = scene.relay.viewers;
    scene.relay.viewers.add(`${berta}-on-another-replica`);
    await scene.rooms.endSession('key|berta');
    await scene.advance(5);
    assert.equal(scene.relay.viewers.size, 0);
    assert.equal(codeOf(await scene.watch('anna')), 'INVALID_TOKEN');
    assert.equal(codeOf(await scene.watch('clara')), 'ok');
    scene.hasRight = false;
    await scene.rooms.checkRights();
    assert.equal(scene.relay.viewers.size, 0);
    scene.rooms.stop();
  });

  it('cut all when the station is revoked, or publishes no longer', async () => {
    const scene = new Scene();
    await scene.watch();
    await scene.rooms.endStation(SID);
    assert.deepEqual(scene.log.slice(1), [`close ${ROOM}`]);
    await scene.watch();
    scene.relay.isPublished = false;
    await scene.advance(5);
    assert.deepEqual([scene.relay.viewers.size, scene.log.at(-1)], [0, 'cut']);
    scene.rooms.stop();
  });

  it('move to another relay when theirs is away, and say so when there is none', async () => {
    const scene = new Scene(2);
    await scene.watch();
    const used = scene.relays.find(({ viewers }) => viewers.size > 0);
    const spare = scene.relays.find((relay) => relay !== used);
    assert.ok(used !== undefined && spare !== undefined);
    used.isAway = true;
    await scene.advance(5);
    assert.equal(codeOf(await scene.watch()), 'ok');
    assert.equal(spare.viewers.size, 1);
    await scene.advance(20);
    assert.deepEqual([spare.viewers.size, scene.log.includes(`close ${ROOM}`)], [1, false], 'and stay there');
    spare.isAway = true;
    assert.equal(codeOf(await scene.watch()), 'VIDEO_UNAVAILABLE');
    scene.rooms.stop();
  });

  it('move to another relay when the station does not reach theirs, and keep away from that for ten minutes', async () => {
    const scene = new Scene(2);
    await scene.watch();
    const used = scene.relays.find(({ viewers }) => viewers.size > 0);
    const spare = scene.relays.find((relay) => relay !== used);
    assert.ok(used !== undefined && spare !== undefined);
    const leave = () => {
      for (const relay of scene.relays) relay.viewers.clear();
      return scene.advance(60);
    };
    await leave();
    used.isReached = false;
    scene.log.length = 0;
    assert.deepEqual((await Promise.all([scene.watch('anna'), scene.watch('berta')])).map(codeOf), ['ok', 'ok']);
    assert.deepEqual(
      [scene.log, spare.viewers.size],
      [['order zoom 30', 'order zoom 30'], 2],
      'one order for each relay',
    );
    await leave();
    scene.log.length = 0;
    assert.equal(codeOf(await scene.watch()), 'ok');
    assert.deepEqual(scene.log, ['order zoom 30']);
    await leave();
    spare.isReached = false;
    assert.equal(codeOf(await scene.watch()), 'VIDEO_UNAVAILABLE');
    used.isReached = true;
    assert.equal(codeOf(await scene.watch()), 'ok', 'it may work again when no other one does');
    await leave();
    await scene.advance(600);
    spare.isReached = true;
    await scene.watch();
    assert.equal(used.viewers.size, 1);
    scene.rooms.stop();
  });

  it('order a stream once more when the first order has not brought it to the relay, then say so', async () => {
    const scene = new Scene();
    const watchFor = async (seconds: number) => {
      const watching = scene.watch();
      for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
        scene.clock.advance(0.1);
        await scene.settle();
      }
      return codeOf(await watching);
    };
    scene.relay.ordersInVain = 2;
    assert.equal(await watchFor(8.5), 'VIDEO_UNAVAILABLE');
    scene.relay.ordersInVain = 1;
    assert.equal(await watchFor(3.5), 'ok');
    assert.deepEqual(scene.log, Array(4).fill('order zoom 30'));
    scene.rooms.stop();
  });

  it('tell why a stream does not come', async () => {
    const scene = new Scene();
    assert.equal(codeOf(await scene.watch('anna', 'nonsense')), 'INVALID_REQUEST');
    scene.relay.isPublished = false;
    for (const [error, code] of [
      ['STREAM_NOT_READY', 'STREAM_NOT_READY'],
      ['RELAY_FAILED', 'VIDEO_UNAVAILABLE'],
      ['SCOPE_NOT_GRANTED', 'STATION_NOT_LIVE'],
    ] as const) {
      scene.reply = { v: 1, error, message: 'the reason' };
      const result = await scene.watch();
      assert.equal(codeOf(result), code);
      assert.match(result.ok ? '' : result.refusal.message, /the reason/);
    }
    assert.equal(codeOf(await new Scene(0).watch()), 'VIDEO_UNAVAILABLE');
    scene.rooms.stop();
  });
});

describe('the relay of a room', () => {
  const relays = ['http://a', 'http://b', 'http://c'].map((url) => new ScriptedRelay(url, []));

  it('is the same for every replica, and stays where another one has put it', async () => {
    const kept = new Map<string, string>();
    const leases: RoomLeases = {
      keep: async (room, place) => kept.getOrInsert(room, place),
      move: async (room, place) => void kept.set(room, place),
    };
    const [one, other] = [new RelayPlacement(relays, leases, () => 0), new RelayPlacement(relays, leases, () => 0)];
    const rooms = Array.from({ length: 60 }, (_, index) => `room${index}`);
    const chosen = await Promise.all(rooms.map((room) => one.of(room)));
    for (const relay of relays) assert.ok(chosen.filter((place) => place === relay).length > 8, relay.url);
    kept.set('room0', 'http://c');
    assert.equal((await other.of('room0'))?.url, 'http://c');
    const failed = relays[2];
    assert.ok(failed !== undefined);
    other.failed(failed);
    const moved = await other.of('room0');
    assert.notEqual(moved?.url, 'http://c');
    assert.equal((await one.of('room0'))?.url, moved?.url);
  });
});
