import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { rethrow } from '@kitestring/base/containment.ts';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { testSecrets } from '@kitestring/lab-testing/test-secrets.ts';
import { settingsWith } from '@kitestring/station-app/test/support/test-station.ts';
import { fullPath } from '@kitestring/station-contract/operation.ts';
import { refuse } from '@kitestring/station-contract/refusal.ts';
import { SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import { LoginThrottle } from '@kitestring/station-core/auth';
import { FlightArchive } from '@kitestring/station-flightlog/archive/flight-archive.ts';
import { liveOperations, liveTopics } from '../src/api/live-operations.ts';
import { makeApi } from '../src/api/make-api.ts';
import { TestClient } from './support/test-client.ts';

const NO_PICTURE = refuse('CAPTURE_NOT_FOUND.noPicture', { capture: '' });

it('Where the aircraft is not simulated there are no controls of a simulator, no document and no pages of them', async () => {
  const { station, clock } = new ScriptedStation();
  const settings = settingsWith({}, '/nowhere');
  const secrets = testSecrets();
  const isHealthy = () => true;
  const loginThrottle = new LoginThrottle({ realTimeClock: clock, perMin: 10, notifications: station.notifications });
  const signIns = { used: { tokens: new Map<string, string>(), keys: new Map<string, string>() }, loginThrottle };
  const flights = new FlightArchive({
    folder: '/nowhere',
    running: { current: undefined, settle: async () => {} },
    captures: { during: async () => ({ recordings: [], snapshots: [] }), thumbnail: async () => NO_PICTURE },
    log: SILENT_LOG,
  });
  const operations = liveOperations({
    settings,
    station,
    flights,
    isHealthy,
    log: SILENT_LOG,
    ...signIns,
    followFirstKey: async () => {},
    stationSpeed: () => 1,
    audit: { read: () => [] },
  });
  const api = makeApi({
    base: { settings, secrets, realTimeClock: clock, systemClock: clock, log: SILENT_LOG, onBug: rethrow },
    content: { station, topics: liveTopics(station), operations },
    status: { isHealthy, gauges: [], families: [] },
    signIns,
    records: { watchOf: () => undefined },
  });
  const server = createServer(api.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stranger = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (const operation of SIM_OPERATIONS) {
    const { status, body } = await stranger.send(fullPath(operation), { method: operation.method });
    assert.deepEqual([status, (body as { code: string }).code], [404, 'NOT_FOUND'], operation.id);
  }
  for (const path of ['/sim/v1/openapi.json', '/docs/simulator', '/docs/faults']) {
    assert.equal((await stranger.get(path)).status, 404, path);
  }
  const { status, body } = await stranger.get('/docs');
  assert.equal(status, 200);
  assert.doesNotMatch(String(body), /simulator|faults|\/sim\//);
  api.stop();
  server.close();
  server.closeAllConnections();
  station.stop();
});
