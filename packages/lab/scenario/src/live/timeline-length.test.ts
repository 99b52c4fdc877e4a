import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readScenario } from '../file/read-scenario.ts';
import { managesControl } from './manages-control.ts';
import { timelineLength } from './timeline-length.ts';

function scenarioWith(timeline: string, more = '') {
  const text = `title: t\ndescription: d\n${more}timeline:\n${timeline}expect:\n  - never: truth.crashed\n`;
  const read = readScenario('t.yaml', text);
  assert.ok(read.ok, JSON.stringify(read));
  return read.scenario;
}

describe('the length of a timeline', () => {
  const table: readonly (readonly [string, string, number, number])[] = [
    ['of steps without a time is what is watched after it', '  - do: land\n', 5, 5],
    ['of a fixed time', '  - at: 10 s\n', 15, 15],
    ['of waits is their sum', '  - wait: 10 s\n  - wait: 1 min\n', 75, 75],
    ['of something waited for is between nothing and its deadline', '  - when: gps_fix\n    within: 30 s\n', 5, 35],
    ['of something waited for without a deadline has the usual one', '  - when: gps_fix\n', 5, 125],
    ['of a fixed time after something waited for', '  - when: gps_fix\n    within: 30 s\n  - at: 20 s\n', 25, 35],
    ['of a time after a step', '  - name: a\n    at: 10 s\n  - wait: 5 s\n  - after: a + 20 s\n', 35, 35],
    [
      'of a time after a step that is over already',
      '  - name: a\n    at: 1 s\n  - wait: 50 s\n  - after: a + 2 s\n',
      56,
      56,
    ],
    ['of repeated steps', '  - repeat: 3\n    steps:\n      - wait: 4 s\n', 17, 17],
    ['of a restart has its time', '  - reboot: 12 s\n', 17, 17],
    ['of a restart by a fault has its time', '  - fault: ground_station_reboot\n', 15, 15],
  ];
  for (const [what, timeline, shortestS, longestS] of table) {
    it(`${what}: ${shortestS} s to ${longestS} s`, () => {
      assert.deepEqual(timelineLength(scenarioWith(timeline)), { shortestS, longestS });
    });
  }
});

describe('a scenario says itself who is in control', () => {
  const two = 'clients:\n  rossi:\n  weber:\n';
  const table: readonly (readonly [string, string, string, boolean])[] = [
    ['when nobody is asked', '  - do: land\n', '', false],
    ['when a client asks for control', '  - do: { request_control: { operator: R } }\n', '', true],
    ['when a client gives control up', '  - do: release_control\n', '', true],
    ['when it waits for somebody in control', '  - when: in_control is unknown\n', '', true],
    ['when two clients command', '  - as: rossi\n    do: land\n  - as: weber\n    do: land\n', two, true],
    ['when one of two clients commands', '  - as: weber\n    do: land\n', two, false],
  ];
  for (const [what, timeline, more, expected] of table) {
    it(`${what}: ${expected}`, () => assert.equal(managesControl(scenarioWith(timeline, more)), expected));
  }
});
