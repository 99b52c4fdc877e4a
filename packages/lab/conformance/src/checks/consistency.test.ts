import assert from 'node:assert/strict';
import { it } from 'node:test';
import { apiOf } from '../api-version.ts';
import { NotApplicableFault } from '../check.ts';
import { Expectations } from '../expectations.ts';
import type { StationUnderTest } from '../station/station-under-test.ts';
import { consistencyChecks } from './consistency.ts';

const api = apiOf('1.1.2');
const READS = { ...api, operations: api.operations.filter(({ id }) => id === 'flight.state' || id === 'camera.info') };
const OVER_ALL = ['fields.absent-not-null', 'numbers.are-rounded', 'lists.have-each-once', 'times.are-past'];

/** A station on which each read fails with its own error. */
const station = (faults: Readonly<Record<string, Error>>) =>
  ({ once: (what: string) => Promise.reject(faults[what]), nowS: async () => 0 }) as unknown as StationUnderTest;

it('leaves out of all answers those that a station may lack, and no other', async () => {
  const checks = consistencyChecks(READS).filter(({ id }) => OVER_ALL.includes(id));
  assert.equal(checks.length, OVER_ALL.length);
  const lacking = new NotApplicableFault('there is no camera');
  for (const { run } of checks) {
    await run(new Expectations(), station({ 'answer flight.state': lacking, 'answer camera.info': lacking }));
    const broken = station({ 'answer flight.state': new Error('no answer'), 'answer camera.info': lacking });
    await assert.rejects(async () => run(new Expectations(), broken), /no answer/);
  }
});
