import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StationProcess } from '@kitestring/testing/station-process.ts';
import { runExamples, whyNoCurl } from './support/page-examples.ts';

describe('the page about the simulator in tests', () => {
  it('has examples with curl that do what it says, one after the other', { skip: whyNoCurl() }, async () => {
    await using station = await StationProcess.start();
    const outputs = await runExamples('sim-api.md', station);
    assert.ok(outputs.length >= 8);
    assert.doesNotMatch(outputs.join('\n'), /"code":"[A-Z_]+"/, 'one of the examples is refused');
    const [, , time, gps, gust, wire, truth, hands, reset, base, reboot] = outputs;
    assert.match(time ?? '', /"flight_state":"Flying"/);
    assert.match(gps ?? '', /"type":"gps_loss","status":"active"/);
    assert.match(gps ?? '', /"flight_state":"SafetyDescending"/);
    assert.match(gps ?? '', /"notifications":\[\{/);
    assert.match(gust ?? '', /"type":"wind_gust","status":"active"/);
    assert.match(gust ?? '', /"type":"wind_gust","status":"cleared"/);
    assert.match(wire ?? '', /"type":"reset","status":"active".*\n.*"type":"reset","status":"ended"/s);
    assert.match(truth ?? '', /"truth":\{.*"sensors":\{/);
    assert.match(hands ?? '', /"flight_state":"SafetyLanding"/);
    assert.match(reset ?? '', /("name":"before","time":"[^"]+").*\n.*\n\{\1.*\n\{"snapshots":\[\{\1/);
    assert.match(base ?? '', /"sea_state":4.*\n.*"speed_mps":5.*\n.*"speed_mps":0/);
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
