import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { startTestStation, type TestStation } from '@kitestring/station-app/test/support/test-station.ts';
import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { fullPath, type Operation } from '@kitestring/station-contract/operation.ts';
import { OPERATIONS } from '@kitestring/station-contract/operations.ts';
import { SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import { STATION_OPERATIONS } from '@kitestring/station-contract/station/operations.ts';
import { VIDEO_OPERATIONS } from '@kitestring/station-contract/video/operations.ts';
import { assertDocumented } from '@kitestring/web/test/support/documented-answer.ts';
import type { TestClient, TestRequest } from './support/test-client.ts';

/** Restarts the station that the others ask, or takes the token with which they ask. */
const ENDING = new Set(['sim.reboot', 'auth.token.invalidate']);
const ALL: readonly Operation[] = [
  ...OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...STATION_OPERATIONS,
  ...VIDEO_OPERATIONS,
  ...SIM_OPERATIONS,
].filter(({ id }) => !ENDING.has(id));

const JSON_TYPE = { 'content-type': 'application/json' };
const BODIES: readonly TestRequest[] = [
  {},
  { headers: JSON_TYPE, body: '{}' },
  { headers: JSON_TYPE, body: '[]' },
  { headers: JSON_TYPE, body: '{"nobody": "knows this"}' },
  { headers: JSON_TYPE, body: '{"half' },
  { headers: { 'content-type': 'text/plain' }, body: 'text' },
  { headers: { 'content-type': 'application/sdp' }, body: 'v=0' },
  { headers: JSON_TYPE, body: ' '.repeat(70_000) },
];
const QUERIES = ['', '?points=x&limit=x&kind=x&before=-1&from_time=x', `?${'a=1&'.repeat(40)}`];

/** Valid and invalid requests for this operation. */
function requests({ method, examples = [] }: Operation): readonly TestRequest[] {
  if (method === 'GET') return [{}];
  const right = examples.map(({ value }) =>
    typeof value === 'string'
      ? { headers: { 'content-type': 'application/sdp' }, body: value }
      : { headers: JSON_TYPE, body: JSON.stringify(value) },
  );
  return [...BODIES, ...right];
}

const path = (operation: Operation) =>
  fullPath(operation)
    .replace('{category}', 'flight')
    .replace('{endpoint}', 'state')
    .replace('{stream_id}', 'zoom')
    .replaceAll(/\{\w+\}/g, '1');

/** Asks everything in every way. The client judges each answer. @returns statuses that were seen */
async function askAll(client: TestClient, queries = QUERIES): Promise<ReadonlySet<number>> {
  const seen = new Set<number>();
  for (const operation of ALL) {
    for (const request of requests(operation)) {
      for (const query of queries) {
        const { status } = await client.send(path(operation) + query, { method: operation.method, ...request });
        seen.add(status);
      }
    }
  }
  return seen;
}

const manyRequests = { readsBurst: 100_000, commandsBurst: 100_000, tokenRequestsBurst: 100_000 };
const start = () => startTestStation({ limits: manyRequests });
const sorted = (seen: ReadonlySet<number>) => [...seen].sort((a, b) => a - b);

function stopSimulation({ running: { world } }: TestStation): void {
  world.aircraft.simulation.step = () => {
    throw new Error('broken on purpose');
  };
  assert.throws(() => world.clock.advance(1));
}

describe('Every answer stands in the OpenAPI document, with status, code, headers and body', () => {
  it('of a station that stands ready', async () => {
    await using station = await start();
    station.advance(10);
    const seen = sorted(await askAll(await station.client(), ['']));
    assert.deepEqual(seen, [200, 201, 202, 204, 400, 401, 404, 409, 413, 415, 422, 426, 502, 503]);
  });

  it('of a station whose simulation has stopped', async () => {
    await using station = await start();
    const client = await station.client();
    stopSimulation(station);
    assert.ok((await askAll(client)).has(503));
  });

  it('to a client without a token, without a scope, and with too many requests', async () => {
    const start = { realTimeClock: new VirtualClock() };
    await using station = await startTestStation({ limits: { readsBurst: 5, commandsBurst: 5 }, start });
    // Before the requests for tokens that are sent here have used up the quota of this address.
    const [reader, pilot] = [await station.client('read'), await station.client()];
    assert.ok((await askAll(station.stranger(), [''])).has(401));
    assert.ok((await askAll(reader, [''])).has(403));
    assert.ok((await askAll(pilot, [''])).has(429));
  });
});

describe('An answer that does not stand in the document', () => {
  const answer = {
    method: 'GET',
    path: '/sim/v1/clock',
    status: 200,
    headers: new Headers({ 'content-type': 'application/json; charset=utf-8' }),
    body: { time: '2026-03-01T09:30:00.000000+00:00', speed: 1, paused: false, advancing: 0, slipped_s: 0 },
  };
  const refused = { ...answer, status: 503, body: { code: 'SIMULATION_STOPPED', message: 'it has stopped' } };

  it('is found by its status, code, body, type and headers', () => {
    assertDocumented(answer);
    const { speed: _, ...withoutSpeed } = answer.body;
    for (const [wrong, finding] of [
      [{ ...answer, status: 418 }, /418 {2}stands not in the document/],
      [refused, /SIMULATION_STOPPED is none of/],
      [{ ...answer, body: withoutSpeed }, /required property 'speed'/],
      [{ ...answer, headers: new Headers({ 'content-type': 'text/plain' }) }, /text\/plain is none of/],
      [{ ...refused, status: 401, body: { code: 'MISSING_TOKEN', message: 'none' } }, /no header WWW-Authenticate/],
      [{ ...answer, path: '/sim/v1/faults/1', method: 'DELETE', status: 409 }, /required property 'code'/],
    ] as const) {
      assert.throws(() => assertDocumented(wrong), finding);
    }
  });

  it('is looked for in the operation that its path and method name', () => {
    assertDocumented({ ...refused, path: '/sim/v1/truth?x=1' });
    assert.throws(() => assertDocumented({ ...answer, path: '/sim/v1/truth' }), /required property 'truth'/);
    assertDocumented({ ...answer, path: '/metrics' });
  });
});
