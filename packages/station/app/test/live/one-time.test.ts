import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clock } from '@kitestring/base/clock.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { missingCodecs, RawViewer, readJpeg, sessionOf } from '@kitestring/video-process/test/support';
import { startTestStation } from '../support/test-station.ts';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

const TRUE_WITHIN_US = 50_000;
/** A machine that never does nothing else for some seconds within this time is none to measure on. */
const GIVE_UP_MS = 180_000;
/** A picture this long after the one before, in ticks of RTP, was made by a process that stood still: half a second. */
const LATE_TICKS = 45_000;
/** Station time until its camera is ready. */
const AHEAD_US = 6_000_000;

/** Real time, but so much earlier: a station that is then advanced by it has the time of the world. */
class EarlierClock implements Clock {
  readonly #real = new RealTimeClock();

  nowUs(): number {
    return this.#real.nowUs() - AHEAD_US;
  }

  schedule(atUs: number, callback: (dueUs: number) => void) {
    return this.#real.schedule(atUs + AHEAD_US, callback);
  }
}

/** Passes by a tenth of a second whenever it is read: a start on a busy machine. */
class BusyClock extends VirtualClock {
  override nowUs(): number {
    this.advance(0.1);
    return super.nowUs();
  }
}

const near = (actualUs: number, expectedUs: number, toleranceUs = TRUE_WITHIN_US) =>
  assert.ok(Math.abs(actualUs - expectedUs) <= toleranceUs, `${actualUs - expectedUs} us beside the time of the world`);

it('a station that takes long to start has the time of the world all the same', async () => {
  const realTimeClock = new BusyClock();
  await using station = await startTestStation({ start: { realTimeClock, drive: true } });
  const { timeUs } = station.running.world.driver.now();
  near(timeUs, realTimeClock.nowUs(), 200_000);
});

/** By how much each time was beside the world's, microseconds. */
type Measured = readonly number[];

const isTrue = (offUs: Measured): boolean => offUs.every((off) => Math.abs(off) <= TRUE_WITHIN_US);

/**
 * Measures until that has been done without the station or its video standing still: where they do for longer than a second, as on a machine with
 * other work, the time of the station slips, which it says; for less, pictures that are made meanwhile have the last time that they were told, and it
 * measures again. A time that is wrong is so each time.
 * @param measure given the time by which the station is behind the world's, microseconds
 * @returns the last measurement, which the test judges
 */
async function measured({ station }: VideoStation, measure: (behindUs: number) => Promise<Measured | undefined>) {
  const { driver } = station.running.world;
  const slippedUs = () => {
    driver.now();
    return driver.slippedS * 1e6;
  };
  for (const giveUpMs = performance.now() + GIVE_UP_MS; ; ) {
    const behindUs = slippedUs();
    const found = await measure(behindUs);
    const isOver = performance.now() > giveUpMs;
    if (found !== undefined && slippedUs() === behindUs && (isTrue(found) || isOver)) return found;
    assert.ok(!isOver, 'it stands still again and again');
  }
}

/** Metadata of pictures of which none came long after the one before; undefined where one did. */
async function metadataOffUs(video: VideoStation, behindUs: number): Promise<Measured | undefined> {
  const viewer = await RawViewer.open(video.video.supervisor.ports.rtspPort ?? 0);
  const set = (track: number, more = {}) =>
    viewer.ask('SETUP', `/thermal/trackID=${track}`, {
      Transport: `RTP/AVP/TCP;unicast;interleaved=${2 * track}-${2 * track + 1}`,
      ...more,
    });
  const session = { Session: sessionOf(await set(0)) };
  await set(1, session);
  await viewer.ask('PLAY', '/thermal', session);
  await viewer.until(() => viewer.metadata.length >= 30 && viewer.reports.length >= 2);
  viewer.destroy();
  const times = viewer.packets.map(({ timestamp }) => timestamp);
  if (times.some((time, index) => ((time - (times[index - 1] ?? time)) | 0) > LATE_TICKS)) return undefined;
  const reports = new Map(viewer.reports.map((report) => [report.readUInt32BE(4), report]));
  return viewer.metadata.map(({ payload, ssrc, timestamp }) => {
    const report = reports.get(ssrc);
    assert.ok(report, 'a report of the track');
    const ticks = (timestamp - report.readUInt32BE(16)) | 0;
    return metadataUs(payload) + behindUs - ntpUs(report) - (ticks / 90_000) * 1e6;
  });
}

/**
 * How far outside the time in which it was asked for a snapshot says that it was taken. It shows what the process that makes it was told last, which
 * is as old on a busy machine as the answer is late.
 */
async function snapshotOffUs(video: VideoStation, behindUs: number): Promise<Measured> {
  const askedUs = Date.now() * 1000;
  const { jpeg } = await video.picture('thermal');
  const takenUs = exifUs(jpeg) + behindUs;
  const answeredUs = Date.now() * 1000;
  return [Math.min(0, takenUs - askedUs + (answeredUs - askedUs)), Math.max(0, takenUs - answeredUs)];
}

describe('one time for everything that shows a picture’s', { skip }, () => {
  it('is true to UTC: in metadata, sender reports and snapshots', async () => {
    const start = { realTimeClock: new EarlierClock(), drive: true };
    await using video = await VideoStation.start({ start, video: { hasKlvTrack: true } });
    for (const measure of [metadataOffUs, snapshotOffUs]) {
      const offUs = await measured(video, (behindUs) => measure(video, behindUs));
      for (const off of offUs) near(off, 0);
    }
  });
});

const ntpUs = (report: Buffer) => (report.readUInt32BE(8) - 2_208_988_800 + report.readUInt32BE(12) / 2 ** 32) * 1e6;

/** Tag 2, which is the first one of a set: key, length, tag, length, time. */
function metadataUs(set: Uint8Array): number {
  const bytes = Buffer.from(set);
  const at = 16 + ((bytes[16] ?? 0) < 0x80 ? 1 : 1 + ((bytes[16] ?? 0) & 0x7f));
  assert.deepEqual([...bytes.subarray(at, at + 2)], [2, 8]);
  return Number(bytes.readBigUInt64BE(at + 2));
}

function exifUs(jpeg: Buffer): number {
  const { photo } = readJpeg(jpeg);
  const [date = '', time = ''] = String(photo.get(0x9003)).split(' ');
  return Date.parse(`${date.replaceAll(':', '-')}T${time}Z`) * 1000 + Number(`0.${photo.get(0x9291)}`) * 1e6;
}
