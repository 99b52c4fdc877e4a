import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiError } from '@kitestring/client/api-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { WIRE_FAULT_TYPES, WIRE_FAULTS } from '@kitestring/station-contract/sim/wire-faults.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

describe('kitestring wire-fault', () => {
  let station: TestStation;
  let client: KitestringClient;
  before(async () => {
    station = await testStation();
    client = new KitestringClient({ url: station.url, key: TEST_KEY, platform: nodePlatform(), timeoutMs: 180_000 });
  });
  after(async () => {
    await client.close();
    await station[Symbol.asyncDispose]();
  });
  const environment = () => ({ KITESTRING_API_KEY: TEST_KEY, KITESTRING_URL: station.url });
  const command = (...words: string[]) => run(['wire-fault', ...words], { environment: environment() });

  it('sets faults that clients meet, lists and removes them', async () => {
    const added = await command(
      'add',
      'error_status',
      'status=500',
      '--operation',
      'camera.control.rotate_by_angle',
      '--client',
      'first',
      '--count',
      '3',
    );
    assert.deepEqual({ status: added.status, err: added.err }, { status: 0, err: '' });
    const line =
      'error_status camera.control.rotate_by_angle of first at most 3 status=500 retry_after_s=1 moment=before';
    assert.equal(added.out, `1: ${line}, active, hits 0 of 0\n`);
    await assert.rejects(
      client.camera.rotateCameraByAngle({ pan: 1 }),
      (error) => error instanceof ApiError && error.status === 500,
    );
    const late = JSON.parse(
      (await command('add', 'latency', 'latency_ms=0', '--probability', '0.25', '--seed', '7', '--json')).out,
    );
    assert.deepEqual(
      { ...late, begin_time: '' },
      {
        id: '2',
        type: 'latency',
        status: 'active',
        met: 0,
        hits: 0,
        begin_time: '',
        probability: 0.25,
        seed: 7,
        parameters: { latency_ms: 0, jitter_ms: 0 },
      },
    );
    const { out } = await command('list', station.url);
    assert.deepEqual(out.trimEnd().split('\n'), [
      'ID  TYPE          STATUS  MET  HITS  ACTS ON',
      `1   error_status  active  1    1     ${line.slice('error_status '.length)}`,
      '2   latency       active  0    0     all operations of all clients probability 0.25 latency_ms=0 jitter_ms=0',
    ]);
    assert.equal((await command('remove', '1')).out, `1: ${line}, ended, hits 1 of 1\n`);
    const rest = JSON.parse((await command('remove', 'all', '--json')).out) as { id: string }[];
    assert.deepEqual(
      rest.map(({ id }) => id),
      ['2'],
    );
    assert.equal((await command('remove', 'all')).out, 'no fault was active\n');
  });

  it('sets every type', async () => {
    for (const type of WIRE_FAULT_TYPES) {
      const { err, status } = await command('add', type, '--duration', '86400');
      assert.deepEqual({ err, status }, { err: '', status: 0 }, type);
    }
    const { out } = await command('remove', 'all');
    assert.equal(out.trimEnd().split('\n').length, WIRE_FAULT_TYPES.length);
  });

  it('names field, limit and value of what is wrong', async () => {
    const refusals: readonly (readonly [string[], number, RegExp])[] = [
      [['add', 'latenci'], 2, /unknown type latenci; did you mean latency\?/],
      [['add', 'latency', 'late=1'], 2, /latency has no parameter late=1, allowed: latency_ms=, jitter_ms=\n$/],
      [['add', 'latency', '__proto__=1'], 2, /has no parameter __proto__=1/],
      [['add', 'token_end', 'x'], 2, /token_end has no parameter x, allowed: none\n$/],
      [['add', 'latency', 'latency_ms=soon'], 2, /latency_ms: got "soon", allowed: a number/],
      [['add', 'latency', '--count', ''], 2, /--count: got "", allowed: a number/],
      [
        ['add', 'latency', 'latency_ms=60001'],
        1,
        /Refused: 400 INVALID_REQUEST: parameters\.latency_ms must be <= 60000, got 60001\. [^/]*$/,
      ],
      [['add', 'latency', '--probability', '0'], 1, /Refused: 400 INVALID_REQUEST: .*probability .*0/],
      [['add', 'latency', '--operation', 'flight.loop'], 1, /operation must be the id of an operation.*"flight\.loop"/],
      [['add', 'latency', '--operation', 'auth.token.request'], 1, /409 FAULT_NOT_POSSIBLE: .*needs a count/],
      [['add', 'certificate_change', '--client', 'first'], 1, /Refused: 400 INVALID_REQUEST: .*client/],
      [['remove', '99'], 1, /Refused: 404 FAULT_NOT_FOUND/],
      [['remove'], 2, /ID is missing/],
    ];
    for (const [words, status, message] of refusals) {
      const got = await command(...words);
      assert.equal(got.status, status, `${words.join(' ')}: ${got.err}`);
      assert.match(got.err, message);
      assert.equal(got.err.trimEnd().includes('\n'), false, 'one line');
    }
    assert.equal((await command('list')).out.split('\n').filter((line) => line.includes('active')).length, 0);
  });

  it('has every type and parameter in its help', async () => {
    const { out } = await command('add', '--help');
    for (const [type, { parameters, summary }] of Object.entries(WIRE_FAULTS)) {
      const line = out.split('\n').find((shown) => shown.startsWith(`  ${type} `)) ?? assert.fail(type);
      for (const text of [summary, ...Object.keys(parameters.properties)]) assert.ok(line.includes(text), line);
    }
  });
});
