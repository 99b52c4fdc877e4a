import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { formatTimestamp, NEVER, parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { Recording } from '@kitestring/station-contract/recordings/recording.ts';
import { recordingStart } from '@kitestring/station-contract/recordings/recording-id.ts';
import type { RecordingsState } from '@kitestring/station-contract/recordings/recordings-state.ts';
import { readFlightLog } from '@kitestring/station-flightlog/read';
import { ZSTD } from '@kitestring/station-flightlog/zstd-codec.ts';
import { scanFile, timesOfFinished } from '@kitestring/video-process/fmp4';
import { probe, WITHOUT_FFPROBE } from '@kitestring/video-process/test/support';
import { ClipRecorder, JPEG } from './support/clip-recorder.ts';
import { film, list, outcome, record, recordingState, recordingStation, until } from './support/recording-station.ts';

const PICTURE_S = 1 / 30;

interface KeptRecord {
  readonly started_us: number;
  readonly stopped_us: number;
  readonly end: string;
  readonly videos: readonly unknown[];
  readonly films: readonly {
    readonly file_id: string;
    readonly started_utc_us: number;
    readonly started_station_us: number;
    readonly duration_s: number;
  }[];
}

describe('a recording', () => {
  it('is shown as running, then as a recording with two files that play', { skip: WITHOUT_FFPROBE }, async () => {
    await using it = await recordingStation();
    const { client, recorder, station } = it;
    assert.deepEqual(await list(client), []);
    assert.equal((await recordingState(client)).is_recording, false);
    const shownBefore = recorder.shown;
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    const running = await recordingState(client);
    assert.equal(running.is_recording, true);
    assert.equal(await outcome(client.post('recordings/control/start')), '409 ALREADY_RECORDING');
    const id = running.recording_id ?? '';
    assert.match(id, /^\d{8}_\d{6}_\+0000$/);
    await film(it, 36);
    // They grow while it runs.
    await until(async () => (await list(client))[0]?.videos.every(({ size }) => size > 5000) ?? false);
    station.advance(7);
    const [shown] = await list(client);
    assert.deepEqual(
      [shown?.is_being_recorded, shown?.videos.map((video) => video.is_recording)],
      [true, [true, true]],
    );
    assert.equal(await outcome(client.send(`recordings/${id}`, { method: 'DELETE' })), '400 RECORDING_IN_USE');
    assert.equal(await outcome(client.post('recordings/control/stop')), '201');
    // After a pause of this process the camera shows more pictures than the time that has passed.
    const mostS = (recorder.shownMost - shownBefore + 2) * PICTURE_S;
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
    const ended = await recordingState(client);
    assert.deepEqual([ended.is_recording, ended.recording_id], [false, id]);
    assert.ok((ended.occupied_space ?? 0) >= videos.reduce((sum, { size }) => sum + size, 0));
    for (const { file_id, size } of videos) {
      const path = join(station.dataDir, 'recordings', id, file_id);
      assert.equal(readFileSync(path).length, size);
      const { complaints, durationS } = probe(path);
      assert.equal(complaints, '');
      assert.ok(durationS > 1 && durationS <= mostS, `${durationS} of ${mostS}`);
    }
  });

  it('gives the times of the last one since the start of the station, now as its end while it runs', async () => {
    await using it = await recordingStation();
    const { client, station } = it;
    const { clock } = station.station;
    const times = async (): Promise<unknown[]> => {
      const state = await recordingState(client);
      const { started_recording_timestamp: started, stopped_recording_timestamp: stopped } = state;
      return [started, stopped, state.recording_seconds];
    };
    assert.deepEqual(await times(), [NEVER, NEVER, 0]);
    const started = formatTimestamp(clock.nowUs());
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    assert.deepEqual(await times(), [started, started, 0]);
    station.advance(7);
    const stopped = formatTimestamp(clock.nowUs());
    assert.deepEqual(await times(), [started, stopped, 7]);
    assert.equal(await outcome(client.post('recordings/control/stop')), '201');
    assert.deepEqual(await times(), [started, stopped, 0]);
    const [recording] = await list(client);
    await client.send(`recordings/${recording?.recording_id}`, { method: 'DELETE' });
    assert.deepEqual(await times(), [started, stopped, 0], 'also when it has been removed');
    await client.post('/sim/v1/reboot', { duration: 1 });
    station.advance(1.1);
    await station.running.settled();
    assert.deepEqual(await times(), [NEVER, NEVER, 0]);
  });

  it('is told to whoever has subscribed, as it begins and as it ends', async () => {
    await using it = await recordingStation();
    const webSocket = await it.client.subscribe('recordings/state');
    const seen: boolean[] = [];
    webSocket.socket.on('message', (data) => seen.push((JSON.parse(String(data)) as RecordingsState).is_recording));
    const id = await record(it);
    await until(() => seen.includes(true) && seen.at(-1) === false);
    assert.equal((await recordingState(it.client)).recording_id, id);
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
    const { end } = await readFlightLog(source, { codec: ZSTD, onMessage: ({ channel }) => channels.add(channel) });
    assert.ok(channels.has('telemetry') && channels.has('systemState'), [...channels].join());
    assert.equal(end.get('reason'), 'the recording ended');
  });

  it('has its picture also where that comes late, or only at another try', async () => {
    await using it = await recordingStation();
    const { promise: late, resolve } = Promise.withResolvers<Uint8Array>();
    const tries = [() => Promise.reject(new Error('no picture in time')), () => late];
    it.recorder.picture = async () => await (tries.shift() ?? assert.fail('it is there'))();
    assert.equal(await outcome(it.client.post('recordings/control/start')), '201');
    await until(() => tries.length === 0);
    const stopped = outcome(it.client.post('recordings/control/stop'));
    resolve(JPEG);
    assert.equal(await stopped, '201');
    const [recording] = await list(it.client);
    assert.equal(await outcome(it.client.get(`recordings/${recording?.recording_id}/main.jpg`)), '200');
  });

  it('has the local time of its start with the offset as its id, a later one in the same second the next second', async () => {
    await using it = await recordingStation({ station: { timezone: 'Asia/Kathmandu' } });
    for (const afterS of [0, 1, 2]) {
      assert.equal(await outcome(it.client.post('recordings/control/start')), '201');
      const { recording_id: id = '', started_recording_timestamp: started = '' } = await recordingState(it.client);
      assert.match(id, /^\d{8}_\d{6}_\+0545$/);
      assert.equal(recordingStart(id), (Math.floor((parseTimestamp(started) ?? 0) / 1e6) + afterS) * 1e6);
      assert.equal(await outcome(it.client.post('recordings/control/stop')), '201');
    }
  });

  it('of an earlier release is listed, read and removed by the id that it has', async () => {
    await using it = await recordingStation();
    const id = await record(it);
    const folder = join(it.station.dataDir, 'recordings');
    const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-recordings-'));
    for (const old of ['2026-01-01T000000Z', '2026-01-01T000000Z-2']) {
      cpSync(join(folder, id), join(dataDir, 'recordings', old), { recursive: true });
      rmSync(join(dataDir, 'recordings', old, 'recording.json'));
    }
    {
      await using later = await recordingStation({ dataDir });
      const listed = await list(later.client);
      assert.deepEqual(
        listed.map(({ recording_id }) => recording_id),
        ['2026-01-01T000000Z-2', '2026-01-01T000000Z'],
      );
      assert.equal(await outcome(later.client.get('recordings/2026-01-01T000000Z-2/main.mp4')), '200');
      assert.equal(await outcome(later.client.send('recordings/2026-01-01T000000Z', { method: 'DELETE' })), '200');
    }
    rmSync(dataDir, { recursive: true });
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
    it.recorder.down();
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
    assert.equal((await recordingState(it.client)).is_recording, false);
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
      await film(it);
    }
    await using it = await recordingStation({ dataDir });
    const [recording] = await list(it.client);
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
      id = (await recordingState(it.client)).recording_id ?? '';
      await film(it, 45);
      // The files that a kill at this moment would leave.
      for (const name of readdirSync(join(folder, id))) files.set(name, readFileSync(join(folder, id, name)));
    }
    rmSync(join(folder, id), { recursive: true });
    mkdirSync(join(folder, id));
    for (const [name, bytes] of files) writeFileSync(join(folder, id, name), bytes);
    assert.ok(files.has('telemetry.mcap.partial'), [...files.keys()].join());
    // A folder of another program, and one left by a kill at the first moment.
    mkdirSync(join(folder, 'holiday'));
    mkdirSync(join(folder, '2026-01-01T000000Z'));
    await using it = await recordingStation({ dataDir });
    const found = await list(it.client);
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

  it('says in recording.json when each film begins and ends, so that they can be laid side by side', async () => {
    await using it = await recordingStation();
    const { nextUs } = it.recorder;
    const id = await record(it);
    const { body, headers } = await it.client.get(`recordings/${id}/recording.json`);
    assert.equal(headers.get('content-type'), 'application/json');
    const { end, films } = body as KeptRecord;
    assert.equal(end, 'stopped');
    assert.deepEqual(
      films.map(({ file_id }) => file_id),
      ['main.mp4', 'sub.mp4'],
    );
    for (const {
      duration_s: durationS,
      file_id: fileId,
      started_station_us: stationUs,
      started_utc_us: startedUs,
    } of films) {
      // Both are of one picture of the clip, whose station time is UTC.
      assert.ok(Math.abs(stationUs - startedUs) <= 1, `${stationUs} ${startedUs}`);
      assert.ok(startedUs >= nextUs && startedUs < Date.now() * 1000, `${startedUs - nextUs}`);
      assert.ok(durationS > 0.5, `${durationS}`);
      const film = readFileSync(join(it.station.dataDir, 'recordings', id, fileId));
      const created = Number(film.readBigUInt64BE(film.lastIndexOf('mvhd') + 8)) - 2_082_844_800;
      assert.equal(created, Math.floor(startedUs / 1e6), 'and the film itself the same');
    }
  });

  it('has its right end where the media process has completed the films of a station that was killed', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kitestring-recordings-'));
    let kept: KeptRecord;
    let path = '';
    {
      await using it = await recordingStation({ dataDir });
      path = join(dataDir, 'recordings', await record(it), 'recording.json');
      kept = JSON.parse(readFileSync(path, 'utf8'));
    }
    const { films, videos } = kept;
    const firstUs = Math.min(...films.map((film) => film.started_utc_us));
    const lastUs = Math.max(...films.map((film) => film.started_utc_us + Math.round(film.duration_s * 1e6)));
    const recovered = async (startedUs: number): Promise<KeptRecord> => {
      writeFileSync(path, JSON.stringify({ started_us: startedUs, videos }));
      await using it = await recordingStation({ dataDir });
      await list(it.client);
      return JSON.parse(readFileSync(path, 'utf8'));
    };
    const camera = await recovered(firstUs - 300_000);
    assert.deepEqual([camera.end, camera.stopped_us, camera.films], ['killed', lastUs, films]);
    // The time of this station is ahead of that of its films: their length counts.
    const aheadUs = firstUs + 3600 * 1e6;
    const ahead = await recovered(aheadUs);
    assert.deepEqual([ahead.end, ahead.stopped_us, ahead.films], ['killed', aheadUs + lastUs - firstUs, films]);
    rmSync(dataDir, { recursive: true });
  });

  it('is whole where it is stopped while its recorder is back and has not begun again', async () => {
    await using it = await recordingStation();
    const { client, recorder, station } = it;
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    const { recording_id: id = '' } = await recordingState(client);
    const film = join(station.dataDir, 'recordings', id, 'main.mp4');
    await until(() => readFileSync(film).length > 5000);
    recorder.fallSilent();
    recorder.down();
    await using back = new ClipRecorder(station.running.recorderLink, ({ what }) => what !== 'begun');
    const { length } = readFileSync(film);
    await until(() => readFileSync(film).length > length);
    assert.equal(await outcome(client.post('recordings/control/stop')), '201');
    assert.equal(back.watchers, 0, 'it writes no more');
    const bytes = readFileSync(film);
    const source = { size: bytes.length, read: async (at: number, size: number) => bytes.subarray(at, at + size) };
    const { isFinished, placeholderAt } = await scanFile(source);
    assert.ok(isFinished && (await timesOfFinished(source, placeholderAt)) !== undefined, 'its tables are there');
  });

  it('goes on when what was online before a restart of the Ground Station ends late', async () => {
    await using it = await recordingStation();
    const { recordings, station: before } = it.station.running;
    assert.equal((await it.client.post('/sim/v1/reboot', { duration: 1 })).status, 202);
    it.station.advance(1.1);
    await it.station.running.settled();
    const client = await it.station.client();
    await client.post('handoff/control/request', { operator_name: 'M. Rossi' });
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    await recordings.stopOf(before);
    assert.equal((await recordingState(client)).is_recording, true);
    await recordings.stopOf(it.station.running.station);
    assert.equal((await recordingState(client)).is_recording, false);
  });
});
