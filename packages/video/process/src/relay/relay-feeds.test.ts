import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AccessUnit, EncodedSource } from '../access-unit.ts';
import { stepAt, stepFor } from './encoding-step.ts';
import type { StartEncoder } from './relay-feed.ts';
import { RelayFeeds } from './relay-feeds.ts';
import type { RelayUplink } from './relay-uplink.ts';
import { nextRate, startRate, type UplinkRate } from './uplink-rate.ts';

const HD = { size: { widthPx: 1280, heightPx: 720 }, framesPerS: 30 };
const STREAM = 'color';
const STREAM_BPS = 2_000_000;
const LIMITS = { floorBps: 120_000, ceilingBps: 20_000_000 };
const REPORT_EVERY_MS = 400;
const picture = (bps: number): AccessUnit['nals'] => [new Uint8Array(Math.round(bps / 8 / HD.framesPerS))];

/** Keeps to its rate, and is ready at once. */
const scriptedEncoder: StartEncoder = ({ bitRateBps }, { onMessage }) => {
  let bps = bitRateBps;
  queueMicrotask(() => onMessage({ kind: 'ready' }));
  return {
    send: (message) => {
      if (message.kind === 'rate') bps = message.bitRateBps;
      if (message.kind !== 'picture') return;
      const { unit } = message;
      onMessage({ kind: 'done', unit: { ...unit, nals: picture(bps) }, step: stepAt(HD, stepFor(HD, bps)) });
    },
    end: () => {},
  };
};

/** A relay behind a link of its own, on which packets wait, and some are lost at any rate. */
class Relay {
  readonly host: string;
  kbps: number;
  lossShare = 0;
  rate: UplinkRate;
  shown: RelayUplink | undefined;
  /** Pictures since the last look. */
  got = { unchanged: 0, smaller: 0 };
  #bytes = 0;
  #queueMs = 0;

  constructor(host: string, kbps: number, rate: UplinkRate) {
    this.host = host;
    this.kbps = kbps;
    this.rate = rate;
  }

  take({ nals }: AccessUnit, kind: 'unchanged' | 'smaller'): void {
    this.got[kind] += 1;
    for (const { length } of nals) this.#bytes += length;
  }

  report(nowMs: number): void {
    const sentBps = (this.#bytes * 8000) / REPORT_EVERY_MS;
    this.#bytes = 0;
    const most = 1000 * this.kbps;
    this.#queueMs = Math.min(2000, Math.max(0, this.#queueMs + (sentBps / most - 1) * REPORT_EVERY_MS));
    const carriedBps = this.#queueMs > 0 ? most : sentBps;
    const reading = { nowMs, sentBps, carriedBps, lossShare: this.lossShare, queueMs: this.#queueMs };
    this.rate = nextRate(this.rate, reading, LIMITS);
  }
}

class Scene {
  readonly relays = new Map<string, Relay>();
  readonly feeds: RelayFeeds;
  #nowMs = 0;
  #pictures = 0;
  #wantsKey = false;

  constructor() {
    const source = { id: STREAM, ...HD } as EncodedSource;
    this.feeds = new RelayFeeds({
      directory: { find: () => source, list: () => [source] },
      onPicture: (_, peerId, unit) => this.relays.get(peerId)?.take(unit, 'smaller'),
      onUplink: (peerId, uplink) => {
        const relay = this.relays.get(peerId);
        if (relay !== undefined) relay.shown = uplink;
      },
      askBeginning: () => {
        this.#wantsKey = true;
      },
      onTrouble: (reason) => assert.fail(reason),
      nowMs: () => this.#nowMs,
      startEncoder: scriptedEncoder,
    });
  }

  add(peerId: string, host: string, kbps: number): Relay {
    const start = this.feeds.uplinkStart({ id: STREAM, ...HD } as EncodedSource, host, LIMITS.ceilingBps);
    const relay = new Relay(host, kbps, startRate(start, this.#nowMs, LIMITS));
    this.relays.set(peerId, relay);
    this.feeds.begin({ kind: 'offer', id: 0, peerId, sdp: '', streamId: STREAM, start });
    return relay;
  }

  async run(seconds: number): Promise<void> {
    for (const relay of this.relays.values()) relay.got = { unchanged: 0, smaller: 0 };
    const endMs = this.#nowMs + seconds * 1000;
    for (let reportMs = this.#nowMs; this.#nowMs < endMs; this.#nowMs += 1000 / HD.framesPerS) {
      this.#give();
      if (this.#nowMs - reportMs < REPORT_EVERY_MS) continue;
      reportMs += REPORT_EVERY_MS;
      for (const [peerId, relay] of this.relays) {
        relay.report(this.#nowMs);
        const { ceilingBps } = LIMITS;
        this.feeds.uplink({ kind: 'uplink', streamId: STREAM, peerId, rate: relay.rate, ceilingBps });
      }
      // An encoder that has been started is ready.
      await Promise.resolve();
    }
  }

  #give(): void {
    const isKeyFrame = this.#wantsKey || this.#pictures % HD.framesPerS === 0;
    this.#wantsKey = false;
    const times = { rtpTime: this.#pictures * 3000, takenUs: 0, realTimeMs: this.#nowMs };
    const unit = { nals: picture(STREAM_BPS), isKeyFrame, ...times };
    this.#pictures += 1;
    const others = this.feeds.take(STREAM, unit);
    for (const [peerId, relay] of this.relays) if (!others.has(peerId)) relay.take(unit, 'unchanged');
  }
}

describe('a stream for two relays', () => {
  it('has for each the rate of its own link: a slow one takes nothing from the other', async () => {
    const scene = new Scene();
    const hub = scene.add('peer-1', 'hub.example', 10_000);
    const push = scene.add('peer-2', 'push.example', 400);
    push.lossShare = 0.03;
    await scene.run(30);
    await scene.run(30);
    assert.deepEqual([hub.got.smaller, hub.shown?.made], [0, undefined]);
    assert.ok(push.got.smaller > 800 && push.got.unchanged === 0, JSON.stringify(push.got));
    assert.ok(push.rate.targetBps > 150_000 && push.rate.targetBps < 400_000, `${push.rate.targetBps}`);
    assert.ok((push.shown?.made?.widthPx ?? 1280) < 1280);
  });

  it('is on two narrow links small for each, and whole for the one that is wide again', async () => {
    const scene = new Scene();
    const hub = scene.add('peer-1', 'hub.example', 1000);
    const push = scene.add('peer-2', 'push.example', 300);
    await scene.run(30);
    assert.ok(hub.rate.targetBps > 1.5 * push.rate.targetBps, `${hub.rate.targetBps} ${push.rate.targetBps}`);
    assert.deepEqual([hub.got.unchanged, push.got.unchanged], [0, 0]);
    push.kbps = 10_000;
    await scene.run(60);
    await scene.run(5);
    assert.deepEqual([push.got.smaller, push.got.unchanged > 140, hub.got.unchanged], [0, true, 0]);
  });

  it('goes on to the one when it has ended for the other, still at the rate of its link', async () => {
    const scene = new Scene();
    const hub = scene.add('peer-1', 'hub.example', 400);
    scene.add('peer-2', 'push.example', 10_000);
    await scene.run(20);
    scene.feeds.end('peer-2');
    scene.relays.delete('peer-2');
    await scene.run(20);
    assert.ok(hub.got.unchanged === 0 && hub.got.smaller > 500, JSON.stringify(hub.got));
  });

  it('begins with what a link to the same relay has carried lately, and carefully to another one', async () => {
    const scene = new Scene();
    scene.add('peer-1', 'hub.example', 10_000);
    await scene.run(20);
    const before = scene.add('peer-2', 'hub.example', 10_000).rate.targetBps;
    assert.deepEqual(
      [before > STREAM_BPS, scene.add('peer-3', 'push.example', 10_000).rate.targetBps],
      [true, 300_000],
    );
  });
});
