import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { StationProcess, TEST_API_KEY } from '@kitestring/testing/station-process.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/sim-api.md'), 'utf8');
const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block as string);
const isCurlInstalled = spawnSync('curl', ['--version']).status === 0;

describe('the page about the simulator in tests', () => {
  it('has examples with curl that do what it says, one after the other', {
    skip: isCurlInstalled ? false : 'curl is not installed',
  }, async () => {
    assert.ok(blocks.length >= 8);
    await using station = await StationProcess.start();
    const script = blocks
      .join('\necho ----\n')
      .replace(/^KEY=.*$/m, `KEY=${TEST_API_KEY}`)
      .replace(/^URL=.*$/m, `URL=${station.url}`);
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script], { encoding: 'utf8' });
    const outputs = stdout.split('----\n').map((text) => text.trim().split('\n'));
    assert.doesNotMatch(stdout, /"code":"[A-Z_]+"/, 'one of the examples is refused');
    const [, , time, gps, gust, truth, hands, reboot] = outputs.map((lines) => lines.join('\n'));
    assert.match(time ?? '', /"flight_state":"Flying"/);
    assert.match(gps ?? '', /"type":"gps_loss","status":"active"/);
    assert.match(gps ?? '', /"flight_state":"SafetyDescending"/);
    assert.match(gps ?? '', /"notifications":\[\{/);
    assert.match(gust ?? '', /"type":"wind_gust","status":"active"/);
    assert.match(gust ?? '', /"type":"wind_gust","status":"cleared"/);
    assert.match(truth ?? '', /"truth":\{.*"sensors":\{/);
    assert.match(hands ?? '', /"flight_state":"SafetyLanding"/);
    assert.match(reboot ?? '', /"type":"ground_station_reboot","status":"active"/);
    assert.equal(await statusWhenBack(`${station.url}/api/health`), 200);
  });
});

/** The restart takes as long as the machine needs for its time, so it is asked until there is an answer. */
async function statusWhenBack(url: string): Promise<number> {
  for (const deadlineMs = performance.now() + 20_000; ; ) {
    try {
      return (await fetch(url)).status;
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
    }
  }
}
