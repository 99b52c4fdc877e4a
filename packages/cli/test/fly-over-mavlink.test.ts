import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conform } from '@kitestring/lab-conformance/conform.ts';
import { stationOnPersona } from '@kitestring/station-app/test/support/station-on-persona.ts';
import { TEST_KEY } from '@kitestring/station-app/test/support/test-station.ts';
import { run } from './support/test-context.ts';

/**
 * Aircraft differ most in these: heights, turns and tilts in figures. `kitestring fly` lands; a landing that is to be aborted may
 * be over before the order comes, in a time that is faster than real time.
 */
const FLIGHT = ['flight.take-off', 'flight.altitude', '.pan.', '.tilt.'];

describe('a station whose aircraft is the persona of another', { concurrency: true }, () => {
  for (const persona of ['generic', 'px4', 'ardupilot'] as const) {
    it(`is flown by kitestring fly as ${persona}, and passes a flight of the conformance kit`, async () => {
      await using station = await stationOnPersona(persona);
      const argv = ['fly', '--url', station.url, '--data-dir', station.folder, '--altitude', '6', '--yes'];
      const { err, out, status } = await run(argv, { environment: { KITESTRING_API_KEY: TEST_KEY } });
      assert.deepEqual({ status, err }, { status: 0, err: '' }, `${out}\n${station.texts.join('\n')}`);
      assert.match(out, /a REAL aircraft/);
      const options = { url: station.url, key: TEST_KEY, level: 'flight', confirmFlight: async () => true } as const;
      const { results } = await conform({ ...options, only: FLIGHT });
      const failed = results.filter(({ outcome }) => outcome === 'failed');
      assert.deepEqual(failed, [], station.texts.join('\n'));
    });
  }
});
