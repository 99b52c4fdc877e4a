import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DEFAULT_RECORDINGS_SETTINGS as DEFAULTS } from '@kitestring/settings/records-settings.ts';
import { NOTIFICATIONS } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { ClipRecorder } from './support/clip-recorder.ts';
import { film, isActive, list, outcome, recordingState, recordingStation, until } from './support/recording-station.ts';
import { startTestStation } from './support/test-station.ts';

describe('an automatic recording', () => {
  it('is made of every flight where that is set, and of nothing else', async () => {
    await using it = await recordingStation({ recordings: { ...DEFAULTS, isAutomatic: true } });
    const { client, station } = it;
    station.advance(15);
    assert.equal((await recordingState(client)).is_recording, false);
    assert.equal(await outcome(client.post('flight/control/take_off')), '202');
    station.advance(20);
    await until(async () => (await recordingState(client)).is_recording);
    await film(it);
    assert.equal(await outcome(client.post('flight/control/land')), '202');
    station.advance(100);
    await until(async () => !(await recordingState(client)).is_recording);
    assert.equal((await list(client)).length, 1);
  });

  it('of a flight that lands before its first picture is reported, because no client has asked for it and is refused', async () => {
    await using it = await recordingStation({ recordings: { ...DEFAULTS, isAutomatic: true } });
    const { client, recorder, station } = it;
    recorder.fallSilent();
    station.advance(15);
    assert.equal(await outcome(client.post('flight/control/take_off')), '202');
    station.advance(20);
    await until(async () => (await recordingState(client)).is_recording);
    assert.equal(await outcome(client.post('flight/control/land')), '202');
    station.advance(100);
    await until(async () => !(await recordingState(client)).is_recording);
    assert.deepEqual(await list(client), []);
    assert.ok(isActive(station, 'RECORDING_FAILED'));
  });

  it('of a flight begins once the camera is up, where the take-off was before, and not again after a client has stopped it', async () => {
    await using station = await startTestStation({ recordings: { ...DEFAULTS, isAutomatic: true } });
    const client = await station.client();
    await client.post('handoff/control/request', { operator_name: 'M. Rossi' });
    station.advance(15);
    assert.equal(await outcome(client.post('flight/control/take_off')), '202');
    station.advance(20);
    assert.equal((await recordingState(client)).is_recording, false);
    await using recorder = new ClipRecorder(station.running.recorderLink);
    station.advance(1);
    await until(async () => (await recordingState(client)).is_recording);
    await film({ client, recorder });
    assert.equal(await outcome(client.post('recordings/control/stop')), '201');
    station.advance(5);
    assert.equal((await recordingState(client)).is_recording, false);
    assert.equal((await list(client)).length, 1);
  });

  it('of a flight that cannot be started is reported once, tried again, and made when that is possible', async () => {
    await using it = await recordingStation({ recordings: { ...DEFAULTS, isAutomatic: true } });
    const { client, station } = it;
    const folder = join(station.dataDir, 'recordings');
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, '');
    const told: (string | undefined)[] = [];
    station.station.notifications.onEvent(
      ({ code, end_time }) => code === NOTIFICATIONS.RECORDING_FAILED.code && told.push(end_time),
    );
    station.advance(15);
    assert.equal(await outcome(client.post('flight/control/take_off')), '202');
    station.advance(20);
    await until(() => isActive(station, 'RECORDING_FAILED'));
    for (let minutes = 0; minutes < 5; minutes++) {
      station.advance(60);
      await recordingState(client);
    }
    rmSync(folder);
    mkdirSync(folder);
    await until(async () => {
      station.advance(60);
      return (await recordingState(client)).is_recording;
    });
    await until(() => !isActive(station, 'RECORDING_FAILED'));
    assert.deepEqual(
      told.map((end) => end === undefined),
      [true, false],
      'its begin and its end',
    );
  });
});
