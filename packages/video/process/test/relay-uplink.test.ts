import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChaosRelay, GOOD_PATH } from '@kitestring/lab-testing/chaos-relay.ts';
import { NarrowUplink } from '@kitestring/lab-testing/narrow-uplink.ts';
import { missingLivekitServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { ServedTime } from '@kitestring/lab-testing/served-time.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import type { RelayUplink } from '../src/relay/relay-uplink.ts';
import { missingCodecs } from './support/missing-codecs.ts';
import { PublishedStream } from './support/published-stream.ts';

const skip = missingLivekitServer() || missingCodecs();

/** About half of what the thermal camera takes. */
const NARROW_KBPS = 250;
/** For the reply of a station to an order to publish. */
const HUB_WAITS_MS = 20_000;

describe('a stream for a relay on a narrow link', { skip }, () => {
  it('is encoded smaller, leaves room for others, and goes out as it is when the link is wide again', async () => {
    await using relay = await TestRelay.start();
    await using uplink = await NarrowUplink.start(relay.url, NARROW_KBPS);
    await using stream = await PublishedStream.start('thermal', relay, uplink.url);
    await using viewer = await stream.watch(relay);
    // Before the link was full the rate is free, too, and higher than the link.
    const isFound = ({ made, reason, targetKbps }: RelayUplink) =>
      made !== undefined && reason === 'free' && targetKbps < NARROW_KBPS;
    await stream.until(isFound);
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
    // The rate may have grown for a second when its first report comes.
    assert.ok(made !== undefined && made.widthPx < 1280 && targetKbps < 600, JSON.stringify({ made, targetKbps }));
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

  it('begins on a link that was dead for the first two seconds', async () => {
    await using relay = await TestRelay.start();
    await using uplink = await NarrowUplink.start(relay.url, NARROW_KBPS);
    uplink.lossShare = 1;
    const started = PublishedStream.start('thermal', relay, uplink.url);
    // One round of checks is five.
    await until('a second round of checks', () => uplink.lost > 6);
    uplink.lossShare = 0;
    await using _ = await started;
  });

  it('goes over TCP where there is no UDP, on a link of 120 ms', async () => {
    await using relay = await TestRelay.start({ hasUdp: false });
    await using path = await ChaosRelay.start(relay.tcpPort, 1);
    path.conditions = { ...GOOD_PATH, latencyMs: 60 };
    await using uplink = await NarrowUplink.start(relay.url, NARROW_KBPS);
    uplink.tcpPort = path.port;
    await using _ = await PublishedStream.start('thermal', relay, uplink.url);
    assert.ok(path.carriedBytes > 0);
  });

  it('is refused with the reason, before the hub has ceased to wait, when the relay answers no check', async () => {
    await using relay = await TestRelay.start();
    await using uplink = await NarrowUplink.start(relay.url, NARROW_KBPS);
    uplink.lossShare = 1;
    using served = new ServedTime();
    await assert.rejects(PublishedStream.start('thermal', relay, uplink.url), /cannot be reached over UDP or TCP/);
    assert.ok(served.ms < HUB_WAITS_MS, `${served.ms} ms`);
  });
});
