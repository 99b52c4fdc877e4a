import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { until } from '@kitestring/lab-testing/until.ts';
import { runExamples, whyNoCurl } from './support/page-examples.ts';

describe('the pages about the simulator in tests', () => {
  it('has examples with curl that do what it says, one after the other', { skip: whyNoCurl() }, async () => {
    await using station = await StationProcess.start();
    const outputs = await runExamples(['integrator/sim-api.md', 'integrator/sim-surroundings.md'], station);
    assert.ok(outputs.length >= 8);
    assert.doesNotMatch(outputs.join('\n'), /"code":"[A-Z_]+"/, 'one of the examples is refused');
    const [, , time, gps, gust, wire, journal, truth, reset, hands, base, reboot] = outputs;
    assert.match(time ?? '', /"flight_state":"Flying"/);
    assert.match(gps ?? '', /"type":"gps_loss","status":"active"/);
    assert.match(gps ?? '', /"flight_state":"SafetyDescending"/);
    assert.match(gps ?? '', /"notifications":\[\{/);
    assert.match(gust ?? '', /"type":"wind_gust","status":"active"/);
    assert.match(gust ?? '', /"type":"wind_gust","status":"cleared"/);
    assert.match(wire ?? '', /"type":"reset","status":"active".*\n.*"type":"reset","status":"ended"/s);
    assert.match(journal ?? '', /"name":"start".*\n.*\n.*"operation":"camera.state","status":200.*\n\{"since":/s);
    assert.match(truth ?? '', /"truth":\{.*"sensors":\{/);
    assert.match(hands ?? '', /"flight_state":"SafetyLanding"/);
    assert.match(reset ?? '', /("name":"before","time":"[^"]+").*\n.*\n\{\1.*\n\{"snapshots":\[\{\1/);
    assert.match(base ?? '', /"sea_state":4.*\n.*"speed_mps":5.*\n.*"speed_mps":0/);
    assert.match(reboot ?? '', /"type":"ground_station_reboot","status":"active"/);
    assert.equal(await statusWhenBack(`${station.url}/api/health`), 200);
  });
});

describe('the page about coverage', () => {
  it('has examples that do what it says, one after the other', { skip: whyNoCurl() }, async () => {
    await using station = await StationProcess.start({ flags: ['--sim-speed', '50'] });
    const [marked, shown, limits, api] = await runExamples('integrator/coverage.md', station);
    assert.match(marked ?? '', /^mark start at .*; the journal of requests is on$/);
    assert.match(shown ?? '', /^first: \d+ requests since start .*\n\nExercised\n {2}operations +\d+ of 48 /m);
    assert.match(
      limits ?? '',
      /✔ operations: .* 20 % are required\n.*✔ flight states: .*\n.*✔ no-token-after-401: none/s,
    );
    const xml = readFileSync(join(station.folder, 'coverage.xml'), 'utf8');
    assert.match(xml, /<testsuites name="kitestring coverage" tests="\d+" failures="0"/);
    const answers = (api ?? '').split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    const [mark, , journal, coverage] = answers;
    assert.equal(mark?.name, 'upload');
    assert.match(JSON.stringify(journal), /"operation":"flight.state","status":200,"answer_body":"\{/);
    assert.equal(coverage?.requests, 1);
  });
});

/** The restart takes as long as the machine needs for its time, so it is asked until there is an answer. */
async function statusWhenBack(url: string): Promise<number> {
  const answer = await until('an answer', () => fetch(url).catch(() => undefined));
  return answer.status;
}
