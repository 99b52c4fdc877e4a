import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { type SignedRequestName, signedRequest } from '@kitestring/hub-contract/signed-request.ts';
import { SUBJECTS } from '@kitestring/hub-contract/subjects.ts';
import type { StationApi } from '@kitestring/hub-link/commands/station-api.ts';
import { ScriptedFeed } from '@kitestring/hub-link/test/support/scripted-feed.ts';
import { TimerClock } from '@kitestring/hub-link/test/support/timer-clock.ts';
import { UploadPace } from '@kitestring/hub-link/transport/upload-pace.ts';
import { AutomaticUploads, PolicyKeeper, UploadExecutor } from '@kitestring/hub-link/uploads';
import { missingNatsServer, missingVersityGateway } from '@kitestring/lab-testing/programs.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { type Answer, HubProcess } from './support/hub-process.ts';
import { TestS3 } from './support/test-s3.ts';
import { TestStation } from './support/test-station.ts';
import { until } from './support/until.ts';

const MIB = 1024 ** 2;

describeUploads('a folder of the hub', missingNatsServer(), 6 * MIB + 4711, 1 * MIB, undefined);
describeUploads('S3', missingNatsServer() || missingVersityGateway(), 20 * MIB + 4711, 8 * MIB, () => TestS3.start());

/** The same for every store: the real link of a station, with films in memory. */
function describeUploads(
  name: string,
  skip: string | false,
  bytes: number,
  partBytes: number,
  startStore: (() => Promise<TestS3>) | undefined,
): void {
  describe(`recordings to ${name}`, { skip }, () => {
    let hub: HubProcess;
    let store: TestS3 | undefined;
    let station: TestStation;
    let executor: UploadExecutor;
    let beating: NodeJS.Timeout;
    const films: Readonly<Record<string, Buffer>> = { 'main.mp4': randomBytes(bytes), 'sub.mp4': randomBytes(4711) };
    /** Parts that the station has sent, by their hash. */
    const sent: string[] = [];
    /** Called before each of these. */
    let onPart: () => void | Promise<void> = () => {};
    const recordings = new Map<string, { isGrowing: boolean }>();
    /** Flights that the station has; their logs while they are complete. */
    const flights = new Map<string, { films: readonly string[]; log?: Buffer }>();
    const api: StationApi = {
      request: async ({ headers, method, path }) => {
        const answer = (status: number, body: unknown) => ({ status, headers: {}, body: one(bytesOf(body)) });
        const [, flight, part] = /flights\/([^/?]+)(\/log)?/.exec(path) ?? [];
        const [, recording, file] = /recordings\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
        if (path.includes('/flights?')) {
          const listed = [...flights].map(([flight_id, { films, log }]) => ({
            flight_id,
            recordings: films.length,
            ...(log !== undefined && { ended: 'now' }),
          }));
          return answer(200, { flights: listed });
        }
        if (flight !== undefined && part === undefined) {
          const of = flights.get(flight)?.films ?? [];
          return answer(200, { films: of.map((recording_id) => ({ recording_id })) });
        }
        if (flight === undefined && recording === undefined) {
          const listed = [...recordings].map(([recording_id, { isGrowing }]) => ({
            recording_id,
            is_being_recorded: isGrowing,
          }));
          return answer(200, listed);
        }
        if (recording?.startsWith('gone')) return answer(404, {});
        if (flight === undefined && file === undefined) {
          const videos = Object.keys(films).map((file_id) => ({ file_id }));
          return answer(200, { is_being_recorded: false, videos });
        }
        const film = flight === undefined ? films[file ?? ''] : flights.get(flight)?.log;
        if (film === undefined) return answer(404, {});
        if (method === 'HEAD') return answer(200, Buffer.alloc(0));
        const [, first, last] = /bytes=(\d+)-(\d+)/.exec(headers?.range ?? '') ?? [];
        if (first === undefined) return answer(200, film);
        return answer(206, film.subarray(Number(first), Number(last) + 1));
      },
    };
    /** Ends the wait for answers of a hub that was killed. */
    let killed = Promise.withResolvers<never>();
    const ask = async (what: SignedRequestName, message: Uint8Array, timeout: number) => {
      const { connection, journal, sid } = station;
      if (connection === undefined) throw new Error('no link');
      const sign = (text: string) => journal.key.sign(Buffer.from(text)).toString('base64url');
      const reply = connection.request(SUBJECTS.hub(sid, what), signedRequest(sid, what, message, sign), { timeout });
      return (await Promise.race([reply, killed.promise])).data;
    };
    let policies: PolicyKeeper;
    let automatic: AutomaticUploads;
    const feed = new ScriptedFeed();
    const clock = new TimerClock();
    /** Rate of the station's link, and its time of day. */
    let linkKbps: number | undefined;
    let minuteOfDay = 0;
    const folder = new TestFolder();
    const newPolicies = () =>
      new PolicyKeeper({
        dataDir: folder.path,
        sid: station.sid,
        log: SILENT_LOG,
        linkKbps: () => linkKbps,
        minuteOfDay: () => minuteOfDay,
        onChange: () => automatic.look(),
      });
    const newExecutor = () => {
      const pace = new UploadPace({
        clock,
        mostKbps: 10_000_000,
        sharePercent: 70,
        isVideoLive: () => false,
        roundTrip: async () => station.connection?.flush(),
      });
      const send: typeof pace.send = async (part, ...rest) => {
        await onPart();
        sent.push(hash('sha256', part, 'base64'));
        return pace.send(part, ...rest);
      };
      return new UploadExecutor({
        judge: () => undefined,
        access: 'read',
        log: SILENT_LOG,
        caFor: () => undefined,
        closed: (kind) => policies.closed(kind),
        pace: { send },
        backoffMs: { first: 100, most: 1000 },
        api,
        // On a busy machine an answer takes longer than a station waits for it.
        ask: (what, message, timeout) => ask(what, message, Math.max(timeout, 60_000)),
      });
    };
    const order = async (recording: string, key?: string) =>
      hub.ask('uploads', { body: { sid: station.sid, recording, kbps: 10_000_000 }, key });
    const shown = async (id: string): Promise<Answer> =>
      (await hub.ask('recordings')).body.recordings.find((one: Answer) => one.id === id);
    const stored = (id: string) =>
      until('the recording', async () => {
        const recording = await shown(id);
        return recording?.state === 'stored' ? recording : undefined;
      });
    let operator = '';
    let supervisor = '';
    before(async () => {
      store = await startStore?.();
      const flags =
        store === undefined
          ? []
          : [
              '--s3-endpoint',
              store.endpoint,
              '--s3-bucket',
              store.bucket,
              '--s3-access-key-id',
              store.credentials.accessKeyId,
            ];
      // Inherited by the hub: there is no flag for a secret.
      if (store !== undefined) process.env.KITESTRING_HUB_S3_SECRET_ACCESS_KEY = store.credentials.secretAccessKey;
      hub = new HubProcess(flags);
      await hub.start();
      operator = (await hub.ask('keys', { body: { name: 'dispatch', role: 'pilot' } })).body.secret;
      supervisor = (await hub.ask('keys', { body: { name: 'chief', role: 'supervisor' } })).body.secret;
      station = await TestStation.enrol(hub, 'Engine 7');
      await station.goOnline();
      policies = newPolicies();
      automatic = new AutomaticUploads({
        api,
        feed,
        clock,
        log: SILENT_LOG,
        ask: (message, timeoutMs) => ask('offer', message, timeoutMs),
        policies: {
          get policy() {
            return policies.policy;
          },
        },
      });
      executor = newExecutor();
      station.connection?.subscribe(SUBJECTS.request(station.sid, 'policy'), {
        callback: (_, message) => {
          void policies.take(message.data, station.credentials.hubKeys).then((reply) => {
            if (reply !== undefined) message.respond(reply);
          });
        },
      });
      station.connection?.subscribe(SUBJECTS.request(station.sid, 'upload'), {
        callback: (_, message) =>
          void executor
            .execute(message.data, station.credentials.hubKeys)
            .then((reply) => message.respond(JSON.stringify(reply))),
      });
      beating = setInterval(() => station.beat(), 500);
    });
    after(async () => {
      clearInterval(beating);
      delete process.env.KITESTRING_HUB_S3_SECRET_ACCESS_KEY;
      await automatic?.stop();
      await executor?.stop();
      folder[Symbol.dispose]();
      await station?.connection?.close();
      await hub?.[Symbol.asyncDispose]();
      await store?.[Symbol.asyncDispose]();
    });

    it('come on order, are compared with what the station has, and are served whole and in parts to who may', async () => {
      const { body, status } = await order('20260301_103000_+0100', operator);
      assert.deepEqual([status, body.state, body.ordered_by], [201, 'ordered', 'dispatch']);
      assert.equal((await order('20260301_103000_+0100', operator)).body.id, body.id, 'the same order');
      const { files } = await stored(body.id);
      assert.deepEqual(
        files,
        Object.entries(films).map(([name, film]) => ({
          name,
          bytes: film.length,
          sha256: hash('sha256', film, 'base64'),
        })),
      );
      assert.equal(sent.length, new Set(sent).size, 'each part once');
      const read = async (key: string, headers = {}, file = 'main.mp4') => {
        const url = `${hub.url}/fleet/v1/recordings/${body.id}/file?name=${file}`;
        const response = await fetch(url, { headers: { Authorization: `Bearer ${key}`, ...headers } });
        return { response, bytes: Buffer.from(await response.arrayBuffer()) };
      };
      assert.ok((await read(supervisor)).bytes.equals(films['main.mp4'] as Buffer));
      // The same address as for a film that only the station has: the station does not answer here.
      const atStation = `${hub.url}/fleet/v1/stations/${station.sid}/api/v1/recordings/20260301_103000_+0100/sub.mp4`;
      const film = await fetch(atStation, { headers: { Authorization: `Bearer ${operator}`, Range: 'bytes=4700-' } });
      assert.deepEqual([film.status, film.headers.get('content-range')], [206, 'bytes 4700-4710/4711']);
      assert.ok(Buffer.from(await film.arrayBuffer()).equals((films['sub.mp4'] as Buffer).subarray(4700)));
      const part = await read(supervisor, { Range: `bytes=${partBytes - 2}-${partBytes + 1}` });
      assert.equal(part.response.status, 206);
      assert.equal(part.response.headers.get('content-range'), `bytes ${partBytes - 2}-${partBytes + 1}/${bytes}`);
      assert.ok(part.bytes.equals((films['main.mp4'] as Buffer).subarray(partBytes - 2, partBytes + 2)));
      assert.equal((await read(supervisor, { Range: `bytes=${bytes}-` })).response.status, 416);
      assert.equal((await read(operator)).response.status, 403);
      assert.equal((await read(supervisor, {}, 'other.mp4')).response.status, 404);
      const { entries } = (await hub.ask('audit?limit=50')).body;
      const noted = entries.map(({ what, who }: Answer) => `${who} ${what}`);
      const taken = ['chief fleet.recordings.file', 'dispatch recordings.file'];
      for (const entry of ['dispatch fleet.uploads', 'station upload', ...taken]) {
        assert.ok(noted.includes(entry), entry);
      }
      assert.equal((await hub.ask('events?kind=recording.stored')).body.events.length, 1);
    });

    it('go on after a kill of the hub and of the station in the middle: at most one part is sent again for each', async () => {
      sent.length = 0;
      const { body } = await order('20260301_113000_+0100', operator);
      const inTheMiddle = Promise.withResolvers<void>();
      let parts = 0;
      onPart = () => {
        parts += 1;
        if (parts === 2) inTheMiddle.resolve();
      };
      await inTheMiddle.promise;
      assert.equal(await hub.end('SIGKILL'), 'SIGKILL');
      await hub.start();
      await station.hello();
      killed.promise.catch(() => {});
      killed.reject(new Error('the hub was killed'));
      killed = Promise.withResolvers();
      const again = Promise.withResolvers<void>();
      onPart = () => again.resolve();
      await again.promise;
      // As after a kill: nothing but what the hub has is known.
      const before = executor;
      executor = newExecutor();
      await before.stop();
      onPart = () => {};
      await stored(body.id);
      const doubles = sent.length - new Set(sent).size;
      assert.ok(doubles <= 2, `sent again: ${doubles} of ${sent.join(', ')}`);
      const [{ sha256 }] = (await shown(body.id)).files;
      assert.equal(sha256, hash('sha256', films['main.mp4'] as Buffer, 'base64'));
      assert.equal((await hub.ask(`recordings/${body.id}`, { method: 'DELETE' })).status, 204);
      assert.equal(await shown(body.id), undefined);
    });

    it('come by themselves as the policy says, which is kept by the station, and on order at any time', {
      skip: startStore !== undefined && 'the same for every store',
    }, async () => {
      const setPolicy = (policy: object) => hub.ask('policies', { body: policy });
      const follows = () =>
        until('the policy', async () => (await hub.ask(`stations/${station.sid}/policy`)).body.follows === true);
      const listed = async (path: string) =>
        (await hub.ask(path)).body.recordings
          .filter(({ automatic: isOne }: Answer) => isOne)
          .map(({ recording, state }: Answer) => `${recording} ${state}`);
      recordings
        .set('flown', { isGrowing: false })
        .set('ground', { isGrowing: false })
        .set('growing', { isGrowing: true });
      flights
        .set('2026-03-01T09-27-58Z', { films: ['flown', 'growing'], log: randomBytes(4711) })
        .set('2026-03-01T10-27-58Z', { films: [] });

      minuteOfDay = 12 * 60;
      const night = { recordings: 'flights', flight_logs: true, hours: { from: '22:00', to: '06:00' } };
      assert.equal((await hub.ask('policies', { body: night, key: supervisor })).body.code, 'INSUFFICIENT_SCOPE');
      const { body, status } = await setPolicy(night);
      assert.deepEqual([status, body.stations, body.hours], [200, 1, night.hours]);
      await follows();
      assert.equal((await hub.ask('policies')).body.policies[0].following, 1);
      await until(
        'the offers',
        async () => (await listed('recordings')).length === 1 && (await listed('flight-logs')).length === 1,
      );
      assert.deepEqual(await listed('recordings'), ['flown ordered']);
      assert.deepEqual(policies.closed('recording'), { for: 'hours', hours: night.hours });
      const waits = async (path: string) => (await hub.ask(path)).body.recordings.map((one: Answer) => one.waits);
      for (const path of ['recordings?state=ordered', 'flight-logs']) {
        await until('the cause', async () => (await waits(path))[0]?.for === 'hours');
        assert.deepEqual(await waits(path), [{ for: 'hours', hours: night.hours }]);
      }
      const ordered = await order('ground', operator);
      await stored(ordered.body.id);
      assert.deepEqual(await listed('recordings'), ['flown ordered'], 'by day nothing but what was ordered');

      // As after a restart without a link.
      policies = newPolicies();
      assert.deepEqual(policies.policy, night);
      minuteOfDay = 23 * 60;
      await until(
        'both by night',
        async () =>
          (await listed('recordings')).includes('flown stored') &&
          (await listed('flight-logs')).includes('2026-03-01T09-27-58Z stored'),
      );
      const [log] = (await hub.ask('flight-logs')).body.recordings;
      const url = `${hub.url}/fleet/v1/flight-logs/${log.id}/file`;
      const part = await fetch(url, { headers: { Authorization: `Bearer ${supervisor}`, Range: 'bytes=4000-' } });
      assert.deepEqual([part.status, part.headers.get('content-range')], [206, 'bytes 4000-4710/4711']);
      assert.ok(
        Buffer.from(await part.arrayBuffer()).equals(flights.get(log.recording)?.log?.subarray(4000) as Buffer),
      );
      assert.equal((await hub.ask(`recordings/${log.id}`, { method: 'DELETE' })).status, 404, 'a log is no recording');

      linkKbps = 500;
      assert.equal((await setPolicy({ recordings: 'all', flight_logs: false, min_link_kbps: 2000 })).status, 200);
      await until('the other policy', () => policies.policy.recordings === 'all');
      assert.deepEqual(policies.closed('recording'), { for: 'link', least_kbps: 2000, link_kbps: 500 });
      assert.deepEqual(policies.closed('flight_log'), { for: 'policy' });
      const flown = (await hub.ask('recordings')).body.recordings.find(
        ({ recording }: Answer) => recording === 'flown',
      );
      assert.equal((await hub.ask(`recordings/${flown.id}`, { method: 'DELETE' })).status, 204);
      automatic.look();
      assert.equal((await hub.ask('policies/all', { method: 'DELETE' })).status, 204);
      await until('no policy', () => policies.policy.recordings === 'none');
      const [removed] = (await hub.ask('recordings?state=removed&limit=1')).body.recordings;
      assert.deepEqual([removed.recording, typeof removed.removed], ['flown', 'string'], 'not brought again by itself');
      const { entries } = (await hub.ask('audit?limit=50')).body;
      assert.ok(entries.some(({ outcome, what }: Answer) => what === 'fleet.policies.set' && /22:00/.test(outcome)));
      linkKbps = undefined;
    });

    it('wait while the store is away, and go on', {
      skip: startStore === undefined && 'it is the hub itself',
    }, async () => {
      await store?.end();
      sent.length = 0;
      const { body } = await order('20260301_123000_+0100', operator);
      await until('the wait', () => hub.log.some(({ msg }) => msg === 'an upload is delayed'));
      assert.equal((await shown(body.id)).state, 'ordered');
      await until('the cause', async () => (await shown(body.id)).waits?.for === 'store');
      await store?.start();
      await stored(body.id);
    });

    it('of which the station has none fail, and only who may order them can', async () => {
      const { body } = await order('gone', operator);
      const failed = await until('the failure', async () => {
        const recording = await shown(body.id);
        return recording.state === 'failed' ? recording : undefined;
      });
      assert.equal(failed.reason, 'the station has no such recording');
      assert.equal((await order('x', hub.key)).body.code, 'INSUFFICIENT_SCOPE');
      assert.equal((await order('../x', operator)).body.code, 'INVALID_REQUEST');
      assert.equal(
        (await hub.ask('uploads', { key: operator, body: { sid: 'saaaaaaaaaaaa', recording: 'x' } })).body.code,
        'NOT_FOUND',
      );
      assert.equal(
        (await hub.ask(`recordings/${body.id}`, { method: 'DELETE', key: operator })).body.code,
        'INSUFFICIENT_SCOPE',
      );
      assert.equal((await hub.ask(`recordings/${body.id}`, { method: 'DELETE' })).status, 204);
    });
  });
}

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)));

async function* one(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
