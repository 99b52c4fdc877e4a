import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { UploadPace } from './upload-pace.ts';

const NEVER = new AbortController().signal;
const SHARE_PERCENT = 70;
const STEP_MS = 5;
/** A round trip on the empty link. */
const RTT_MS = 60;

/** An uplink with a long buffer that uploads, pings and other senders share. */
class SimulatedUplink {
  readonly clock = new VirtualClock();
  readonly pace: UploadPace;
  kbps: number;
  rttMs = RTT_MS;
  isVideoLive = false;
  sentBytes = 0;
  #freeAtMs = 0;

  constructor(kbps: number, mostKbps = 1_000_000) {
    this.kbps = kbps;
    this.pace = new UploadPace({
      clock: this.clock,
      mostKbps,
      sharePercent: SHARE_PERCENT,
      roundTrip: () => this.#pong(),
      isVideoLive: () => this.isVideoLive,
    });
  }

  get nowMs(): number {
    return this.clock.nowUs() / 1000;
  }

  async upload(orderKbps = 1_000_000): Promise<void> {
    const part = new Uint8Array(1024 ** 2);
    for (;;) await this.pace.send(part, (slice) => this.#write(slice.length), orderKbps, NEVER);
  }

  /** @returns how long packets would have waited, sorted */
  async run(seconds: number, stepMs = STEP_MS): Promise<readonly number[]> {
    const waits: number[] = [];
    for (let ms = 0; ms < seconds * 1000; ms += stepMs) {
      this.clock.advance(stepMs / 1000);
      await new Promise(setImmediate);
      waits.push(Math.max(0, this.#freeAtMs - this.nowMs));
    }
    return waits.sort((a, b) => a - b);
  }

  #write(bytes: number): void {
    this.#freeAtMs = Math.max(this.nowMs, this.#freeAtMs) + (bytes * 8) / this.kbps;
    this.sentBytes += bytes;
  }

  #pong(): Promise<void> {
    const atMs = Math.max(this.nowMs, this.#freeAtMs) + this.rttMs;
    return new Promise((resolve) => this.clock.schedule(Math.round(atMs * 1000), () => resolve()));
  }
}

const part = (waits: readonly number[], share: number) => waits[Math.floor(waits.length * share)] ?? 0;

describe('the pace of uploads', () => {
  for (const kbps of [50, 150, 500, 2000, 20_000]) {
    it(`leaves beats and commands room on a link of ${kbps} kbit/s, and uses its share of it`, async () => {
      const uplink = new SimulatedUplink(kbps);
      void uplink.upload();
      await uplink.run(30);
      const before = uplink.sentBytes;
      const waits = await uplink.run(60);
      const share = ((uplink.sentBytes - before) * 8) / 60_000 / kbps;
      assert.ok(share > 0.55 && share < 0.95, `${share} of the link`);
      assert.ok(part(waits, 0.5) < 50 && part(waits, 0.95) < 250, `${part(waits, 0.5)}, ${part(waits, 0.95)} ms`);
      assert.ok((waits.at(-1) ?? 0) < 500, `${waits.at(-1)} ms`);
      const measured = uplink.pace.linkKbps ?? 0;
      assert.ok(measured > 0.8 * kbps && measured < 1.3 * kbps, `${measured} kbit/s`);
    });
  }

  it('finds the rate of a quick link within a second and a half', async () => {
    const uplink = new SimulatedUplink(1_000_000);
    uplink.rttMs = 1;
    void uplink.upload();
    const waits = await uplink.run(1.5, 1);
    assert.ok(uplink.pace.kbps > 300_000, `${uplink.pace.kbps} kbit/s`);
    assert.ok((waits.at(-1) ?? 0) < 100, `${waits.at(-1)} ms`);
  });

  it('follows a link that becomes narrow, and one that becomes wide again', async () => {
    const uplink = new SimulatedUplink(8000);
    void uplink.upload();
    await uplink.run(30);
    uplink.kbps = 1000;
    await uplink.run(20);
    const narrow = await uplink.run(20);
    assert.ok(part(narrow, 0.9) < 150, `${part(narrow, 0.9)} ms`);
    uplink.kbps = 8000;
    await uplink.run(90);
    assert.ok(uplink.pace.kbps > 3000, `${uplink.pace.kbps}`);
  });

  it('never goes above its setting, nor above its order', async () => {
    const uplink = new SimulatedUplink(100_000, 3000);
    void uplink.upload();
    await uplink.run(30);
    const before = uplink.sentBytes;
    await uplink.run(10);
    assert.ok(((uplink.sentBytes - before) * 8) / 10_000 <= 3050);
    assert.equal(uplink.pace.linkKbps, undefined, 'nothing is known of a link that was never full');
    const slow = new SimulatedUplink(100_000);
    void slow.upload(1000);
    await slow.run(10);
    assert.ok((slow.sentBytes * 8) / 10_000 <= 1050);
  });
});
