import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
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
    describe(`with ${persona}`, { concurrency: 1 }, () => {
      let station: Awaited<ReturnType<typeof stationOnPersona>>;
      before(async () => {
        station = await stationOnPersona(persona);
      });
      after(() => station[Symbol.asyncDispose]());

      it('is flown by kitestring fly, and passes a flight of the conformance kit', async () => {
        const argv = ['fly', '--url', station.url, '--data-dir', station.folder, '--altitude', '6', '--yes'];
        const { err, out, status } = await run(argv, { environment: { KITESTRING_API_KEY: TEST_KEY } });
        assert.deepEqual({ status, err }, { status: 0, err: '' }, `${out}\n${station.texts.join('\n')}`);
        assert.match(out, /a REAL aircraft/);
        const options = { url: station.url, key: TEST_KEY, level: 'flight', confirmFlight: async () => true } as const;
        const { results } = await conform({ ...options, only: FLIGHT });
        const failed = results.filter(({ outcome }) => outcome === 'failed');
        assert.deepEqual(failed, [], station.texts.join('\n'));
      });

      it('is flown by the TypeScript client, whose commands wait for their goals', async () => {
        const client = new KitestringClient({ url: station.url, key: TEST_KEY, platform: nodePlatform() });
        const control = await client.holdControl({ operator_name: 'Dispatch' });
        try {
          await client.flight.takeOff({ until: 'Flying' });
          await client.flight.setAltitude({ altitude: 4 }, { until: 'reached' });
          await client.camera.rotateCameraByAngle({ pan: 20 });
          await client.topic('flight/state').until(({ is_rotating: isRotating }) => isRotating === false);
          await client.flight.land({ until: 'StandBy' });
          assert.equal((await client.flight.getFlightState()).flight_state, 'StandBy', station.texts.join('\n'));
          // Small offsets are made up for; an autopilot that does not is asked no more, and says nothing.
          assert.ok(!station.texts.some((told) => /altitude must|geofence/.test(told)), station.texts.join('\n'));
        } finally {
          await control.release();
          await client.close({ giveBackToken: true });
        }
      });
    });
  }
});
