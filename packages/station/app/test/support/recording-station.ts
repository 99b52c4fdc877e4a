import assert from 'node:assert/strict';
import { setTimeout as after } from 'node:timers/promises';
import type { TestClient } from '@kitestring/station-api/test/support/test-client.ts';
import type { Recording } from '@kitestring/station-contract/recordings/recording.ts';
import type { RecordingsState } from '@kitestring/station-contract/recordings/recordings-state.ts';
import { ClipRecorder } from './clip-recorder.ts';
import { startTestStation, type TestStation, type TestStationOptions } from './test-station.ts';

export interface RecordingStation extends AsyncDisposable {
  readonly station: TestStation;
  readonly client: TestClient;
  readonly recorder: ClipRecorder;
}

/** A station with a camera that shows a film, and a client in control. */
export async function recordingStation(options: TestStationOptions = {}): Promise<RecordingStation> {
  const station = await startTestStation(options);
  station.advance(1);
  const recorder = new ClipRecorder(station.running.recorderLink);
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

export async function outcome(answer: Promise<{ status: number; body: unknown }>): Promise<string> {
  const { body, status } = await answer;
  const code = (body as { code?: string } | undefined)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
}

export const recordingState = async (client: TestClient) =>
  (await client.get('recordings/state')).body as RecordingsState;
export const list = async (client: TestClient) => (await client.get('recordings')).body as Recording[];

/** Waits until the recording in progress has begun, and then has so many more pictures of each stream. */
export async function film(
  { client, recorder }: Pick<RecordingStation, 'client' | 'recorder'>,
  pictures = 18,
): Promise<void> {
  await until(async () => {
    const videos = (await list(client))[0]?.videos ?? [];
    return videos.length === 2 && videos.every(({ size = 0 }) => size > 0);
  });
  const begin = recorder.shown;
  await until(() => recorder.shown >= begin + pictures);
}

/** Makes a recording of about a second. @param done status of start and stop @returns its id */
export async function record(it: RecordingStation, done = 201): Promise<string> {
  const { client, station } = it;
  assert.equal(await outcome(client.post('recordings/control/start')), String(done));
  await film(it, 27);
  station.advance(3);
  assert.equal(await outcome(client.post('recordings/control/stop')), String(done));
  return (await list(client))[0]?.recording_id ?? assert.fail('there is no recording');
}

/** Waits for what another event brings about. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpMs = Date.now() + 180_000;
  while (!(await isTrue())) {
    if (Date.now() > giveUpMs) assert.fail('it did not come about');
    await after(20);
  }
}

export const isActive = ({ station }: TestStation, name: Parameters<typeof station.notifications.isActive>[0]) =>
  station.notifications.isActive(name);
