import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '@kitestring/lab-testing/until.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { DEFAULT_VIDEO_SETTINGS } from '@kitestring/settings/video-settings.ts';
import { RTSP_LIMITS } from '@kitestring/video-process/rtsp';
import { missingCodecs, RawViewer } from '@kitestring/video-process/test/support';
import { VideoStation } from '../support/video-station.ts';

const skip = missingCodecs();

const basic = (password: string) => ({ Authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` });

async function metrics(video: VideoStation): Promise<ReadonlyMap<string, number>> {
  const { body } = await video.station.stranger().get('/metrics');
  const lines = String(body).split('\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** The media process tells its figures once a second. */
const shows = (video: VideoStation, isSo: (figures: ReadonlyMap<string, number>) => boolean) =>
  until('the figures', async () => isSo(await metrics(video)));

describe('viewers of a station', { skip }, () => {
  /** One for all tests that leave it as they found it: to start it costs more than they do. */
  let video: VideoStation;
  before(async () => {
    video = await VideoStation.start({ simulation: { cameraModel: 'Camera 1st Generation' } });
  });
  after(() => video?.[Symbol.asyncDispose]());

  it('are counted by protocol, with what they were sent, and written in the log without their secrets', async () => {
    const counted = (viewers: number) =>
      shows(video, (figures) => figures.get('kitestring_video_protocol_viewers{protocol="rtsp-tcp"}') === viewers);
    // Its camera goes on for a while, so that the next viewer needs one connection only, also on a busy machine.
    const former = await video.watch('thermal');
    await counted(1);
    former.destroy();
    await counted(0);
    const linesBefore = video.log.length;
    const viewer = await video.watch('thermal');
    await viewer.until(() => viewer.packets.length > 0);
    await counted(1);
    await shows(video, (figures) => (figures.get('kitestring_video_sent_packets_total{protocol="rtsp-tcp"}') ?? 0) > 1);
    const stranger = await RawViewer.open(video.video.supervisor.ports.rtspPort ?? 0);
    assert.equal((await stranger.ask('DESCRIBE', '/color?ticket=wrong-ticket')).status, 401);
    await shows(video, (figures) => figures.get('kitestring_video_refused_logins') === 1);
    viewer.destroy();
    stranger.destroy();
    await counted(0);
    const figures = await metrics(video);
    assert.ok((figures.get('kitestring_video_sent_bytes_total{protocol="rtsp-tcp"}') ?? 0) > 1000);
    assert.equal(figures.get('kitestring_video_sent_packets_total{protocol="rtsps"}'), 0);
    assert.ok((figures.get('kitestring_video_process_resident_bytes') ?? 0) > 10_000_000);
    const said = video.log.slice(linesBefore).filter(({ message }) => message.startsWith('RTSP'));
    assert.deepEqual(
      said
        .filter(({ level }) => level === 'info')
        .map(({ fields, message }) => [message, fields.stream, fields.address]),
      [
        ['RTSP session set up', 'thermal', '127.0.0.1'],
        ['RTSP session plays', 'thermal', '127.0.0.1'],
        ['RTSP session ended', 'thermal', '127.0.0.1'],
      ],
    );
    assert.equal(said.filter(({ message }) => message === 'RTSP client connected').length, 2);
    const { body } = await video.client.get('videostreams');
    const ticket = new URL((body as { rtsp_url: string }[])[0]?.rtsp_url ?? '').searchParams.get('ticket') ?? '';
    assert.notEqual(ticket, '');
    const written = JSON.stringify(video.log);
    for (const secret of [ticket, 'wrong-ticket', video.client.token ?? '']) assert.ok(!written.includes(secret));
  });

  it('who come with a ticket that is too old guess nothing', async () => {
    for (let count = 0; count < 8; count += 1) {
      const late = await RawViewer.open(video.video.supervisor.ports.rtspPort ?? 0);
      assert.equal((await late.ask('DESCRIBE', `/color?ticket=old-${count}`)).status, 401);
      late.destroy();
    }
    assert.ok(!video.station.station.notifications.isActive('TOO_MANY_WRONG_KEYS'));
    const viewer = await video.watch('thermal');
    viewer.destroy();
  });

  it('find the streams at the same ports when the Ground Station has restarted', async () => {
    const { rtspPort, rtspsPort } = video.video.supervisor.ports;
    const ready = video.ready();
    assert.equal((await video.client.post('/sim/v1/reboot', { duration: 2 })).status, 202);
    video.station.advance(2.1);
    await video.station.running.settled();
    await ready;
    const { ports } = video.video.supervisor;
    assert.deepEqual([ports.rtspPort, ports.rtspsPort], [rtspPort, rtspsPort]);
    assert.ok((rtspPort ?? 0) > 0 && (rtspsPort ?? 0) > 0);
  });

  // The media process has started again, and has no connections.
  it('are counted where one address has more connections than it may have', async () => {
    const port = video.video.supervisor.ports.rtspPort ?? 0;
    const crowd = Array.from({ length: RTSP_LIMITS.connectionsPerAddress + 2 }, () => RawViewer.open(port));
    await shows(video, (figures) => figures.get('kitestring_video_refused_connections') === 2);
    for (const viewer of await Promise.all(crowd)) viewer.destroy();
  });
});

describe('viewers of a station with settings of its own', { skip }, () => {
  it('have RTSPS only where video.rtsp_port is off', async () => {
    const video = { ...DEFAULT_VIDEO_SETTINGS, rtspPort: 'off', rtspsPort: 0, udpPorts: 'any' } as const;
    await using station = await VideoStation.start({ simulation: { cameraModel: 'Camera 1st Generation' }, video });
    assert.equal(station.video.supervisor.ports.rtspPort, undefined);
    const { body } = await station.client.get('videostreams');
    for (const stream of body as { rtsp_url?: string; rtsps_url?: string }[]) {
      assert.equal(stream.rtsp_url, undefined);
      assert.match(stream.rtsps_url ?? '', /^rtsps:/);
    }
  });

  it('who guess passwords wait, raise a notification, and have to wait with API keys too', async () => {
    // Who waits is let in again by this clock.
    await using video = await VideoStation.start({ start: { realTimeClock: new VirtualClock() } });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      // The fifth wrong one on a connection closes it, which is not what this is about.
      const guesser = await RawViewer.open(video.video.supervisor.ports.rtspPort ?? 0);
      statuses.push((await guesser.ask('DESCRIBE', '/zoom', basic(`guess ${count}`))).status);
      guesser.destroy();
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 503]);
    assert.ok(video.station.station.notifications.isActive('TOO_MANY_WRONG_KEYS'));
    const { status } = await video.station.stranger().post('auth/token/request', { client_secret: 'wrong' });
    assert.equal(status, 429);
  });
});
