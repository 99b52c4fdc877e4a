import assert from 'node:assert/strict';
import { it } from 'node:test';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { ok, refuse } from '@kitestring/station-contract/refusal.ts';
import type { CameraFollow } from '@kitestring/station-contract/station/camera-follow.ts';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { cameraFollowRoutes } from './camera-follow-routes.ts';

const FOLLOW = '/station/v1/camera-follow';
const BOXES = `${FOLLOW}/box`;
const ZOOM = { stream_id: 'zoom', is_streaming: true, fov_horizontal: 40, fov_vertical: 30 };
const GPS = { latDeg: 47.3769, lonDeg: 8.5417, elevationM: 430, accuracyM: 0.5 };
const state = (id: string) =>
  id === 'zoom' ? ok(ZOOM) : refuse('STREAM_NOT_FOUND', { stream: id, known: ZOOM.stream_id });

it('follows the boxes that a client sends of one stream, and says why not of others', async () => {
  const scripted = new ScriptedStation();
  scripted.flying(30);
  scripted.aircraft.kite({ gps: GPS });
  scripted.run(0.5);
  await using api = await ApiUnderTest.start((station) => cameraFollowRoutes({ station, video: { state } }), scripted);
  const box = (change: object = {}) => ({
    ...{ stream_id: 'zoom', x: 0.7, y: 0.45, width: 0.1, height: 0.1 },
    frame_time: formatTimestamp(scripted.clock.nowUs()),
    ...change,
  });
  const pans = () => scripted.aircraft.requests.filter((request) => request.startsWith('movePan')).length;
  const now = async () => (await api.client.get(FOLLOW)).body as CameraFollow;

  assert.equal(await api.outcome(BOXES, box()), '409 NOT_FOLLOWING');
  assert.equal(await api.outcome(FOLLOW, { box: box({ stream_id: 'thermal' }) }), '404 STREAM_NOT_FOUND');
  assert.equal(await api.outcome(FOLLOW, { box: box() }), '200');
  assert.equal(pans(), 1);
  scripted.run(0.5);
  assert.equal(await api.outcome(BOXES, box({ x: 0.8 })), '204');
  scripted.run(0.5);
  assert.ok(pans() > 1, `${pans()} orders`);
  assert.equal(await api.outcome(BOXES, box({ x: 0.95 })), '400 INVALID_REQUEST');
  assert.equal(await api.outcome(BOXES, box({ stream_id: 'thermal' })), '404 STREAM_NOT_FOUND');
  const { state: stateNow, stream_id } = await now();
  assert.deepEqual([stateNow, stream_id], ['following', 'zoom']);
  await api.client.send(FOLLOW, { method: 'DELETE' });
  assert.equal((await now()).ended_by, 'stopped');
});
