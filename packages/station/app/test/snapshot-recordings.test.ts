import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_RECORDINGS_SETTINGS } from '@kitestring/settings/records-settings.ts';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import { film, list, outcome, recordingState, recordingStation, until } from './support/recording-station.ts';

describe('a snapshot with a recording in progress', () => {
  const start = (isAutomatic: boolean) =>
    recordingStation({ recordings: { ...DEFAULT_RECORDINGS_SETTINGS, isAutomatic } });
  const isRecording = async (client: TestClient) => (await recordingState(client)).is_recording;

  it('is continued by a new recording, as often as the station is reset', async () => {
    await using recording = await start(false);
    const { client, station } = recording;
    const sim = (path: string, body: object) => client.post(`/sim/v1/snapshots${path}`, body);
    assert.equal((await sim('', { name: 'idle' })).status, 201);
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    assert.equal((await sim('', { name: 'recording' })).status, 201);
    for (let round = 1; round <= 2; round += 1) {
      station.advance(5);
      // One that is stopped before its first picture is none.
      await film(recording, 1);
      assert.equal(await outcome(client.post('recordings/control/stop')), '201');
      assert.equal(await isRecording(client), false);
      assert.equal((await sim('/recording/reset', {})).status, 200);
      await until(() => isRecording(client));
      assert.equal((await list(client)).length, 1 + round, 'what was recorded stays');
    }
    assert.equal((await sim('/idle/reset', {})).status, 200);
    assert.equal(await isRecording(client), false);
    assert.equal(await outcome(client.post('recordings/control/stop')), '409 NOT_RECORDING');
  });

  it('is not ended by a reset that is refused', async () => {
    await using recording = await start(false);
    const { client, station } = recording;
    const sim = (path: string, body: object) => client.post(`/sim/v1/snapshots${path}`, body);
    await sim('', { name: 'idle' });
    assert.equal(await outcome(client.post('recordings/control/start')), '201');
    const { driver } = station.running.world;
    driver.start();
    const advanced = assert.rejects(driver.advance(86_400), /has been stopped/);
    assert.equal((await sim('/idle/reset', {})).status, 409);
    driver.stop();
    await advanced;
    assert.equal(await isRecording(client), true);
  });

  it('records the rest of the flight that it was taken in, where flights are recorded, and ends with it', async () => {
    await using recording = await start(true);
    const { client, station } = recording;
    const sim = (path: string, body: object) => client.post(`/sim/v1/snapshots${path}`, body);
    station.advance(5);
    assert.equal((await client.post('flight/control/take_off')).status, 202);
    station.advance(30);
    await until(() => isRecording(client));
    await sim('', { name: 'flying' });
    const land = async () => {
      assert.equal((await client.post('flight/control/land')).status, 202);
      station.advance(60);
      await until(async () => !(await isRecording(client)));
    };
    await land();
    assert.equal((await sim('/flying/reset', {})).status, 200);
    await until(() => isRecording(client));
    assert.equal((await sim('/flying/reset', {})).status, 200, 'also in the same flight');
    await until(() => isRecording(client));
    await land();
  });
});
