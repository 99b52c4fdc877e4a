import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { BOB } from '@kitestring/lab-testing/scripted-station.ts';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { handoffRoutes } from './handoff-routes.ts';

describe('handoff routes', () => {
  let api: ApiUnderTest;
  beforeEach(async () => {
    api = await ApiUnderTest.start(handoffRoutes);
  });
  afterEach(() => api[Symbol.asyncDispose]());
  const ROSSI = { operator_name: 'M. Rossi' };
  const bobTakesControl = () => api.scripted.station.handoff.request(BOB, { operator_name: 'Bob' });

  it('answer 201 to who gets control and 202 to who waits for it', async () => {
    assert.equal(await api.outcome('handoff/control/request', ROSSI), '201');
    await api.client.post('handoff/control/release');
    bobTakesControl();
    assert.equal(await api.outcome('handoff/control/request', ROSSI), '202');
    const state = (await api.client.get('handoff/state')).body as Record<string, unknown[]>;
    assert.equal(state.requesting_clients?.length, 1);
  });

  it('ignore properties and modes that they do not know, and want a name, be it an empty one', async () => {
    for (const path of ['handoff/control/request', 'handoff/control/override']) {
      assert.equal(await api.outcome(path, { ...ROSSI, ip_address: '10.0.0.1' }), '201');
      assert.equal(await api.outcome(path, { ...ROSSI, regulatory_mode: 'EU_OPEN' }), '201');
      const half = { ...ROSSI, regulatory_mode: 'EU_OPEN', operator_gps_lat: 1 };
      assert.equal(await api.outcome(path, half), '400 OPERATOR_POSITION_REQUIRED');
      assert.equal(await api.outcome(path, { operator_name: '' }), '201');
    }
    assert.equal(await api.outcome('handoff/control/request', { ...ROSSI, regulatory_mode: 1 }), '400 INVALID_REQUEST');
    assert.equal(await api.outcome('handoff/control/request', {}), '400 INVALID_REQUEST');
  });

  it('tell how long control lasts in real time, whatever the speed of the station’s own', async () => {
    const lease = async (path: string) => (await api.client.post(path, ROSSI)).headers.get('kitestring-control-lease');
    assert.equal(await lease('handoff/control/request'), '10');
    await using fast = await ApiUnderTest.start((station) => handoffRoutes(station, undefined, () => 20));
    const { headers, status } = await fast.client.post('handoff/control/request', ROSSI);
    assert.deepEqual([status, headers.get('kitestring-control-lease')], [201, '0.5']);
    const taken = await fast.client.post('handoff/control/override', ROSSI);
    assert.equal(taken.headers.get('kitestring-control-lease'), '0.5');
    fast.scripted.station.handoff.override(BOB, { operator_name: 'Bob' });
    const queued = await fast.client.post('handoff/control/request', ROSSI);
    assert.deepEqual([queued.status, queued.headers.get('kitestring-control-lease')], [202, null]);
  });

  it('override with 201', async () => {
    bobTakesControl();
    assert.equal(await api.outcome('handoff/control/override', ROSSI), '201');
    const state = (await api.client.get('handoff/state')).body as { controlling_client: { operator_name: string } };
    assert.equal(state.controlling_client.operator_name, 'M. Rossi');
  });

  it('release with 204, also when there is nothing to release, which takes nothing from anybody', async () => {
    assert.equal(await api.outcome('handoff/control/release'), '204');
    bobTakesControl();
    assert.equal(await api.outcome('handoff/control/release'), '204');
    const state = (await api.client.get('handoff/state')).body as { controlling_client: { operator_name: string } };
    assert.equal(state.controlling_client.operator_name, 'Bob');
  });
});
