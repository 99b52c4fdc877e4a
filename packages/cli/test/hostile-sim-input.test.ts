import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SIM_OPERATIONS } from '@kitestring/station-contract/sim/operations.ts';
import fc from 'fast-check';
import { type HostileRequest, requestTo, text } from './support/hostile-requests.ts';
import { type Answer, HostileStation } from './support/hostile-station.ts';

/*
 * Random and hostile requests at every control of the simulator. Some of them are right: faults happen, the Ground Station
 * restarts, the clock stands still. Whatever comes, nothing is answered 5xx, and the station can be had back.
 */

const seed = Number(process.env.KITESTRING_TEST_SEED ?? Date.now() % 2 ** 31);
const REQUESTS_PER_OPERATION = 40;
const GIVE_UP_MS = 180_000;

/** How a client sees a station that restarts. */
const AWAY: readonly string[] = ['ECONNREFUSED'];

describe(`hostile input at the simulator (seed ${seed}; set KITESTRING_TEST_SEED to run it again)`, () => {
  let station: HostileStation;

  before(async () => {
    station = await HostileStation.start();
  });

  after(() => station[Symbol.asyncDispose]());

  /** Sends it, again if the station is just away. */
  async function send(request: HostileRequest): Promise<Answer> {
    for (const deadlineMs = performance.now() + GIVE_UP_MS; ; ) {
      try {
        const answer = await station.send(request);
        if (!answer.text.includes('"code":"SHUTTING_DOWN"')) return answer;
      } catch (error) {
        if (!AWAY.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
      assert.ok(performance.now() < deadlineMs, 'the station did not come back');
      await new Promise(setImmediate);
    }
  }

  const call = (method: string, path: string, body?: unknown) =>
    send({
      method,
      path,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : text(JSON.stringify(body)),
    });

  for (const [index, operation] of SIM_OPERATIONS.entries()) {
    it(`${operation.method} ${operation.path} answers each of ${REQUESTS_PER_OPERATION} with a clear error or does it`, async () => {
      // A clock that nearly stands still would let a restart last for hours; a faster one would take the processor from the requests.
      assert.equal((await call('POST', '/sim/v1/clock', { speed: 100, paused: false })).status, 200);
      await fc.assert(
        fc.asyncProperty(requestTo(operation), async (sent) => station.check(sent, await send(sent))),
        { seed: seed + index, numRuns: REQUESTS_PER_OPERATION, endOnFailure: true },
      );
    });
  }

  it('and then faults are cleared, time passes, and everything is answered', async () => {
    assert.equal((await call('POST', '/sim/v1/clock', { speed: 20, paused: true })).status, 200);
    assert.equal((await call('DELETE', '/sim/v1/faults')).status, 200);
    assert.equal((await call('POST', '/sim/v1/clock/advance', { seconds: 60 })).status, 200);
    for (const path of ['/sim/v1/truth', '/sim/v1/clock', '/api/v1/flight/state', '/api/health']) {
      assert.equal((await call('GET', path)).status, 200, path);
    }
  });

  it('has logged no bug and no unhandled rejection, and stops with status 0', async () => {
    assert.doesNotMatch(station.process.output, /INTERNAL_ERROR|unhandled|UnhandledPromise|TypeError|RangeError/i);
    assert.deepEqual(await station.process.end(), { status: 0, signal: null });
  });
});
