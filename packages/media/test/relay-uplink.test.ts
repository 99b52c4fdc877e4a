import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingLivekitServer, TestRelay } from '@kitestring/testing/livekit-server.ts';
import { NarrowUplink } from '@kitestring/testing/narrow-uplink.ts';
import { loadNativeCodecs } from '../src/encode/native-codecs.ts';
import { PublishedStream } from './support/published-stream.ts';

const skip =
  missingLivekitServer() ||
  (await loadNativeCodecs().then(
    () => false,
    (reason: Error) => `node-av is not there: ${reason.message}`,
  ));

/** About half of what the thermal camera takes. */
const NARROW_KBPS = 250;
/** A command that shares the link may wait so long: a key frame of its own encoding, and a queue that has just been noticed. */
const WAIT_MS = 700;

describe('a stream for a relay on a narrow link', { skip, timeout: 120_000 }, () => {
  it('is encoded smaller, leaves room for others, and goes out as it is when the link is wide again', async () => {
    await using relay = await TestRelay.start();
    await using uplink = await NarrowUplink.start(relay.url, NARROW_KBPS);
    await using stream = await PublishedStream.start('thermal', relay, uplink.url);
    const viewer = await stream.watch(relay);
    const { targetKbps } = await stream.until(({ made, reason }) => made !== undefined && reason === 'free');
    assert.ok(targetKbps < NARROW_KBPS, `${targetKbps} kbit/s`);
    let longestMs = 0;
    const looking = setInterval(() => {
      longestMs = Math.max(longestMs, uplink.waitMs);
    }, 5);
    await viewer.until(40);
    clearInterval(looking);
    assert.ok(longestMs < WAIT_MS, `whatever shares the link waits up to ${longestMs} ms`);
    uplink.kbps = 20_000;
    await stream.until(({ made }) => made === undefined);
    await viewer.until(60);
    await viewer.close();
    assert.deepEqual(stream.troubles, []);
  });

  it('is encoded to the most that the hub allows, on a link that carries more', async () => {
    await using relay = await TestRelay.start();
    await using stream = await PublishedStream.start('thermal', relay, `${relay.url}/whip/v1`, 250);
    const viewer = await stream.watch(relay);
    const { reason, targetKbps } = await stream.until(({ made }) => made !== undefined);
    assert.deepEqual([reason, targetKbps], ['ceiling', 250]);
    await viewer.until(20);
    await viewer.close();
  });
});
