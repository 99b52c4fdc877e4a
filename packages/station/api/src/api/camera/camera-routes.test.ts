import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { cameraRoutes } from './camera-routes.ts';

describe('camera routes', () => {
  let api: ApiUnderTest;
  beforeEach(async () => {
    api = await ApiUnderTest.start(cameraRoutes);
  });
  afterEach(() => api[Symbol.asyncDispose]());

  it('answer 404 while no camera has been seen', async () => {
    for (const path of ['camera/info', 'camera/state']) {
      const { status, body } = await api.client.get(path);
      assert.deepEqual([status, (body as { code: string }).code], [404, 'CAMERA_NOT_FOUND']);
    }
  });

  it('give model and direction', async () => {
    api.scripted.standBy();
    assert.equal(((await api.client.get('camera/info')).body as { tilt_max: number }).tilt_max, 80);
    assert.equal(((await api.client.get('camera/state')).body as { online_state: string }).online_state, 'Online');
  });

  it('hand rotations on and answer 202', async () => {
    api.scripted.flying();
    assert.equal(await api.outcome('camera/control/rotate_by_angle', { pan: 90, tilt: 10 }), '202');
    assert.equal(await api.outcome('camera/control/rotate_to_angle', { pan_ned: 270 }), '202');
    assert.equal(await api.outcome('camera/control/rotate_with_speed', { pan_speed: 5, duration: 1 }), '202');
    assert.equal(await api.outcome('camera/control/rotate_by_angle', {}), '202');
    assert.equal(await api.outcome('camera/control/rotate_to_angle', {}), '202');
    assert.equal(await api.outcome('camera/control/rotate_with_speed', { duration: 1 }), '202');
    const moves = api.scripted.aircraft.requests.filter((request) => request.startsWith('move'));
    assert.ok(moves.length >= 4, moves.join());
  });

  it('refuse what is out of range, misspelt, or not possible now', async () => {
    api.scripted.standBy();
    assert.equal(await api.outcome('camera/control/rotate_by_angle', { pan: -180.5 }), '400 INVALID_REQUEST');
    assert.equal(await api.outcome('camera/control/rotate_by_angle', { tilt: -180 }), '400 INVALID_REQUEST');
    assert.equal(await api.outcome('camera/control/rotate_by_angle', { pann: 5 }), '400 INVALID_REQUEST');
    assert.equal(await api.outcome('camera/control/rotate_by_angle', { pan: 5 }), '409 WRONG_FLIGHT_STATE');
  });
});
