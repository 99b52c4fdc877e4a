import { setTimeout as wait } from 'node:timers/promises';
import { NarrowUplink } from '@kitestring/lab-testing/narrow-uplink.ts';
import { missingLivekitServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { PublishedStream } from '@kitestring/video-process/test/support/webrtc.ts';
import { type BenchRow, figure, percentile } from './result.ts';

const NARROW_KBPS = 1000;
const WIDE_KBPS = 20_000;
const SETTLING_S = 8;
const MEASURED_S = 20;
const LOOK_EVERY_MS = 5;
const NAME = `720p on an uplink of ${NARROW_KBPS} kbit/s`;

/**
 * A stream of 4 Mb/s to a relay through a line of 1 Mb/s with a buffer of 256 KiB: delay of all that shares the line.
 */
export async function benchNarrowUplink(): Promise<BenchRow[]> {
  const absent = missingLivekitServer();
  if (absent !== false) return [figure(NAME, Number.NaN, 'ms', { note: absent })];
  await using relay = await TestRelay.start();
  await using uplink = await NarrowUplink.start(relay.url, NARROW_KBPS);
  await using stream = await PublishedStream.start('color', relay, uplink.url);
  const viewer = await stream.watch(relay);
  const first = await measuredWaits(uplink, SETTLING_S);
  const [bytes, pictures] = [uplink.bytes, viewer.pictures];
  const settled = await measuredWaits(uplink, MEASURED_S);
  const kbps = ((uplink.bytes - bytes) * 8) / 1000 / MEASURED_S;
  const perS = (viewer.pictures - pictures) / MEASURED_S;
  uplink.kbps = WIDE_KBPS;
  const wideMs = performance.now();
  await stream.until(({ made }) => made === undefined);
  const backS = (performance.now() - wideMs) / 1000;
  await viewer.close();
  const unit = 'ms';
  return [
    figure(`${NAME}: what shares it waits, median`, percentile(settled, 50), unit),
    figure('the same, 99 of 100', percentile(settled, 99), unit, { atMost: 500 }),
    figure('the same, in the first seconds, longest', Math.max(...first), unit),
    figure(`${NAME}: what it carries`, kbps, 'kbit/s', { note: `${perS.toFixed(1)} pictures/s` }),
    figure(`${NAME}, wide again: until the stream goes out as it is`, backS, 's'),
  ];
}

async function measuredWaits(uplink: NarrowUplink, seconds: number): Promise<number[]> {
  const waits: number[] = [];
  const looking = setInterval(() => waits.push(uplink.waitMs), LOOK_EVERY_MS);
  await wait(seconds * 1000);
  clearInterval(looking);
  return waits;
}
