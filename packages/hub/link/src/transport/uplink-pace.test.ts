import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { UplinkPace } from './uplink-pace.ts';

const NEVER = new AbortController().signal;

interface LinkForm {
  readonly bytesPerMs: number;
  readonly rttMs: number;
}

/** A link with a long buffer: what is sent leaves at its rate, and pongs come a round trip after that. */
class SimulatedLink {
  readonly clock = new VirtualClock();
  readonly form: LinkForm;
  isVideoLive = false;
  sentBytes = 0;
  mostWaitedMs = 0;
  readonly sentBy = new Map<string, number>();
  readonly pace: UplinkPace;
  #freeAtMs = 0;

  constructor(form: LinkForm) {
    this.form = form;
    this.pace = new UplinkPace({
      nowMs: () => this.nowMs,
      delivered: () => this.#pong(),
      isVideoLive: () => this.isVideoLive,
    });
  }

  get nowMs(): number {
    return this.clock.nowUs() / 1000;
  }

  /** Time that something sent now waits behind what is in the buffer. */
  get queueMs(): number {
    return Math.max(0, this.#freeAtMs - this.nowMs);
  }

  /** Bytes of another sender. */
  occupy(bytes: number): void {
    this.#freeAtMs = Math.max(this.nowMs, this.#freeAtMs) + bytes / this.form.bytesPerMs;
  }

  async download(name: string, signal = NEVER): Promise<void> {
    for (;;) {
      const bytes = this.pace.chunkBytes;
      await this.pace.send(bytes, () => this.#write(name, bytes), signal);
    }
  }

  async run(seconds: number, sampled: (queueMs: number) => void = () => {}): Promise<void> {
    for (let ms = 0; ms < seconds * 1000; ms += 1) {
      this.clock.advance(0.001);
      // Effects of a pong happen before the next millisecond.
      await new Promise(setImmediate);
      sampled(this.queueMs);
    }
  }

  #write(name: string, bytes: number): void {
    this.occupy(bytes);
    this.sentBytes += bytes;
    this.sentBy.set(name, (this.sentBy.get(name) ?? 0) + bytes);
  }

  #pong(): Promise<void> {
    const atMs = Math.max(this.nowMs, this.#freeAtMs) + this.form.rttMs;
    return new Promise((resolve) => this.clock.schedule(Math.round(atMs * 1000), () => resolve()));
  }
}

const MBIT_PER_S = 125;

describe('the pace of answers on an uplink', () => {
  it('keeps what comes behind waiting for 0.3 s at most on a slow link, and uses it whole', async () => {
    const link = new SimulatedLink({ bytesPerMs: MBIT_PER_S, rttMs: 100 });
    void link.download('a');
    let longestMs = 0;
    await link.run(20, (queueMs) => {
      longestMs = Math.max(longestMs, queueMs);
    });
    assert.ok(longestMs <= 300, `${longestMs} ms`);
    const share = link.sentBytes / (20_000 * MBIT_PER_S);
    assert.ok(share > 0.93, `${share} of the link`);
  });

  it('grows to all that is allowed within two seconds where the link is fast', async () => {
    const link = new SimulatedLink({ bytesPerMs: 100 * MBIT_PER_S, rttMs: 60 });
    void link.download('a');
    await link.run(2);
    const before = link.sentBytes;
    await link.run(2);
    assert.ok(link.sentBytes - before > 0.95 * 2000 * 100 * MBIT_PER_S);
    assert.equal(link.pace.chunkBytes, LIMITS.chunkBytes);
    assert.ok(link.queueMs <= 140, `${link.queueMs} ms`);
  });

  it('is shared by all answers in equal parts', async () => {
    const link = new SimulatedLink({ bytesPerMs: MBIT_PER_S, rttMs: 100 });
    for (const name of ['a', 'b', 'c']) void link.download(name);
    let longestMs = 0;
    await link.run(20, (queueMs) => {
      longestMs = Math.max(longestMs, queueMs);
    });
    assert.ok(longestMs <= 300, `${longestMs} ms`);
    const parts = [...link.sentBy.values()];
    assert.equal(parts.length, 3);
    assert.ok(Math.min(...parts) > 0.9 * Math.max(...parts), parts.join());
  });

  it('follows a link that becomes slower, and one that becomes faster', async () => {
    const form = { bytesPerMs: 8 * MBIT_PER_S, rttMs: 40 };
    const link = new SimulatedLink(form);
    void link.download('a');
    await link.run(5);
    form.bytesPerMs = MBIT_PER_S / 2;
    await link.run(8);
    assert.ok(link.queueMs <= 400, `${link.queueMs} ms`);
    form.bytesPerMs = 8 * MBIT_PER_S;
    const before = link.sentBytes;
    await link.run(3);
    assert.ok(link.sentBytes - before > 0.8 * 3000 * 8 * MBIT_PER_S);
  });

  it('measures the way without a queue again every ten seconds: a longer way is no queue', async () => {
    const form = { bytesPerMs: 10 * MBIT_PER_S, rttMs: 20 };
    const link = new SimulatedLink(form);
    void link.download('a');
    await link.run(2);
    form.rttMs = 500;
    await link.run(4);
    const before = link.sentBytes;
    await link.run(2);
    const own = link.sentBytes - before;
    await link.run(12);
    const later = link.sentBytes;
    await link.run(2);
    const [fewer, all] = [own, link.sentBytes - later].map((bytes) => bytes / (2000 * form.bytesPerMs));
    assert.ok((fewer ?? 1) < 0.5 && (all ?? 0) > 0.6, `${fewer} and ${all} of the link`);
  });

  it('begins small after a pause, for the link may be another one', async () => {
    const link = new SimulatedLink({ bytesPerMs: 100 * MBIT_PER_S, rttMs: 20 });
    const reader = new AbortController();
    void link.download('a', reader.signal).catch(() => {});
    await link.run(2);
    assert.equal(link.pace.chunkBytes, LIMITS.chunkBytes);
    reader.abort();
    await link.run(12);
    void link.pace.send(1, () => {}, NEVER);
    assert.equal(link.pace.chunkBytes, LIMITS.chunkBytesMin);
  });

  it('keeps a short queue only beside live video', async () => {
    const link = new SimulatedLink({ bytesPerMs: 4 * MBIT_PER_S, rttMs: 60 });
    link.isVideoLive = true;
    void link.download('a');
    let longestMs = 0;
    await link.run(10, (queueMs) => {
      longestMs = Math.max(longestMs, queueMs);
    });
    assert.ok(longestMs <= 60, `${longestMs} ms`);
  });

  it('ends who waits when its reader goes or the link does, and lets the next one through', async () => {
    const link = new SimulatedLink({ bytesPerMs: 1, rttMs: 100 });
    const download = link.download('a');
    await link.run(1);
    const gone = new AbortController();
    const waiting = link.pace.send(LIMITS.chunkBytes, () => assert.fail('sent'), gone.signal);
    gone.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    const last = link.pace.send(1, () => assert.fail('sent'), NEVER);
    link.pace.stop();
    for (const one of [last, download]) await assert.rejects(one, /the link has ended/);
    await assert.rejects(
      link.pace.send(1, () => assert.fail('sent'), NEVER),
      /the link has ended/,
    );
  });
});
