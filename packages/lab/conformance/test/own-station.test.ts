import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { COUNTED_ON, storedCounts } from '../score/version-counts.ts';
import { apiOf, CHECKED_VERSIONS } from '../src/api-version.ts';
import { allChecks } from '../src/checks/all-checks.ts';
import { conform } from '../src/conform.ts';
import { totals } from '../src/report/report.ts';
import { connectToStation } from '../src/station/connect.ts';
import { checkedStation, TEST_KEY } from './support/checked-station.ts';
import { complaints } from './support/complaints.ts';

const published = storedCounts(
  readFileSync(new URL('../../../../docs/reference/conformance-score.md', import.meta.url), 'utf8'),
);

describe('our own station', () => {
  for (const version of CHECKED_VERSIONS) {
    it(`passes every check of ${version} with a whole flight, faster than real time`, async () => {
      await using station = await checkedStation({ ...COUNTED_ON, 'api-version': version });
      const kites: string[] = [];
      const confirmFlight = async (kite: string) => kites.push(kite) > 0;
      const report = await conform({ url: station.url, key: TEST_KEY, level: 'flight', confirmFlight });
      assert.deepEqual(
        complaints(
          report,
          /video|stream|record|has lids|nothing to judge|has ended yet|^version \S+ has no|^there is no t|straight down|too slow/,
        ),
        [],
      );
      assert.equal(kites.length, 1, 'the flight was confirmed once');
      const { assertions } = totals(report.results);
      const promised = published.find((one) => one.version === version)?.assertions ?? Number.NaN;
      assert.ok(
        assertions >= promised,
        `${assertions} assertions, docs/reference/conformance-score.md says ${promised}`,
      );
    });
  }
});

it('a run with a flight leaves the soft maximum as it was', async () => {
  await using station = await checkedStation(COUNTED_ON);
  const options = { url: station.url, key: TEST_KEY, level: 'flight' } as const;
  await using operator = await connectToStation(options);
  await operator.ask('flight.control.altitude_soft_max', { json: { altitude: 20 } });
  const { results } = await conform({ ...options, only: ['flight.soft-max.limits'], confirmFlight: async () => true });
  assert.equal(results[0]?.outcome, 'passed');
  assert.equal((await operator.read('flight.info')).altitude_soft_max, 20);
});

it('the lifetime of tokens is right where a simulation is slower than it is told to be', async () => {
  await using station = await checkedStation(COUNTED_ON);
  station.running.world.simulation.driver.pause();
  const only = ['auth.token.request.expiry'];
  const report = await conform({ url: station.url, key: TEST_KEY, level: 'read', only });
  assert.deepEqual(complaints(report, /^$/), []);
});

describe('the checks', () => {
  it('each have an id of their own, which is stable by its form, and a sentence with a source', () => {
    for (const version of CHECKED_VERSIONS) {
      const checks = allChecks(apiOf(version));
      const ids = checks.map(({ id }) => id);
      assert.deepEqual(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        [],
      );
      for (const { id, sentence, source } of checks) {
        assert.match(id, /^[a-z0-9_.[\]-]+$/);
        assert.ok(sentence.length > 10 && source.place !== '', id);
      }
    }
  });
});
