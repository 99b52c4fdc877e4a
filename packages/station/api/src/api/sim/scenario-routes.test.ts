import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { NO_SCENARIOS } from '@kitestring/station-core/ports';
import { ApiUnderTest } from '../../../test/support/api-under-test.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import type { SimulatedWorldControl } from './simulated-world-control.ts';

describe('the scenarios of a station that was started without them', () => {
  let api: ApiUnderTest;
  const time = { diagnosis: undefined as string | undefined };
  beforeEach(async () => {
    time.diagnosis = undefined;
    const world = { time, scenarios: NO_SCENARIOS } as unknown as SimulatedWorldControl;
    api = await ApiUnderTest.start(() => scenarioRoutes(world), undefined, ['internal']);
  });
  afterEach(() => api[Symbol.asyncDispose]());

  it('are none, and none has run', async () => {
    assert.deepEqual((await api.client.get('/sim/v1/scenarios')).body, { scenarios: [] });
    assert.deepEqual((await api.client.get('/sim/v1/scenarios/run')).body, {});
  });

  it('can not be run or stopped', async () => {
    assert.equal(await api.outcome('/sim/v1/scenarios/run', { name: 'gust' }), '409 SCENARIO_NOT_POSSIBLE');
    assert.equal(await api.outcome('/sim/v1/scenarios/stop'), '409 SCENARIO_NOT_RUNNING');
  });

  it('say so once the simulation has stopped', async () => {
    time.diagnosis = 'a step of the simulation threw';
    assert.equal(await api.outcome('/sim/v1/scenarios/run', { name: 'gust' }), '503 SIMULATION_STOPPED');
    assert.equal(await api.outcome('/sim/v1/scenarios/stop'), '503 SIMULATION_STOPPED');
  });

  it('are asked for with a name or a text, and nothing else', async () => {
    for (const body of [
      undefined,
      {},
      { names: 'gust' },
      { name: 7 },
      { text: null },
      [],
      { text: 'x'.repeat(48_001) },
    ]) {
      assert.equal(
        await api.outcome('/sim/v1/scenarios/run', body),
        '400 INVALID_REQUEST',
        JSON.stringify(body)?.slice(0, 40),
      );
    }
    assert.equal(await api.outcome('/sim/v1/scenarios/run', { text: 'x'.repeat(70_000) }), '413 BODY_TOO_LARGE');
  });
});
