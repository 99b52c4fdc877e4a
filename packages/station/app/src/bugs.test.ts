import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { Bugs, bugFamily } from './bugs.ts';

it('counts every bug by its place, and logs the first ones and then a few: a log has to stay readable', () => {
  let nowUs = 0;
  const lines: object[] = [];
  const bugs = new Bugs({ ...SILENT_LOG, error: (fields) => lines.push(fields) }, () => nowUs);
  const bug = new Error('of the station');
  for (let count = 0; count < 1000; count += 1) bugs.report(bug, 'sample');
  bugs.report(bug, 'timer');
  assert.deepEqual(bugFamily(bugs).read(), [
    ['sample', 1000],
    ['timer', 1],
  ]);
  assert.equal(lines.length, 10);
  nowUs += 10_000_000;
  bugs.report(bug, 'timer');
  assert.deepEqual(lines[10], { err: bug, place: 'timer', unlogged: 991 });
});
