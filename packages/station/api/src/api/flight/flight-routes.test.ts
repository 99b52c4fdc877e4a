import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { flightRoutes } from './flight-routes.ts';

describe('flight routes', () => {
  let api: ApiUnderTest;
  beforeEach(async () => {
    api = await ApiUnderTest.start(flightRoutes);
  });
  afterEach(() => api[Symbol.asyncDispose]());

  it('give limits and state', async () => {
    api.scripted.standBy();
    const info = await api.client.get('flight/info');
    assert.equal((info.body as { altitude_hard_max: number }).altitude_hard_max, 45);
    const state = await api.client.get('flight/state');
    assert.deepEqual(state.body, JSON.parse(JSON.stringify(api.scripted.shown)));
  });

  it('follow the state from one request to the next, HEAD included', async () => {
    api.scripted.standBy();
    const length = async () =>
      Number((await api.client.send('flight/state', { method: 'HEAD' })).headers.get('content-length'));
    const before = await length();
    assert.equal(before, JSON.stringify(api.scripted.shown).length);
    api.scripted.aircraft.kite({ altitudeM: 12.34 });
    api.scripted.run(0.1);
    assert.equal(await length(), JSON.stringify(api.scripted.shown).length);
    assert.notEqual(await length(), before);
  });

  it('hand commands on and answer 202', async () => {
    api.scripted.flying();
    assert.equal(await api.outcome('flight/control/altitude', { altitude: 20 }), '202');
    assert.equal(api.scripted.shown.altitude_target, 20);
    assert.equal(await api.outcome('flight/control/land'), '202');
    assert.equal(api.scripted.shown.flight_state, 'Landing');
    assert.equal(await api.outcome('flight/control/abort'), '202');
    assert.equal(api.scripted.shown.flight_state, 'Flying');
  });

  it('answer 204 to a new soft maximum', async () => {
    api.scripted.standBy();
    assert.equal(await api.outcome('flight/control/altitude_soft_max', { altitude: 30 }), '204');
    const info = await api.client.get('flight/info');
    assert.equal((info.body as { altitude_soft_max: number }).altitude_soft_max, 30);
  });

  it('answer what the station refuses with its code, and move nothing', async () => {
    api.scripted.standBy();
    assert.equal(await api.outcome('flight/control/land'), '409 WRONG_FLIGHT_STATE');
    assert.equal(await api.outcome('flight/control/altitude_soft_max', { altitude: 90 }), '400 SOFT_MAX_OUT_OF_RANGE');
    assert.equal(await api.outcome('flight/control/altitude', { altitude: '10' }), '400 INVALID_REQUEST');
    assert.deepEqual(api.scripted.aircraft.requests, []);
  });
});
