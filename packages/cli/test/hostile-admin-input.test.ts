import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN_OPERATIONS } from '@kitestring/station-contract/admin/operations.ts';
import { PLUGINS_MAX } from '@kitestring/station-contract/admin/plugin.ts';
import fc from 'fast-check';
import { requestTo, text } from './support/hostile-requests.ts';
import { HostileStation } from './support/hostile-station.ts';

/*
 * Random and hostile requests at the administration. Some of them are right and add plugins. Whatever comes, nothing is
 * answered 5xx, the seat of the operator stays, and no key is anywhere but in the answer that made it.
 */

const seed = Number(process.env.KITESTRING_TEST_SEED ?? Date.now() % 2 ** 31);
const REQUESTS_PER_OPERATION = 40;

describe(`hostile input at the administration (seed ${seed}; set KITESTRING_TEST_SEED to run it again)`, () => {
  let station: HostileStation;
  const keys: string[] = [];

  before(async () => {
    station = await HostileStation.start();
  });

  after(() => station[Symbol.asyncDispose]());

  const call = (method: string, path: string, body?: unknown) =>
    station.send({
      method,
      path,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : text(JSON.stringify(body)),
    });

  for (const [index, operation] of ADMIN_OPERATIONS.entries()) {
    it(`${operation.method} ${operation.path} answers each of ${REQUESTS_PER_OPERATION} with a clear error or does it`, async () => {
      await fc.assert(
        fc.asyncProperty(requestTo(operation), async (sent) => {
          const answer = await station.send(sent);
          station.check(sent, answer);
          keys.push(...(answer.text.match(/kite_[A-Za-z0-9_-]{43}/g) ?? []));
        }),
        { seed: seed + index, numRuns: REQUESTS_PER_OPERATION, endOnFailure: true },
      );
    });
  }

  it('and then the lists are answered, bounded, with the operator’s seat among them and no key in them', async () => {
    const { text: added } = await call('POST', '/admin/v1/plugins', { name: 'the last one', scopes: ['read'] });
    keys.push(...(added.match(/kite_[A-Za-z0-9_-]{43}/g) ?? []));
    assert.ok(keys.length > 0);
    const lists = ['plugins', 'sessions', 'refused-requests'].map((path) => call('GET', `/admin/v1/${path}`));
    const answers = await Promise.all(lists);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const { plugins } = JSON.parse(answers[0]?.text ?? '') as { plugins: { name: string; is_own: boolean }[] };
    assert.ok(plugins.length <= PLUGINS_MAX);
    assert.equal(plugins.find(({ is_own }) => is_own)?.name, 'first');
    for (const key of keys) {
      for (const { text: list } of answers) assert.ok(!list.includes(key));
      assert.ok(!station.process.output.includes(key), 'a key is in the log');
    }
  });

  it('has logged no bug and no unhandled rejection, and stops with status 0', async () => {
    assert.doesNotMatch(station.process.output, /INTERNAL_ERROR|unhandled|UnhandledPromise|TypeError|RangeError/i);
    assert.deepEqual(await station.process.end(), { status: 0, signal: null });
  });
});
