import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { RELAY_TYPE, type RelayOrder, type RelayReply } from '@kitestring/hub-contract/relay.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { CommandKey } from '../../test/support/command-key.ts';
import { RelayPublications } from './relay-publications.ts';
import type { VideoPublisher } from './video-publisher.ts';

const KEY = new CommandKey();
const ORDER = {
  v: 1,
  id: 'order-number-0001',
  sid: 'sabcdefghijkl',
  boot: 'bbbbbbbbbbbb',
  beat: 1,
  maxAgeMs: 3000,
  person: { id: 'p', name: 'Anna Example', role: 'viewer' },
  scopes: ['read'],
  via: 'page',
  stream: 'zoom',
  token: 'secret',
  maxKbps: 1000,
  leaseS: 30,
} as const;

/** A WHIP endpoint that answers everything, and what it was asked. */
class ScriptedRelay {
  readonly asked: string[] = [];
  readonly #server: Server;
  /** Held back until it is resolved. */
  hold: Promise<void> | undefined;

  constructor() {
    this.#server = createServer(async (request, response) => {
      request.resume();
      this.asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      await this.hold;
      if (request.method === 'POST') response.writeHead(201, { location: '/whip/1' });
      response.end('the answer');
    });
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/whip`;
  }

  close(): void {
    this.#server.close();
  }
}

class Scene {
  readonly clock = new VirtualClock();
  readonly calls: string[] = [];
  readonly publications: RelayPublications;
  tellEnd: (peerId: string) => void = () => {};
  readonly #relayUrl: string;

  constructor(relayUrl: string) {
    this.#relayUrl = relayUrl;
    const video: VideoPublisher = {
      offer: async (streamId) => {
        this.calls.push(`offer ${streamId}`);
        return { ok: true, peerId: streamId, sdp: 'the offer' };
      },
      accept: async (peerId, sdp) => {
        this.calls.push(`accept ${peerId} ${sdp}`);
        return { ok: true };
      },
      end: (peerId) => this.calls.push(`end ${peerId}`),
      uplink: () => undefined,
      onEnd: (listener) => {
        this.tellEnd = listener;
        return () => this.calls.push('listens no longer');
      },
    };
    this.publications = new RelayPublications({
      access: 'read',
      clock: this.clock,
      judge: () => undefined,
      log: SILENT_LOG,
      video,
    });
  }

  order(change: Partial<RelayOrder> = {}): Promise<RelayReply> {
    const order = KEY.order(RELAY_TYPE, { ...ORDER, url: this.#relayUrl, ...change });
    return this.publications.execute(order, [KEY.pinned]);
  }
}

const outcome = (reply: RelayReply) => ('error' in reply ? reply.error : reply.state);

describe('streams for relays', () => {
  const relay = new ScriptedRelay();
  before(() => relay.listen());
  after(() => relay.close());
  const scene = () => {
    relay.asked.length = 0;
    return new Scene(relay.url);
  };

  it('begin once for any number of orders, and end when none has come for the lease', async () => {
    const { calls, clock, order, publications } = bound(scene());
    assert.deepEqual((await Promise.all([order(), order()])).map(outcome), ['published', 'published']);
    assert.deepEqual(calls, ['offer zoom', 'accept zoom the answer']);
    clock.advance(29);
    assert.equal(outcome(await order()), 'published');
    clock.advance(29);
    assert.equal(publications.count, 1);
    clock.advance(1);
    assert.deepEqual([publications.count, calls.at(-1)], [0, 'end zoom']);
    const deleted = 'DELETE /whip/1 Bearer secret';
    while (!relay.asked.includes(deleted)) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(relay.asked, ['POST /whip Bearer secret', deleted]);
  });

  it('are at most four, and all end with the station', async () => {
    const { calls, order, publications } = bound(scene());
    const streams = ['a', 'b', 'c', 'd'];
    assert.equal(streams.length, LIMITS.publications);
    for (const stream of streams) assert.equal(outcome(await order({ stream })), 'published');
    assert.equal(outcome(await order({ stream: 'e' })), 'STATION_BUSY');
    publications.stop();
    assert.deepEqual(
      calls.filter((call) => call.startsWith('end')),
      streams.map((stream) => `end ${stream}`),
    );
  });

  it('go where the newest order says, and begin again after the connection has ended, or when the relay does not have them', async () => {
    const { calls, clock, order, tellEnd } = bound(scene());
    await order();
    await order({ url: `${relay.url}/2` });
    assert.deepEqual(calls.slice(2), ['end zoom', 'offer zoom', 'accept zoom the answer']);
    tellEnd('zoom');
    await order({ url: `${relay.url}/2` });
    const anew = ['end zoom', 'offer zoom', 'accept zoom the answer'];
    assert.deepEqual(calls.slice(5), anew);
    await order({ url: `${relay.url}/2`, restart: true });
    assert.equal(calls.length, 8, 'the relay may not show it yet');
    clock.advance(3);
    await order({ url: `${relay.url}/2`, restart: true });
    assert.deepEqual(calls.slice(8), anew);
  });

  it('do not begin when they are ended before the relay has answered', async () => {
    const { calls, order } = bound(scene());
    const { promise, resolve } = Promise.withResolvers<void>();
    relay.hold = promise;
    const begun = order();
    // The end of a stream of before may still be on its way.
    while (!relay.asked.some((one) => one.startsWith('POST'))) await new Promise((done) => setImmediate(done));
    const stopped = order({ leaseS: 0 });
    assert.equal(outcome(await stopped), 'stopped');
    resolve();
    relay.hold = undefined;
    assert.equal(outcome(await begun), 'RELAY_FAILED');
    assert.ok(!calls.includes('accept zoom the answer') && calls.includes('end zoom'));
  });
});

/** Its methods without their object. */
const bound = (scene: Scene) => ({
  calls: scene.calls,
  clock: scene.clock,
  publications: scene.publications,
  order: (change?: Partial<RelayOrder>) => scene.order(change),
  tellEnd: (peerId: string) => scene.tellEnd(peerId),
});
