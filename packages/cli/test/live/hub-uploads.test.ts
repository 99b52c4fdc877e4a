import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Answer } from '@kitestring/hub-app/test/support/hub-process.ts';
import { ProxiedStation } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { TestS3 } from '@kitestring/hub-app/test/support/test-s3.ts';
import { until } from '@kitestring/hub-app/test/support/until.ts';
import { ChaosRelay } from '@kitestring/lab-testing/chaos-relay.ts';
import { missingNatsServer, missingVersityGateway } from '@kitestring/lab-testing/programs.ts';
import { missingCodecs } from '@kitestring/video-process/test/support';

const skip =
  (process.env.TEST_LEFT_OUT === undefined &&
    'real recordings over a slow line take a minute: npm run test:left-out') ||
  missingNatsServer() ||
  missingVersityGateway() ||
  missingCodecs();

const SETTINGS = {
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
  KITESTRING_VIDEO_RTSP_UDP_PORTS: 'any',
  KITESTRING_RECORDINGS_AUTOMATIC: 'true',
  // Slow enough to kill and cut in the middle of a film.
  KITESTRING_HUB_UPLOAD_KBPS: '600',
};
/** For a part in progress. */
const BEGUN_BYTES = 30_000;
/** Seconds of pictures, even of the thermal camera; at that rate they take several seconds. */
const FILM_BYTES = 150_000;
const DEADLINE_MS = 300_000;

describe('upload policies of a station with films and flight logs', { skip }, () => {
  const place = new ProxiedStation();
  const { hub } = place;
  let store: TestS3;
  /** The way to the store. */
  let line: ChaosRelay;
  let group = '';
  /** Recording of the flight, and one on the ground. */
  let film = '';
  let ground = '';
  before(async () => {
    store = await TestS3.start();
    line = await ChaosRelay.start(Number(new URL(store.endpoint).port), 1);
    const { accessKeyId, secretAccessKey } = store.credentials;
    hub.flags.push('--s3-endpoint', `http://127.0.0.1:${line.port}/`, '--s3-bucket', store.bucket);
    hub.flags.push('--s3-access-key-id', accessKeyId);
    // Inherited by the hub: there is no flag for a secret.
    process.env.KITESTRING_HUB_S3_SECRET_ACCESS_KEY = secretAccessKey;
    await place.start(SETTINGS, true);
    group = (await hub.ask('groups', { body: { name: 'Line 1' } })).body.id;
    assert.equal((await hub.ask(`groups/${group}/stations/${place.sid}`, { method: 'POST' })).status, 204);
  });
  after(async () => {
    delete process.env.KITESTRING_HUB_S3_SECRET_ACCESS_KEY;
    await place.stop();
    await line?.[Symbol.asyncDispose]();
    await store?.[Symbol.asyncDispose]();
  });

  const within = <T>(what: string, look: () => Promise<T | undefined | false>) => until(what, look, DEADLINE_MS);
  const request = async (path: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${place.token}` };
    const response = await fetch(`${place.station.url}${path}`, { method, headers });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as Answer) };
  };
  const command = (path: string) => within(path, async () => (await request(`/api/v1/${path}`, 'POST')).status < 300);
  const stateIs = (state: string) =>
    within(state, async () => (await request('/api/v1/flight/state')).body.flight_state === state);
  /** Real recordings need some pictures. */
  const hasFilm = () =>
    within('the film', async () => {
      const [newest] = (await request('/api/v1/recordings')).body.toSorted((a: Answer, b: Answer) =>
        b.recording_id.localeCompare(a.recording_id),
      );
      const isLong = newest?.videos.length === 2 && newest.videos.every(({ size }: Answer) => size > FILM_BYTES);
      return isLong && (newest.recording_id as string);
    });
  const setPolicy = async (policy: object) => {
    assert.equal((await hub.ask('policies', { body: { group, ...policy } })).status, 200);
  };
  const listed = async (path = 'recordings'): Promise<Answer[]> => (await hub.ask(path)).body.recordings;
  const one = async (recording: string) => (await listed()).find((each) => each.recording === recording);
  const stored = (recording: string) =>
    within(`${recording} stored`, async () => (await one(recording))?.state === 'stored');
  /** In the middle of a part, unless a slow machine has let all of it go by. */
  const isSending = async () => {
    const before = line.carriedBytes;
    const isAllStored = async () => (await listed()).every(({ state }) => state === 'stored');
    await within('bytes on the line', async () => line.carriedBytes - before > BEGUN_BYTES || isAllStored());
  };
  const waitsFor = (recording: string, cause: string) =>
    within(`${recording} to wait: ${cause}`, async () => (await one(recording))?.waits?.for === cause);

  it('begin only at the hours of the policy, with the recordings that it names', async () => {
    // The camera starts with the station.
    await within(
      'the camera',
      async () => (await request('/api/v1/videostreams/zoom/state')).body.is_streaming === true,
    );
    await command('flight/control/take_off');
    await stateIs('Flying');
    film = await hasFilm();
    await command('flight/control/land');
    await stateIs('StandBy');
    const hour = new Date().getHours();
    const clock = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:00`;
    const hours = { from: clock(2), to: clock(3) };
    await setPolicy({ recordings: 'flights', flight_logs: true, hours });
    await waitsFor(film, 'hours');
    await within('the log', async () => (await listed('flight-logs'))[0]?.waits?.for === 'hours');
    assert.deepEqual((await one(film)).waits.hours, hours);
    // Well after the flight.
    await command('recordings/control/start');
    ground = await hasFilm();
    await command('recordings/control/stop');
  });

  it('go on after a kill of the station', async () => {
    await setPolicy({ recordings: 'flights', flight_logs: true });
    await within('the upload', async () => (await one(film)).state === 'uploading');
    await isSending();
    await place.station.end('SIGKILL');
    await waitsFor(film, 'offline');
    await place.startStation();
    await isSending();
  });

  it('follow a policy of their group that is changed in the midst, and do not hold up what it allows', async () => {
    await setPolicy({ recordings: 'none', flight_logs: true });
    await waitsFor(film, 'policy');
    await within('the log', async () => (await listed('flight-logs'))[0]?.state === 'stored');
    assert.equal((await one(film)).state, 'uploading');
    assert.equal(await one(ground), undefined);
    await setPolicy({ recordings: 'all', flight_logs: true });
    await isSending();
  });

  it('go on after the line was away, and bring the same bytes', async () => {
    place.uplink?.cut();
    line.cut();
    await within('the end of the link', async () => (await listed()).some(({ waits }) => waits?.for === 'offline'));
    place.uplink?.mend();
    line.mend();
    await isSending();
    // The rest need not take a minute.
    await place.station.end();
    await place.startStation({ KITESTRING_HUB_UPLOAD_KBPS: '100000' });
    for (const recording of [film, ground]) await stored(recording);
    const { secret } = await place.newKey('chief', 'supervisor');
    for (const { files, id, recording } of await listed()) {
      assert.ok(files.length >= 2);
      for (const { name, sha256 } of files) {
        const own = readFileSync(join(place.folder.path, 'recordings', recording, name));
        assert.equal(sha256, hash('sha256', own, 'base64'), `${recording} ${name} at the hub`);
        const url = `${hub.url}/fleet/v1/recordings/${id}/file?name=${name}`;
        const served = await fetch(url, { headers: { authorization: `Bearer ${secret}` } });
        assert.ok(Buffer.from(await served.arrayBuffer()).equals(own), `${recording} ${name} as it is served`);
      }
    }
    const [log] = await listed('flight-logs');
    const headers = { authorization: `Bearer ${place.token}` };
    const own = await fetch(`${place.station.url}/station/v1/flights/${log.recording}/log`, { headers });
    assert.equal(log.files[0].sha256, hash('sha256', Buffer.from(await own.arrayBuffer()), 'base64'));
  });
});
