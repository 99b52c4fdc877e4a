import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readScenario } from '@kitestring/lab-scenario/file/read-scenario.ts';
import { resultLines } from '@kitestring/lab-scenario/report/failure-lines.ts';
import type { ScenarioResult } from '@kitestring/lab-scenario/run/result.ts';
import { runScenario } from '@kitestring/lab-scenario/run/run-scenario.ts';
import { InProcessStation } from '../../src/scenarios/in-process-station.ts';

async function fly(text: string, signal: AbortSignal): Promise<ScenarioResult> {
  const read = readScenario('broken.yaml', text);
  assert.ok(read.ok, JSON.stringify(read));
  return runScenario(read.scenario, InProcessStation.open, { signal });
}

/** A scenario of a few lines, which begin with the fourth. */
const flyBriefly = (signal: AbortSignal, lines: string) => fly(`\ntitle: t\ndescription: d\n${lines}`, signal);

/** A short flight of which everything that is expected is wrong. */
const ALL_WRONG = `
title: Everything is wrong
description: Each expectation fails in its own way.
initial: { airborne_at_m: 10 }
timeline:
  - name: gust
    at: 2 s
    fault: wind_gust
  - name: landing
    at: 12 s
    do: land
expect:
  - within: 3 s
    of: gust
    that: flight_state is SafetyLanding
    why: somebody thought so
  - always: altitude < 5 m
  - never: flight_state is Flying
  - notification: HIGH_WIND
    begins: 1
  - notification: KITE_GPS_BAD
    within: 2 s
    of: gust
  - sequence: flight_state
    is: [StandBy, Flying]
  - at_end: flight_state is StandBy
  - always: altitude < 50 m
    while: notification HIGH_WIND is active
`;

const failures = ({ failures }: ScenarioResult) =>
  failures.map(({ line, expected, happened, atS }) => [line, expected, happened.replaceAll(/\d+\.\d+/g, '#'), atS]);

describe('a scenario that does not come true', () => {
  it('says of each expectation what happened in its place, and when', async ({ signal }) => {
    const result = await fly(ALL_WRONG, signal);
    assert.equal(result.outcome, 'failed');
    assert.deepEqual(failures(result), [
      [13, 'within 3 s of gust: flight_state is SafetyLanding', '# s after: flight_state Flying', 5],
      [17, 'always altitude < 5 m', 'altitude # m', 0.1],
      [18, 'never flight_state is Flying', 'flight_state Flying', 0.1],
      [19, 'notification HIGH_WIND (30001) begins once', 'HIGH_WIND (30001) began never and ended never', 17],
      [
        21,
        'notification KITE_GPS_BAD (20060) begins within 2 s of gust',
        'KITE_GPS_BAD (20060) began never and ended never',
        4,
      ],
      [24, 'sequence of flight_state: StandBy, Flying', 'Flying (# s)', 0.1],
      [26, 'at the end: flight_state is StandBy', 'flight_state Landing', 17],
      [
        27,
        'always altitude < 50 m while notification HIGH_WIND is active',
        'never judged: its condition for being judged never held',
        undefined,
      ],
    ]);
  });

  it('shows the last ten seconds before it as a table', async ({ signal }) => {
    const { failures } = await fly(ALL_WRONG, signal);
    const table = failures.find(({ line }) => line === 26)?.telemetry ?? [];
    assert.match(table[0] ?? '', /^time s +flight_state +altitude m +target m +gps_fix +wind m\/s +drift m +tension N/);
    assert.equal(table.length, 12);
    assert.match(table.at(-1) ?? '', /^ +17\.0 +Landing +\d+\.\d +0\.0 +yes/);
    assert.match(table[1] ?? '', /^ +7\.1 +Flying/);
  });

  it('prints file, line, what was expected, the reason, and what happened', async ({ signal }) => {
    const lines = resultLines(await fly(ALL_WRONG, signal));
    assert.deepEqual(lines.slice(0, 4), [
      'broken.yaml:13',
      '  expected  within 3 s of gust: flight_state is SafetyLanding',
      '  because   somebody thought so',
      '  happened  3.0 s after: flight_state Flying (at 5.0 s)',
    ]);
  });

  it('is broken off by an answer that is not the expected one', async ({ signal }) => {
    const result = await flyBriefly(
      signal,
      `timeline:
  - at: 1 s
    do: land
  - wait: 1 h
expect:
  - at_end: flight_state is Flying
`,
    );
    assert.deepEqual(failures(result), [
      [
        5,
        'the answer 2xx to "land"',
        '409 WRONG_FLIGHT_STATE: not possible in StandBy, only in TakingOff (climb), Flying, SafetyDescending',
        1,
      ],
    ]);
    assert.ok(result.simulatedS < 2);
  });

  it('is broken off by a refusal with another reason', async ({ signal }) => {
    const result = await flyBriefly(
      signal,
      `timeline:
  - at: 1 s
    do: { altitude_m: 100 }
    expect: { status: 400, code: ALTITUDE_ABOVE_HARD_MAX, message: 60 m }
expect:
  - never: 5xx
`,
    );
    const [[, expected, happened] = []] = failures(result);
    assert.equal(expected, 'the answer 400 ALTITUDE_ABOVE_HARD_MAX with "60 m" to "altitude_m 100"');
    assert.match(
      String(happened),
      /^400 ALTITUDE_ABOVE_HARD_MAX: altitude must be lower than altitude_hard_max \(45 m\)/,
    );
  });

  it('is broken off when what it waits for does not come', async ({ signal }) => {
    const result = await flyBriefly(
      signal,
      `timeline:
  - when: flight_state is Flying
    within: 5 s
expect:
  - never: 5xx
`,
    );
    assert.deepEqual(failures(result), [
      [5, 'flight_state is Flying within 5 s, for the step "when flight_state is Flying"', 'flight_state StandBy', 5],
    ]);
  });

  it('is broken off when a step is too late for its time', async ({ signal }) => {
    const result = await flyBriefly(
      signal,
      `timeline:
  - wait: 5 s
  - at: 2 s
    name: late
expect:
  - never: 5xx
`,
    );
    assert.deepEqual(failures(result), [[6, 'the step "late: wait" at 2 s', 'the steps before it took until 5 s', 5]]);
  });

  it('is broken off by a fault that is refused, and by one that is not', async ({ signal }) => {
    const refused = await flyBriefly(
      signal,
      `station: { installation: Tray Mount }
timeline:
  - fault: lids_stuck
expect:
  - never: 5xx
`,
    );
    assert.match(String(failures(refused)[0]?.[2]), /^409 FAULT_NOT_POSSIBLE: .*Rooftop Box/);
    const done = await flyBriefly(
      signal,
      `timeline:
  - fault: lids_stuck
    expect: { refused: Rooftop Box }
expect:
  - never: 5xx
`,
    );
    const [[, expected, happened] = []] = failures(done);
    assert.deepEqual([expected, happened], ['"fault lids_stuck" to be refused: Rooftop Box', 'it was done']);
  });

  it('says why the Kite could not be brought where it begins', async ({ signal }) => {
    const result = await flyBriefly(
      signal,
      `initial: { airborne_at_m: 20, wind: { speed_mps: 25 } }
timeline:
  - wait: 1 s
expect:
  - never: 5xx
`,
    );
    const [[, expected, happened] = []] = failures(result);
    assert.equal(expected, 'the Kite to hold 20 m before the timeline begins');
    assert.match(String(happened), /^StandBy; (.*; )?WIND_TOO_STRONG/);
  });
});
