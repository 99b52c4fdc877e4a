import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { type Answer, HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { missingLivekitServer, missingNatsServer, TestRelay } from '@kitestring/lab-testing/programs.ts';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { VideoClock } from '@kitestring/station-contract/video/video-clock.ts';
import { missingCodecs } from '@kitestring/video-process/test/support';
import { WhepViewer } from '@kitestring/video-process/test/support/webrtc.ts';
import { Launched } from '../support/launcher.ts';

const skip = missingNatsServer() || missingLivekitServer() || missingCodecs();

const STREAM = 'zoom';
const VIDEO = {
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
  KITESTRING_VIDEO_RTSP_UDP_PORTS: 'any',
};

describe('video of a simulated station through its hub', { skip }, () => {
  const folder = new TestFolder();
  let relay: TestRelay;
  let hub: HubProcess;
  let station: StationProcess;
  let sid = '';
  let key: Answer;
  const viewers: WhepViewer[] = [];
  const newViewer = () => {
    const viewer = new WhepViewer();
    viewers.push(viewer);
    return viewer;
  };
  before(async () => {
    relay = await TestRelay.start();
    writeFileSync(folder.file('secret'), `${relay.secret}\n`, { mode: 0o600 });
    hub = new HubProcess([
      '--relay-urls',
      relay.url,
      '--relay-key',
      relay.key,
      '--relay-secret-file',
      folder.file('secret'),
    ]);
    await hub.start();
    const { body } = await hub.ask('enrolments', { body: {} });
    const enrolled = await new Launched(['enrol', body.url, '--data-dir', folder.path]).end();
    assert.equal(enrolled.status, 0, enrolled.err);
    [{ sid }] = (await hub.ask('stations')).body.stations;
    station = await StationProcess.start({ folder: folder.path, flags: ['--hub-url', `${hub.url}/`], env: VIDEO });
    await until('the station', async () => (await hub.ask(`stations/${sid}`)).body.station.state === 'online');
    key = (await hub.ask('keys', { body: { name: 'Anna Example', role: 'viewer' } })).body;
  });
  after(async () => {
    await Promise.all(viewers.map((viewer) => viewer.close()));
    await station?.end('SIGKILL');
    await hub?.[Symbol.asyncDispose]();
    await relay?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const whep = (stream = STREAM) => `/fleet/v1/stations/${sid}/video/v1/${stream}/whep`;
  const send = (path: string, method: string, body?: string, secret = key.secret) =>
    fetch(`${hub.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/sdp' },
      ...(body !== undefined && { body }),
    });
  /** As our player watches, but that it is not a browser: again, where the first picture took a busy station longer than the hub waits. */
  const watch = () =>
    until('a place at the relay', async () => {
      const viewer = newViewer();
      const response = await send(whep(), 'POST', await viewer.offer());
      const text = await response.text();
      if (response.status === 503 && JSON.parse(text).code === 'STATION_NOT_LIVE') {
        await viewer.close();
        return undefined;
      }
      assert.equal(response.status, 201, text);
      await viewer.accept(text);
      return { viewer, location: response.headers.get('location') ?? '' };
    });
  const code = async (response: Response) => `${response.status} ${((await response.json()) as Answer).code}`;
  /** Connections over WebRTC that leave the station. */
  const uplinks = async () => {
    const text = await (await fetch(`${station.url}/metrics`)).text();
    return Number(/^kitestring_video_protocol_viewers\{protocol="webrtc"\} (\d+)$/m.exec(text)?.[1]);
  };

  it('reaches two viewers by one uplink, as the station has made it', async () => {
    // The camera starts with the station.
    const headers = { authorization: `Bearer ${await station.token()}` };
    await until('the camera', async () => {
      const response = await fetch(`${station.url}/api/v1/videostreams/${STREAM}/state`, { headers });
      return response.ok && ((await response.json()) as Answer).is_streaming === true;
    });
    const [one, other] = await Promise.all([watch(), watch()]);
    await Promise.all([one.viewer.until(30), other.viewer.until(30)]);
    assert.equal(await uplinks(), 1);
    // The relay leaves the times of the pictures as they are: a player shows their age by the clock of the station.
    const now = async () => {
      const response = await send(whep().replace('/whep', '/clock'), 'GET');
      return ((await response.json()) as VideoClock).rtp_time ?? Number.NaN;
    };
    const askedRtpTime = await now();
    // However late it comes on a busy machine.
    await until('a picture of now', () => other.viewer.newestRtpTime >= askedRtpTime);
    const { newestRtpTime } = other.viewer;
    assert.ok(newestRtpTime <= (await now()), `${newestRtpTime} is later than the clock of the station`);
    assert.match(one.location, /\/video\/v1\/zoom\/whep\/[0-9a-f-]{36}$/);
    assert.equal((await send(one.location, 'DELETE')).status, 200);
    assert.equal(await code(await send(one.location, 'DELETE')), '404 NOT_FOUND');
    await other.viewer.until(30);
    assert.equal((await send(other.location, 'DELETE')).status, 200);
  });

  it('ends at the station a while after its last viewer', async () => {
    await until('the end', async () => (await uplinks()) === 0);
  });

  it('is cut at once when the key of the viewer is removed', async () => {
    const { viewer } = await watch();
    await viewer.until(5);
    const again = (await hub.ask('keys', { body: { name: 'Berta Example', role: 'viewer' } })).body;
    await hub.ask(`keys/${key.key.id}`, { method: 'DELETE' });
    const { pictures } = viewer;
    key = again;
    await viewer.untilSilent();
    // No more than those of a second, however long they have waited on a busy machine.
    assert.ok(viewer.pictures - pictures < 30, `${viewer.pictures - pictures} pictures`);
  });

  it('says what is wrong with a request', async () => {
    const offer = await newViewer().offer();
    assert.equal(await code(await send(whep('nothing'), 'POST', offer)), '404 STREAM_NOT_FOUND');
    assert.equal(await code(await send(whep(), 'POST', 'hello')), '400 INVALID_REQUEST');
    assert.equal(await code(await send(whep(), 'POST', offer, 'kitehub_nothing')), '401 INVALID_TOKEN');
  });

  it('comes back by itself after the relay was killed, and says meanwhile that it is away', async () => {
    const { viewer } = await watch();
    await viewer.until(5);
    await relay.kill();
    const offer = await newViewer().offer();
    assert.equal(await code(await send(whep(), 'POST', offer)), '502 VIDEO_UNAVAILABLE');
    await viewer.close();
    await relay.start();
    const again = await watch();
    await again.viewer.until(5);
    await send(again.location, 'DELETE');
  });
});
