import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RawViewer, sessionOf } from '@kitestring/media/test/rtsp/raw-viewer.ts';
import { missingCodecs } from '@kitestring/media/test/support/missing-codecs.ts';
import { readJpeg } from '@kitestring/media/test/support/read-exif.ts';
import { RealTimeClock } from '@kitestring/server/real-time-clock.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import { VirtualClock } from '@kitestring/testing/virtual-clock.ts';
import { startTestStation } from '../support/test-station.ts';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

const TRUE_WITHIN_US = 50_000;
/** What the station of these tests is advanced by until its camera is there. */
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

describe('one time for everything that shows a picture’s', { skip }, () => {
  it('is true to UTC: in metadata, sender reports and snapshots', async () => {
    const start = { realTimeClock: new EarlierClock(), drive: true };
    await using video = await VideoStation.start({ start, video: { hasKlvTrack: true } });
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
    const reports = new Map(viewer.reports.map((report) => [report.readUInt32BE(4), report]));
    for (const { payload, ssrc, timestamp } of viewer.metadata) {
      const report = reports.get(ssrc);
      assert.ok(report, 'a report of the track');
      const ticks = (timestamp - report.readUInt32BE(16)) | 0;
      near(metadataUs(payload), ntpUs(report) + (ticks / 90_000) * 1e6);
    }
    viewer.destroy();
    const before = Date.now() * 1000;
    const { jpeg } = await video.picture('thermal');
    const takenUs = exifUs(jpeg);
    assert.ok(
      takenUs >= before - TRUE_WITHIN_US && takenUs <= Date.now() * 1000 + TRUE_WITHIN_US,
      `${takenUs - before}`,
    );
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
