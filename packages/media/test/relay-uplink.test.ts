import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { missingLivekitServer, TestRelay } from '@kitestring/testing/livekit-server.ts';
import { NarrowUplink } from '@kitestring/testing/narrow-uplink.ts';
import { missingCodecs } from './support/missing-codecs.ts';
import { PublishedStream } from './support/published-stream.ts';

const skip = missingLivekitServer() || missingCodecs();

/** About half of what the thermal camera takes. */
const NARROW_KBPS = 250;
describe('a stream for a relay on a narrow link', { skip }, () => {
  it('is encoded smaller, leaves room for others, and goes out as it is when the link is wide again', async () => {
    await using relay = await TestRelay.start();
    await using uplink = await NarrowUplink.start(relay.url, NARROW_KBPS);
    await using stream = await PublishedStream.start('thermal', relay, uplink.url);
    await using viewer = await stream.watch(relay);
    const { targetKbps } = await stream.until(({ made, reason }) => made !== undefined && reason === 'free');
    assert.ok(targetKbps < NARROW_KBPS, `${targetKbps} kbit/s`);
    const { lost } = uplink;
    while (uplink.waitMs > 0) await viewer.until(1);
    await viewer.until(40);
    assert.equal(uplink.lost, lost, 'the buffer of the line was full');
    uplink.kbps = 20_000;
    await stream.until(({ made }) => made === undefined);
    await viewer.until(60);
    assert.deepEqual(stream.troubles, []);
  });

  it('begins small where nothing is known of the link, goes out as it is when that carries it, and begins so again', async () => {
    await using relay = await TestRelay.start();
    await using stream = await PublishedStream.start('color', relay, `${relay.url}/whip/v1`);
    const { made, targetKbps } = await stream.until(() => true);
    await using viewer = await stream.watch(relay);
    assert.ok(made !== undefined && made.widthPx < 1280 && targetKbps <= 450, JSON.stringify({ made, targetKbps }));
    await stream.until((uplink) => uplink.made === undefined);
    await viewer.until(20);
    await stream.end();
    await stream.publish(relay, `${relay.url}/whip/v1`);
    assert.equal((await stream.until(() => true)).made, undefined);
    assert.deepEqual(stream.troubles, []);
  });

  it('is encoded to the most that the hub allows, on a link that carries more', async () => {
    await using relay = await TestRelay.start();
    await using stream = await PublishedStream.start('thermal', relay, `${relay.url}/whip/v1`, 250);
    await using viewer = await stream.watch(relay);
    const { reason, targetKbps } = await stream.until(({ made }) => made !== undefined);
    assert.deepEqual([reason, targetKbps], ['ceiling', 250]);
    await viewer.until(20);
  });
});
