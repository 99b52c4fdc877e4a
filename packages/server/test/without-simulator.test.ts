import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { fullPathOf } from '@kitestring/contract/operation.ts';
import { SIM_OPERATIONS } from '@kitestring/contract/sim/operations.ts';
import { rethrow } from '@kitestring/station/containment.ts';
import { ScriptedStation } from '@kitestring/testing/scripted-station.ts';
import { testSecrets } from '@kitestring/testing/test-secrets.ts';
import { makeApi } from '../src/composition/api.ts';
import { SILENT_LOG } from '../src/http/log.ts';
import { WrongKeys } from '../src/limits/wrong-keys.ts';
import { TestClient } from './support/test-client.ts';
import { settingsWith } from './support/test-station.ts';

it('Where the aircraft is not simulated there are no controls of a simulator, no document and no pages of them', async () => {
  const { station, clock } = new ScriptedStation();
  const api = await makeApi({
    settings: settingsWith({}, '/nowhere'),
    station,
    secrets: testSecrets(),
    wall: clock,
    realTime: clock,
    log: SILENT_LOG,
    onBug: rethrow,
    isHealthy: () => true,
    stationSpeed: () => 1,
    gauges: [],
    families: [],
    used: { tokens: new Map(), keys: new Map() },
    audit: { note: () => {}, read: () => [] },
    wrongKeys: new WrongKeys({ wall: clock, perMin: 10, notifications: station.notifications }),
  });
  const server = createServer(api.app.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stranger = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (const operation of SIM_OPERATIONS) {
    const { status, body } = await stranger.send(fullPathOf(operation), { method: operation.method });
    assert.deepEqual([status, (body as { code: string }).code], [404, 'NOT_FOUND'], operation.id);
  }
  for (const path of ['/sim/v1/openapi.json', '/docs/simulator', '/docs/faults']) {
    assert.equal((await stranger.get(path)).status, 404, path);
  }
  const { status, body } = await stranger.get('/docs');
  assert.equal(status, 200);
  assert.doesNotMatch(String(body), /simulator|faults|\/sim\//);
  await api.app.close();
  api.stop();
  server.close();
  server.closeAllConnections();
  station.stop();
});
