import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { runExamples, whyNoCurl } from './support/page-examples.ts';

it('the page of the first client reads, takes off, and reads the command as in progress', {
  skip: whyNoCurl(),
}, async () => {
  // Slow, so that the take-off is still under way when it is read, however busy the machine.
  await using station = await StationProcess.start({ flags: ['--sim-speed', '0.1'] });
  const [before = '', after = ''] = await runExamples('integrator/first-client.md', station);
  assert.match(before, /"flight_state":"StandBy"/);
  assert.match(after, /^202\n.*"flight_state":"TakingOff"/);
});
