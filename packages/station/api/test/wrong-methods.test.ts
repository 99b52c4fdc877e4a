import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { VIDEO_OPERATIONS } from '@kitestring/station-contract/video/operations.ts';
import type { UpgradeRefusedFault } from '@kitestring/web/test/support/test-web-socket.ts';
import type { TestAnswer, TestClient } from './support/test-client.ts';

const ALL: readonly Operation[] = [
  ...OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...STATION_OPERATIONS,
  ...VIDEO_OPERATIONS,
  ...SIM_OPERATIONS,
];

/** Methods that each path of the documents names, with HEAD where GET is. */
const METHODS_OF_PATHS = [...Map.groupBy(ALL, fullPath)].map(([path, operations]) => {
  const methods: string[] = operations.map(({ method }) => method);
  if (methods.includes('GET')) methods.push('HEAD');
  if (operations.some(({ hasOptions }) => hasOptions)) methods.push('OPTIONS');
  return [path, methods] as const;
});

const allow = ({ headers }: TestAnswer): readonly string[] => (headers.get('allow') ?? 'none').split(', ').sort();

describe('A method that a path does not have', () => {
  let station: TestStation;
  let client: TestClient;
  before(async () => {
    station = await startTestStation();
    client = await station.client();
  });
  after(() => station[Symbol.asyncDispose]());

  for (const [path, methods] of METHODS_OF_PATHS) {
    it(`${path} has ${methods.join(', ')}, and says so to every other method`, async () => {
      for (const method of ['GET', 'POST', 'DELETE', 'PUT'].filter((name) => !methods.includes(name))) {
        const answer = await client.send(path.replaceAll(/\{\w+\}/g, 'x'), { method });
        assert.equal(`${answer.status} ${(answer.body as { code: string }).code}`, '405 METHOD_NOT_ALLOWED', method);
        assert.deepEqual(allow(answer), [...methods].sort(), method);
      }
    });
  }

  it('is OPTIONS, but for WHEP, whose relays ask so before they play, without a token', async () => {
    const ask = (path: string) => fetch(`${station.url}${path}`, { method: 'OPTIONS' });
    const [endpoint, session, other] = await Promise.all(
      ['/video/v1/zoom/whep', '/video/v1/zoom/whep/x', '/api/v1/flight/state'].map(ask),
    );
    const shown = (answer?: Response) =>
      ['allow', 'accept-post'].map((name) => `${answer?.status} ${answer?.headers.get(name)}`);
    assert.deepEqual(shown(endpoint), ['204 POST, OPTIONS', '204 application/sdp']);
    assert.deepEqual(shown(session), ['204 DELETE, OPTIONS', '204 null']);
    assert.deepEqual(shown(other), ['405 GET, HEAD', '405 null']);
  });

  it('is told so for a path that is percent-encoded or long, too', async () => {
    for (const path of ['/api/v1/flight/%73tate', `/api/v1/recordings/${'x'.repeat(199)}/main.mp4`]) {
      const answer = await client.send(path, { method: 'PUT' });
      assert.equal(answer.status, 405, path);
      assert.deepEqual(allow(answer), ['GET', 'HEAD'], path);
    }
  });

  it('is each of subscribe, where changes are not published: nothing is allowed', async () => {
    const { cookie } = await client.subscribe('flight/state');
    for (const topic of ['flight/info', 'flight/control/land', 'videostreams/zoom/snapshot']) {
      await assert.rejects(client.subscribe(topic), ({ status, headers }: UpgradeRefusedFault) => {
        assert.deepEqual([status, headers.allow], [405, ''], topic);
        return true;
      });
      const { headers, status } = await client.send(`${topic}/subscribe`, { method: 'POST', headers: { cookie } });
      assert.deepEqual([status, headers.get('allow')], [405, ''], topic);
    }
  });
});
