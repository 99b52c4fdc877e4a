import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import type { Recording } from '@kitestring/contract/recordings/recording.ts';
import type { RecordingsState } from '@kitestring/contract/recordings/recordings-state.ts';
import { readFlightLog } from '@kitestring/flightlog/read/read-flight-log.ts';
import { ZSTD } from '@kitestring/flightlog/zstd-codec.ts';
import { probe, WITHOUT_FFPROBE } from '../../../media/test/support/ffprobe.ts';
import { DEFAULT_RECORDINGS_SETTINGS as DEFAULTS } from '../../src/recordings/recordings-settings.ts';
import { FilmRecorder } from '../support/film-recorder.ts';
import { exchange } from '../support/raw-exchange.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestStation, type TestStation, type TestStationOptions } from '../support/test-station.ts';

interface Recording_ extends AsyncDisposable {
  readonly station: TestStation;
  readonly client: TestClient;
  readonly recorder: FilmRecorder;
}

/** A station with a camera that shows a film, and a client in control. */
async function recordingStation(options: TestStationOptions = {}): Promise<Recording_> {
  const station = await startTestStation(options);
  station.advance(1);
  const recorder = new FilmRecorder(station.running.recorderLink);
  const client = await station.client();
  await client.post('handoff/control/request', { operator_name: 'M. Rossi' });
  return {
    station,
    client,
    recorder,
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      await recorder[Symbol.asyncDispose]();
    },
  };
}

async function outcome(answer: Promise<{ status: number; body: unknown }>): Promise<string> {
  const { body, status } = await answer;
  const code = (body as { code?: string } | undefined)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
}

const stateOf = async (client: TestClient) => (await client.get('recordings/state')).body as RecordingsState;
const listOf = async (client: TestClient) => (await client.get('recordings')).body as Recording[];

/** Makes a recording of about a second. @returns its id */
async function record({ client, station }: Recording_): Promise<string> {
  assert.equal(await outcome(client.post('recordings/control/start')), '201');
  await after(900);
  station.advance(3);
  assert.equal(await outcome(client.post('recordings/control/stop')), '201');
  return (await listOf(client))[0]?.recording_id ?? assert.fail('there is no recording');
}

/** Waits for what another event brings about. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpMs = Date.now() + 10_000;
  while (!(await isTrue())) {
    if (Date.now() > giveUpMs) assert.fail('it did not come about');
    await after(20);
  }
}

const isActive = ({ station }: TestStation, name: Parameters<typeof station.notifications.isActive>[0]) =>
  station.notifications.isActive(name);

describe('a recording', () => {
  it('is shown as running, then as a recording with two files that play', { skip: WITHOUT_FFPROBE }, async () => {
    await using it = await recordingStation();
    const { client, recorder, station } = it;
    assert.deepEqual(await listOf(client), []);
    assert.equal((await stateOf(client)).is_recording, false);
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    const running = await stateOf(client);
    assert.equal(running.is_recording, true);
    assert.ok(running.started_recording_timestamp);
    assert.equal(running.stopped_recording_timestamp, undefined);
    assert.equal(await outcome(client.post('recordings/control/start')), '409 ALREADY_RECORDING');
    const id = running.recording_id ?? '';
    assert.match(id, /^\d{4}-\d\d-\d\dT\d{6}Z$/);
    await after(1200);
    station.advance(7);
    assert.equal((await stateOf(client)).recording_seconds, 7);
    const [shown] = await listOf(client);
    assert.deepEqual(
      [shown?.is_being_recorded, shown?.videos.map((video) => video.is_recording)],
      [true, [true, true]],
    );
    assert.ok(
      shown?.videos.every(({ size }) => size > 5000),
      'they grow while it runs',
    );
    assert.equal(await outcome(client.send(`recordings/${id}`, { method: 'DELETE' })), '400 RECORDING_IN_USE');
    assert.equal(await outcome(client.post('recordings/control/stop')), '201');
    assert.equal(await outcome(client.post('recordings/control/stop')), '409 NOT_RECORDING');
    assert.equal(recorder.watchers, 0);
    const { body } = await client.get(`recordings/${id}`);
    const { videos } = body as Recording;
    assert.deepEqual(
      videos.map(({ file_id, is_recording, type }) => [file_id, type, is_recording]),
      [
        ['main.mp4', 'color', false],
        ['sub.mp4', 'thermal', false],
      ],
    );
    const ended = await stateOf(client);
    assert.deepEqual([ended.is_recording, ended.recording_id, ended.recording_seconds], [false, id, 7]);
    assert.ok(ended.stopped_recording_timestamp);
    assert.ok((ended.occupied_space ?? 0) >= videos.reduce((sum, { size }) => sum + size, 0));
    for (const { file_id, size } of videos) {
      const path = join(station.dataDir, 'recordings', id, file_id);
      assert.equal(readFileSync(path).length, size);
      const { complaints, durationS } = probe(path);
      assert.equal(complaints, '');
      assert.ok(durationS > 1 && durationS < 3, `${durationS}`);
    }
  });

  it('is told to whoever has subscribed, as it begins and as it ends', async () => {
    await using it = await recordingStation();
    const webSocket = await it.client.subscribe('recordings/state');
    const seen: boolean[] = [];
    webSocket.socket.on('message', (data) => seen.push((JSON.parse(String(data)) as RecordingsState).is_recording));
    const id = await record(it);
    await until(() => seen.includes(true) && seen.at(-1) === false);
    assert.equal((await stateOf(it.client)).recording_id, id);
    webSocket.socket.close();
  });

  it('has the telemetry of its time and a picture beside it', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const { headers } = await it.client.get(`recordings/${id}/main.jpg`);
    assert.equal(headers.get('content-type'), 'image/jpeg');
    const bytes = readFileSync(join(it.station.dataDir, 'recordings', id, 'telemetry.mcap'));
    assert.equal(
      (await it.client.get(`recordings/${id}/telemetry.mcap`)).headers.get('content-length'),
      `${bytes.length}`,
    );
    const channels = new Set<string>();
    const source = { size: bytes.length, read: async (at: number, length: number) => bytes.subarray(at, at + length) };
    await readFlightLog(source, { codec: ZSTD, onMessage: ({ channel }) => channels.add(channel) });
    assert.ok(channels.has('telemetry') && channels.has('systemState'), [...channels].join());
  });

  it('is removed with all its files', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    assert.equal(await outcome(it.client.send(`recordings/${id}`, { method: 'DELETE' })), '200');
    assert.deepEqual(readdirSync(join(it.station.dataDir, 'recordings')), []);
    assert.equal(await outcome(it.client.get(`recordings/${id}`)), '404 RECORDING_NOT_FOUND');
  });

  it('needs control, and a recorder', async () => {
    await using it = await recordingStation();
    const reader = await it.station.client('read');
    for (const act of ['start', 'stop']) {
      assert.equal(await outcome(reader.post(`recordings/control/${act}`)), '403 INSUFFICIENT_SCOPE');
    }
    const other = await it.station.client();
    assert.equal(await outcome(other.post('recordings/control/start')), '403 CONTROL_TAKEN');
    it.station.running.recorderLink.down();
    assert.equal(await outcome(it.client.post('recordings/control/start')), '502 VIDEO_UNAVAILABLE');
    assert.equal(await outcome(it.client.get('recordings')), '200');
  });

  it('is refused with 503 where the storage cannot be written, and works again where it can', async () => {
    await using it = await recordingStation();
    const folder = join(it.station.dataDir, 'recordings');
    rmSync(folder, { recursive: true, force: true });
    // A mount that has gone wrong: nothing can be made in it.
    writeFileSync(folder, '');
    assert.equal(await outcome(it.client.post('recordings/control/start')), '503 STORAGE_UNAVAILABLE');
    assert.equal((await stateOf(it.client)).is_recording, false);
    rmSync(folder);
    mkdirSync(folder);
    assert.equal(await outcome(it.client.post('recordings/control/start')), '201');
    assert.equal(await outcome(it.client.post('recordings/control/stop')), '201');
  });

  it('ends with the station, and is there after the next start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-recordings-'));
    {
      await using it = await recordingStation({ dataDir });
      assert.equal(await outcome(it.client.post('recordings/control/start')), '201');
      await after(600);
    }
    await using it = await recordingStation({ dataDir });
    const [recording] = await listOf(it.client);
    assert.equal(recording?.is_being_recorded, false);
    assert.equal(recording?.videos.length, 2);
    await it[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true });
  });

  it('that a kill left unfinished is whole after the next start', { skip: WITHOUT_FFPROBE }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-recordings-'));
    const folder = join(dataDir, 'recordings');
    let id = '';
    const files = new Map<string, Buffer>();
    {
      await using it = await recordingStation({ dataDir });
      assert.equal(await outcome(it.client.post('recordings/control/start')), '201');
      id = (await stateOf(it.client)).recording_id ?? '';
      await after(1500);
      // What a kill at this moment would leave.
      for (const name of readdirSync(join(folder, id))) files.set(name, readFileSync(join(folder, id, name)));
    }
    rmSync(join(folder, id), { recursive: true });
    mkdirSync(join(folder, id));
    for (const [name, bytes] of files) writeFileSync(join(folder, id, name), bytes);
    assert.ok(files.has('telemetry.mcap.partial'), [...files.keys()].join());
    // A folder of somebody else, and one of a kill in the first moment.
    mkdirSync(join(folder, 'holiday'));
    mkdirSync(join(folder, '2026-01-01T000000Z'));
    await using it = await recordingStation({ dataDir });
    const found = await listOf(it.client);
    assert.deepEqual(
      found.map((recording) => recording.recording_id),
      [id],
    );
    for (const { file_id } of found[0]?.videos ?? []) {
      const { complaints, durationS } = probe(join(folder, id, file_id));
      assert.equal(complaints, '');
      assert.ok(durationS > 0.5, `${durationS}`);
    }
    assert.ok(readdirSync(join(folder, id)).includes('telemetry.mcap'));
    assert.deepEqual(readdirSync(folder).sort(), [id, 'holiday'].sort());
    await it[Symbol.asyncDispose]();
    rmSync(dataDir, { recursive: true });
  });

  it('is made of every flight where that is set, and of nothing else', async () => {
    await using it = await recordingStation({ recordings: { ...DEFAULTS, isAutomatic: true } });
    const { client, station } = it;
    station.advance(15);
    assert.equal((await stateOf(client)).is_recording, false);
    assert.equal(await outcome(client.post('flight/control/take_off')), '202');
    station.advance(20);
    await until(async () => (await stateOf(client)).is_recording);
    await after(500);
    assert.equal(await outcome(client.post('flight/control/land')), '202');
    station.advance(100);
    await until(async () => !(await stateOf(client)).is_recording);
    assert.equal((await listOf(client)).length, 1);
  });
});

describe('a download', () => {
  it('gives the whole file, each part that is asked for, and nothing else', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const path = `recordings/${id}/main.mp4`;
    const whole = readFileSync(join(it.station.dataDir, 'recordings', id, 'main.mp4'));
    const size = whole.length;
    const get = async (headers: Record<string, string> = {}, method = 'GET') => {
      const authorization = `Bearer ${it.client.token}`;
      const response = await fetch(`${it.station.url}/api/v1/${path}`, {
        method,
        headers: { authorization, ...headers },
      });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const { bytes, response } = await get();
    const tag = response.headers.get('etag') ?? '';
    assert.match(tag, /^"[0-9a-f]+-[0-9a-f]+"$/);
    assert.deepEqual(
      ['content-type', 'accept-ranges', 'content-length', 'cache-control'].map((name) => response.headers.get(name)),
      ['video/mp4', 'bytes', `${size}`, 'no-cache'],
    );
    assert.deepEqual(bytes, whole);
    const head = await get({}, 'HEAD');
    assert.deepEqual(
      [head.response.status, head.response.headers.get('content-length'), head.bytes.length],
      [200, `${size}`, 0],
    );
    const parts: readonly (readonly [Record<string, string>, number, Buffer | undefined, string | null])[] = [
      [{ range: 'bytes=0-99' }, 206, whole.subarray(0, 100), `bytes 0-99/${size}`],
      [{ range: 'bytes=100-' }, 206, whole.subarray(100), `bytes 100-${size - 1}/${size}`],
      [{ range: 'bytes=-7' }, 206, whole.subarray(-7), `bytes ${size - 7}-${size - 1}/${size}`],
      [{ range: `bytes=${size - 1}-${size + 99}` }, 206, whole.subarray(-1), `bytes ${size - 1}-${size - 1}/${size}`],
      [{ range: `bytes=${size}-` }, 416, undefined, `bytes */${size}`],
      [{ range: 'bytes=0-1,5-6' }, 416, undefined, `bytes */${size}`],
      [{ range: 'bytes=-0' }, 416, undefined, `bytes */${size}`],
      [{ range: 'bytes=9-3' }, 416, undefined, `bytes */${size}`],
      [{ range: 'lines=0-1' }, 200, whole, null],
      [{ range: 'bytes=0-99', 'if-range': tag }, 206, whole.subarray(0, 100), `bytes 0-99/${size}`],
      [{ range: 'bytes=0-99', 'if-range': '"other"' }, 200, whole, null],
      [{ range: `bytes=${size}-`, 'if-range': '"other"' }, 200, whole, null],
    ];
    for (const [headers, status, content, contentRange] of parts) {
      const found = await get(headers);
      assert.deepEqual(
        [found.response.status, found.response.headers.get('content-range')],
        [status, contentRange],
        JSON.stringify(headers),
      );
      if (content !== undefined) assert.deepEqual(found.bytes, content);
    }
  });

  it('of a file that grows is sent as far as it has come, and plays', { skip: WITHOUT_FFPROBE }, async () => {
    await using it = await recordingStation();
    assert.equal(await outcome(it.client.post('recordings/control/start')), '201');
    const { recording_id: id } = await stateOf(it.client);
    const path = join(it.station.dataDir, 'growing.mp4');
    await until(async () => {
      const headers = { authorization: `Bearer ${it.client.token}` };
      const response = await fetch(`${it.station.url}/api/v1/recordings/${id}/main.mp4`, { headers });
      writeFileSync(path, Buffer.from(await response.arrayBuffer()));
      return response.status === 200 && probe(path).frames >= 12;
    });
    assert.ok((await stateOf(it.client)).is_recording);
  });

  const WRONG: readonly string[] = [
    '..%2F..%2Fetc%2Fpasswd',
    '%2e%2e',
    '%2e%2e%2fmain.mp4',
    '..%5c..',
    'a%00b',
    '%00',
    '__proto__',
    'constructor',
    '2026-03-01T093000Z',
    'x'.repeat(199),
  ];
  it('of what is not there is answered with 404, whatever the id', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const headers = { authorization: `Bearer ${it.client.token}` };
    for (const wrong of WRONG) {
      for (const path of [wrong, `${wrong}/main.mp4`, `${id}/${wrong}`, `${id}%2Fmain.mp4`, `${id}%2F..%2F${id}`]) {
        const { body, status } = await exchange(it.station.port, false, {
          path: `/api/v1/recordings/${path}`,
          headers,
        });
        assert.deepEqual([status, JSON.parse(body).code], [404, 'RECORDING_NOT_FOUND'], path);
      }
    }
    for (const hidden of ['recording.json', '.', 'telemetry.mcap.partial']) {
      const { status } = await exchange(it.station.port, false, {
        path: `/api/v1/recordings/${id}/${hidden}`,
        headers,
      });
      assert.equal(status, 404, hidden);
    }
  });
});

const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'kitestring-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (status === 0) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return status === 0;
}

const MIB = 2 ** 20;

describe('the space for recordings', () => {
  it('that is short refuses a recording with 507 and says so', async () => {
    await using it = await recordingStation({ recordings: { ...DEFAULTS, minFreeBytes: 2 ** 60 } });
    const { body, status } = await it.client.post('recordings/control/start');
    assert.deepEqual([status, (body as { code: string }).code], [507, 'STORAGE_FULL']);
    assert.match((body as { message: string }).message, /needs 1073741824 GiB of free space, there are [\d.]+ GiB/);
    assert.ok(isActive(it.station, 'STORAGE_FULL'));
    assert.deepEqual(await listOf(it.client), []);
  });

  it('that a fault takes ends the recording, and is there again when the fault is over', async () => {
    await using it = await recordingStation();
    const { client, station } = it;
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    await after(600);
    const { body } = await client.post('/sim/v1/faults', { type: 'storage_full' });
    await until(async () => !(await stateOf(client)).is_recording);
    assert.ok(isActive(station, 'STORAGE_FULL'));
    assert.equal((await stateOf(client)).available_space, 0);
    assert.equal(await outcome(client.post('recordings/control/start')), '507 STORAGE_FULL');
    await client.send(`/sim/v1/faults/${(body as { id: string }).id}`, { method: 'DELETE' });
    await until(() => !isActive(station, 'STORAGE_FULL'));
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
  });

  it('within a limit is kept by removing the oldest where that is set', async () => {
    const recordings = { ...DEFAULTS, minFreeBytes: 30_000, lowFreeBytes: 0, reserveBytes: 0 };
    await using it = await recordingStation({ recordings: { ...recordings, maxBytes: 150_000, removesOldest: true } });
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push(await record(it));
    const kept = (await listOf(it.client)).map((recording) => recording.recording_id);
    assert.ok(kept.length < 6 && kept.length > 0, `${kept.length}`);
    assert.deepEqual(kept, ids.toReversed().slice(0, kept.length), 'the newest stay');
    assert.equal((await stateOf(it.client)).total_space, 150_000);
  });

  it('of a real file system that becomes full: told before, ended cleanly, played', {
    skip: WITHOUT_FFPROBE || (CAN_MOUNT ? false : 'needs the right to mount'),
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-small-'));
    mkdirSync(join(dataDir, 'recordings'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', join(dataDir, 'recordings')]);
    try {
      const recordings = { ...DEFAULTS, minFreeBytes: MIB, lowFreeBytes: 6 * MIB, reserveBytes: MIB / 2 };
      await using it = await recordingStation({ dataDir, recordings });
      const { client, station } = it;
      assert.equal(await outcome(client.post('recordings/control/start')), '201');
      const { recording_id: id, total_space: total } = await stateOf(client);
      assert.equal(total, 8 * MIB);
      writeFileSync(join(dataDir, 'recordings/somebody-elses'), new Uint8Array(4 * MIB));
      await until(() => isActive(station, 'STORAGE_LOW'));
      assert.ok((await stateOf(client)).is_recording);
      writeFileSync(join(dataDir, 'recordings/somebody-elses'), new Uint8Array(7.4 * MIB));
      await until(async () => !(await stateOf(client)).is_recording);
      assert.deepEqual([isActive(station, 'STORAGE_FULL'), isActive(station, 'STORAGE_LOW')], [true, false]);
      assert.equal(await outcome(client.post('recordings/control/start')), '507 STORAGE_FULL');
      const { complaints, frames } = probe(join(dataDir, 'recordings', id ?? '', 'main.mp4'));
      assert.ok(frames > 20 && complaints === '', `${frames} ${complaints}`);
      rmSync(join(dataDir, 'recordings/somebody-elses'));
      await until(() => !isActive(station, 'STORAGE_FULL'));
    } finally {
      execFileSync('umount', [join(dataDir, 'recordings')]);
      rmSync(dataDir, { recursive: true });
    }
  });
});
