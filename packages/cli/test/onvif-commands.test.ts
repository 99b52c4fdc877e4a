import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ONVIF_QUIRK_NAMES } from '@kitestring/station-contract/sim/onvif-quirks.ts';
import { run } from './support/test-context.ts';
import { TEST_KEY, type TestStation, testStation } from './support/test-station.ts';

const SOAP = 'http://www.w3.org/2003/05/soap-envelope';

describe('kitestring onvif', () => {
  let station: TestStation;
  before(async () => {
    station = await testStation({
      'video-enabled': 'true',
      'video-rtsp-port': '0',
      'video-rtsps-port': '0',
      'onvif-port': '0',
    });
  });
  after(() => station[Symbol.asyncDispose]());
  const command = (...words: string[]) =>
    run(['onvif', ...words], { environment: { KITESTRING_API_KEY: TEST_KEY, KITESTRING_URL: station.url } });

  it('gives the camera bugs of real ones, which its clients meet, and takes them away', async () => {
    const ask = async (operation: string) => {
      const namespace = 'http://www.onvif.org/ver10/device/wsdl';
      const body = `<s:Envelope xmlns:s="${SOAP}"><s:Body><${operation} xmlns="${namespace}"/></s:Body></s:Envelope>`;
      const { status } = await fetch(station.running.onvif?.url ?? '', { method: 'POST', body });
      return status;
    };
    const given = await command('quirks', '--set', 'capabilities_500,odd_topics');
    assert.match(given.out, /^\* {2}capabilities_500 +GetCapabilities answers 500/m);
    assert.equal(await ask('GetCapabilities'), 500);
    assert.equal((await command('quirks', '--set', 'none', '--json')).out, '{"active":[]}\n');
    assert.equal(await ask('GetCapabilities'), 200);
    await ask('GetUsers');
    const { out } = await command('requests');
    const [head = '', ...lines] = out.trimEnd().split('\n');
    assert.match(head, /^TIME +CLIENT +OPERATION +SIGN-IN +USER +RESULT$/);
    assert.deepEqual(
      lines.map((line) => line.split(/ {2,}/).slice(2).join(' ')),
      [
        'tds:GetCapabilities none - 500',
        'tds:GetCapabilities none - 200',
        'tds:GetUsers none - 401 NotAuthorized user name and password of a camera user are needed',
      ],
    );
    const [first] = (await command('requests', '--json')).out.trimEnd().split('\n');
    assert.deepEqual(JSON.parse(first ?? '').quirks, ['odd_topics', 'capabilities_500']);
  });

  it('lists all bugs, and refuses an unknown one with the nearest name', async () => {
    const { out } = await command('quirks');
    for (const name of ONVIF_QUIRK_NAMES) assert.match(out, new RegExp(`^[ *] +${name} `, 'm'));
    const { err, status } = await command('quirks', '--set', 'stuck_movin');
    assert.deepEqual([status, /stuck_moving/.test(err)], [2, true]);
  });
});
