import assert from 'node:assert/strict';
import { mkdtempDisposableSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { DEFAULT_RECORDINGS_SETTINGS as DEFAULTS } from '@kitestring/settings/records-settings.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { probe, WITHOUT_FFPROBE } from '@kitestring/video-process/test/support';
import {
  film,
  isActive,
  list,
  outcome,
  record,
  recordingState,
  recordingStation,
  until,
} from './support/recording-station.ts';

const MIB = 2 ** 20;

describe('the space for recordings', () => {
  it('that is short is told at once, and refuses a recording with 507', async () => {
    await using it = await recordingStation({ recordings: { ...DEFAULTS, minFreeBytes: 2 ** 60 } });
    // Before anyone wants to record.
    await until(() => isActive(it.station, 'STORAGE_FULL'));
    const { body, status } = await it.client.post('recordings/control/start');
    assert.deepEqual([status, (body as { code: string }).code], [507, 'STORAGE_FULL']);
    assert.match((body as { message: string }).message, /needs 1073741824 GiB of free space, only [\d.]+ GiB are free/);
    assert.ok(isActive(it.station, 'STORAGE_FULL'));
    assert.deepEqual(await list(it.client), []);
  });

  it('that a fault takes ends the recording, and is there again when the fault is over', async () => {
    await using it = await recordingStation();
    const { client, station } = it;
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    await film(it);
    const { body } = await client.post('/sim/v1/faults', { type: 'storage_full' });
    await until(async () => !(await recordingState(client)).is_recording);
    assert.ok(isActive(station, 'STORAGE_FULL'));
    assert.equal((await recordingState(client)).available_space, 0);
    assert.equal(await outcome(client.post('recordings/control/start')), '507 STORAGE_FULL');
    await client.send(`/sim/v1/faults/${(body as { id: string }).id}`, { method: 'DELETE' });
    await until(() => !isActive(station, 'STORAGE_FULL'));
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
  });

  it('that is short at the take-off, or runs out later, is waited for: the rest of the flight is recorded', async () => {
    await using it = await recordingStation({ recordings: { ...DEFAULTS, isAutomatic: true } });
    const { client, station } = it;
    const fillDisk = async () =>
      ((await client.post('/sim/v1/faults', { type: 'storage_full' })).body as { id: string }).id;
    const full = await fillDisk();
    station.advance(15);
    assert.equal(await outcome(client.post('flight/control/take_off')), '202');
    station.advance(20);
    await until(() => isActive(station, 'STORAGE_FULL'));
    await client.send(`/sim/v1/faults/${full}`, { method: 'DELETE' });
    await until(() => !isActive(station, 'STORAGE_FULL'));
    station.advance(10);
    await until(async () => (await recordingState(client)).is_recording);
    await film(it);
    const again = await fillDisk();
    await until(async () => !(await recordingState(client)).is_recording);
    station.advance(60);
    await client.send(`/sim/v1/faults/${again}`, { method: 'DELETE' });
    await until(() => !isActive(station, 'STORAGE_FULL'));
    station.advance(60);
    await until(async () => (await recordingState(client)).is_recording);
    assert.equal(isActive(station, 'RECORDING_FAILED'), false, 'the full disk was told');
    assert.equal((await list(client)).length, 2);
  });

  it('within a limit is kept by removing the oldest where that is set', async () => {
    const recordings = { ...DEFAULTS, minFreeBytes: 30_000, lowFreeBytes: 0, reserveBytes: 0 };
    await using it = await recordingStation({ recordings: { ...recordings, maxBytes: 150_000, removesOldest: true } });
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) ids.push(await record(it));
    const kept = (await list(it.client)).map((recording) => recording.recording_id);
    assert.ok(kept.length < 6 && kept.length > 0, `${kept.length}`);
    assert.deepEqual(kept, ids.toReversed().slice(0, kept.length), 'the newest stay');
    assert.equal((await recordingState(it.client)).total_space, 150_000);
    const removed = ids.slice(0, ids.length - kept.length);
    const { notifications } = it.station.station.notifications.history(0);
    const told = notifications.filter(({ code }) => code === NOTIFICATIONS.RECORDING_REMOVED.code);
    assert.deepEqual(
      told.map(({ message }) => message),
      removed.map((id) => `Recording ${id} removed to make room.`),
    );
    const { body } = await it.client.get('/admin/v1/audit?kind=Deletion');
    const noted = (body as { entries: { operation: string; target: string }[] }).entries;
    assert.deepEqual(
      noted.filter(({ operation }) => operation === 'recordings.remove_oldest').map(({ target }) => target),
      removed.toReversed(),
    );
  });

  it('of a file system that is full at once: the recording is completed, and says why it ended, when there is space', {
    skip: WITHOUT_SMALL_DISKS,
  }, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'kitestring-small-'));
    const dataDir = folder.path;
    using _disk = new SmallDisk(join(dataDir, 'recordings'), 8);
    const recordings = { ...DEFAULTS, minFreeBytes: MIB, lowFreeBytes: 0, reserveBytes: 0 };
    await using it = await recordingStation({ dataDir, recordings });
    const { client, station } = it;
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    const { recording_id: id = '' } = await recordingState(client);
    const tail = join(dataDir, 'recordings', id, 'telemetry.mcap.tail');
    station.advance(3);
    await until(() => (statSync(tail, { throwIfNoEntry: false })?.size ?? 0) > 1000);
    await film(it, 27);
    const other = join(dataDir, 'recordings/somebody-elses');
    assert.throws(() => writeFileSync(other, new Uint8Array(9 * MIB)), { code: 'ENOSPC' });
    await until(async () => !(await recordingState(client)).is_recording);
    assert.ok(isActive(station, 'STORAGE_FULL'));
    assert.equal((await client.get(`recordings/${id}/telemetry.mcap`)).status, 404);
    rmSync(other);
    const record = async () => (await client.get(`recordings/${id}/recording.json`)).body as Record<string, unknown>;
    await until(async () => (await record()).end === 'disk_full');
    assert.equal((await client.get(`recordings/${id}/telemetry.mcap`)).status, 200);
    assert.deepEqual(
      ((await record()).films as { file_id: string }[]).map(({ file_id }) => file_id),
      ['main.mp4', 'sub.mp4'],
    );
  });

  it('of a real file system that becomes full: told before, ended cleanly, played', {
    skip: WITHOUT_FFPROBE || WITHOUT_SMALL_DISKS,
  }, async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'kitestring-small-'));
    const dataDir = folder.path;
    using _disk = new SmallDisk(join(dataDir, 'recordings'), 8);
    const recordings = { ...DEFAULTS, minFreeBytes: MIB, lowFreeBytes: 6 * MIB, reserveBytes: MIB / 2 };
    await using it = await recordingStation({ dataDir, recordings });
    const { client, station } = it;
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    const { recording_id: id, total_space: total } = await recordingState(client);
    assert.equal(total, 8 * MIB);
    writeFileSync(join(dataDir, 'recordings/somebody-elses'), new Uint8Array(4 * MIB));
    await until(() => isActive(station, 'STORAGE_LOW'));
    assert.ok((await recordingState(client)).is_recording);
    writeFileSync(join(dataDir, 'recordings/somebody-elses'), new Uint8Array(7.4 * MIB));
    await until(async () => !(await recordingState(client)).is_recording);
    assert.deepEqual([isActive(station, 'STORAGE_FULL'), isActive(station, 'STORAGE_LOW')], [true, false]);
    assert.equal(await outcome(client.post('recordings/control/start')), '507 STORAGE_FULL');
    const { complaints, frames } = probe(join(dataDir, 'recordings', id ?? '', 'main.mp4'));
    assert.ok(frames > 20 && complaints === '', `${frames} ${complaints}`);
    rmSync(join(dataDir, 'recordings/somebody-elses'));
    await until(() => !isActive(station, 'STORAGE_FULL'));
  });
});
