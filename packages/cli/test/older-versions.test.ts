import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { NotInVersionError } from '@kitestring/client/not-in-version-error.ts';
import { SCENARIOS_FOLDER } from '@kitestring/lab-scenario/file/schema-text.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

/** A client, and the paths of what it has sent. */
function clientOf({ url }: TestStation) {
  const platform = nodePlatform();
  const sent: string[] = [];
  const client = new KitestringClient({
    url,
    key: TEST_KEY,
    timeoutMs: 180_000,
    platform: {
      ...platform,
      fetch: (address, init) => {
        sent.push(new URL(address).pathname);
        return platform.fetch(address, init);
      },
    },
  });
  return { client, sent };
}

const command = ({ url, folder }: TestStation, ...words: readonly string[]) =>
  run([...words, '--url', url, '--data-dir', folder], { environment: { KITESTRING_API_KEY: TEST_KEY } });

describe('a station of API 1.0.0', () => {
  let station: TestStation;
  before(async () => {
    station = await testStation({ 'api-version': '1.0.0' });
  });
  after(() => station[Symbol.asyncDispose]());

  it('is flown by the client, with control that is held and commands that wait', async () => {
    const { client } = clientOf(station);
    const control = await client.holdControl({ operator_name: 'M. Rossi' });
    await client.flight.takeOff({ until: 'Flying' });
    await client.flight.setAltitude({ altitude: 6 }, { until: 'reached' });
    await client.camera.rotateCameraToAngle({ tilt_ned: 20 });
    await client.topic('camera/state').until(({ tilt_ned = 0 }) => Math.abs(tilt_ned - 20) < 1);
    await client.flight.land({ until: 'StandBy' });
    await control.release();
    const { installation } = await client.system.getSystemInfo();
    assert.equal(installation as string, 'RTB');
    await client.close({ giveBackToken: true });
  });

  it('is never asked by the client for what it does not have', async () => {
    const { client, sent } = clientOf(station);
    const lids = '/v1/system/control/open_rtb_lids';
    await assert.rejects(client.system.openRtbLids(), (error) => {
      assert.ok(error instanceof NotInVersionError);
      assert.deepEqual([error.apiVersion, error.missing], ['1.0.0', [`POST ${lids}`]]);
      assert.match(error.message, /^API 1\.0\.0, which http:.* serves, does not have POST .*: 1\.1\.2 has$/);
      return true;
    });
    const status = { self_status: 'Connected', self_status_text: 'Fine' };
    await assert.rejects(client.auth.updatePlugin(status), { missing: ['self_status', 'self_status_text'] });
    await client.auth.updatePlugin({ state: 'Connected' });
    assert.ok(!sent.includes(`/api${lids}`));
    assert.equal(sent.filter((path) => path.endsWith('plugin/update')).length, 1);
  });

  it('is flown and watched by the commands', async () => {
    const flown = await command(station, 'fly');
    assert.equal(flown.status, 0, flown.err);
    assert.match(flown.out, /^Land: done after/m);
    const doctor = await command(station, 'doctor');
    assert.match(doctor.out, /OK, API 1\.0\.0/);
  });
});

describe('a station of API 0.5.0', () => {
  it('is named to whoever comes with the client, the commands or a browser', async () => {
    await using station = await testStation({ 'api-version': '0.5.0' });
    const { client } = clientOf(station);
    const why = /^http:.* serves API 0\.5\.0; this client speaks 1\.0\.0 and 1\.1\.2$/;
    await assert.rejects(client.flight.takeOff(), { name: 'NotInVersionError', apiVersion: '0.5.0', message: why });
    await assert.rejects(
      client.topic('flight/state').until(() => true),
      { name: 'NotInVersionError', message: why },
    );
    for (const words of [['fly'], ['watch'], ['scenario', 'run', `${SCENARIOS_FOLDER}/gps-loss.yaml`]]) {
      const { err, out, status } = await command(station, ...words);
      assert.match(err + out, /serves API 0\.5\.0; this client speaks 1\.0\.0 and 1\.1\.2\n/);
      // A scenario that cannot run has failed, as one whose flight went wrong.
      assert.equal(status, words[0] === 'scenario' ? 1 : 7, words.join(' '));
    }
    assert.match((await command(station, 'doctor')).out, /API 0\.5\.0, at http/);
    const page = await fetch(station.url, { headers: { accept: 'text/html' } });
    assert.match(await page.text(), /<h1>No console with API 0\.5\.0<\/h1>/);
  });
});

describe('kitestring scenario run --api-version', () => {
  const scenario = (version: string, name = 'gps-loss.yaml', ...more: readonly string[]) =>
    run(['scenario', 'run', `${SCENARIOS_FOLDER}/${name}`, '--api-version', version, ...more]);

  it('flies a scenario on 1.0.0 in this process', async () => {
    const { err, out, status } = await scenario('1.0.0', 'parking-brake.yaml');
    assert.deepEqual([status, err], [0, ''], out);
  });

  it('says of a scenario what 1.0.0 does not have', async () => {
    const { out, status } = await scenario('1.0.0', 'lids-stuck.yaml');
    assert.match(out, /needs system\.control\.open_rtb_lids, which API 1\.0\.0 does not have/);
    assert.equal(status, 1);
  });

  it('takes no version that its clients do not speak, and none beside --url', async () => {
    const preview = await scenario('0.5.0');
    assert.match(preview.err, /--api-version: got "0\.5\.0", allowed for scenarios: 1\.0\.0, 1\.1\.2; a station of/);
    const elsewhere = await scenario('1.0.0', 'gps-loss.yaml', '--url', 'http://127.0.0.1:9');
    assert.match(elsewhere.err, /--api-version: the station at --url has a version of its own/);
    assert.deepEqual([preview.status, elsewhere.status], [2, 2]);
  });
});
