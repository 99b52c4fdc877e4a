import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import { readScenario } from '@kitestring/lab-scenario/file/read-scenario.ts';
import { SCENARIOS_FOLDER } from '@kitestring/lab-scenario/file/schema-text.ts';
import { resultLines } from '@kitestring/lab-scenario/report/failure-lines.ts';
import { RemoteStation } from '@kitestring/lab-scenario/run/remote-station.ts';
import type { ScenarioResult } from '@kitestring/lab-scenario/run/result.ts';
import { runScenario } from '@kitestring/lab-scenario/run/run-scenario.ts';
import type { OpenStation } from '@kitestring/lab-scenario/run/scenario-station.ts';
import type { Scenario } from '@kitestring/lab-scenario/scenario.ts';
import { StationProcess, TEST_API_KEY, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { InProcessStation } from '../../src/scenarios/in-process-station.ts';

function scenario(file: string, text: string): Scenario {
  const read = readScenario(file, text);
  assert.ok(read.ok, JSON.stringify(read));
  return read.scenario;
}

const shipped = (name: string): Scenario => scenario(name, readFileSync(join(SCENARIOS_FOLDER, name), 'utf8'));

/** Without what the machine's speed decides. */
const whatHappened = ({ realMs: _, ...rest }: ScenarioResult) => rest;

/** Fails at the end with figures of the flight in its telemetry. */
const FIGURES = `
title: figures
description: A flight whose last seconds are shown.
seed: 11
initial: { airborne_at_m: 12, wind: { speed_mps: 8, turbulence: moderate } }
timeline:
  - at: 3 s
    do: { rotate_by: { pan_deg: 45 } }
  - wait: 10 s
    do: { altitude_m: 9 }
expect:
  - at_end: altitude > 40 m
`;

describe('a run', () => {
  it('has the same outcome and the same figures each time', async ({ signal }) => {
    const fly = async (text: string) =>
      whatHappened(await runScenario(scenario('f.yaml', text), InProcessStation.open, { signal }));
    const first = await fly(FIGURES);
    assert.equal(first.failures[0]?.telemetry.length, 12);
    assert.deepEqual(await fly(FIGURES), first);
    assert.notDeepEqual(await fly(FIGURES.replace('seed: 11', 'seed: 12')), first);
  });

  it('ends with the reason when it is stopped', async () => {
    const stop = new AbortController();
    const run = runScenario(scenario('f.yaml', FIGURES), InProcessStation.open, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await assert.rejects(run, /enough/);
  });

  it('is an error when the station cannot be started', async ({ signal }) => {
    const open: OpenStation = async () => {
      throw new Error('no room');
    };
    const result = await runScenario(scenario('f.yaml', FIGURES), open, { signal });
    assert.deepEqual([result.outcome, result.error], ['error', 'no room']);
    assert.deepEqual(resultLines(result), ['f.yaml', '  could not be run: no room']);
  });

  it('comes to times that are between two steps of the simulation', async ({ signal }) => {
    const text = FIGURES.replace('at: 3 s', 'at: 1 ms').replace('wait: 10 s', 'wait: 3.1 ms').replace('> 40', '> 1');
    const { outcome, failures } = await runScenario(scenario('f.yaml', text), InProcessStation.open, { signal });
    assert.deepEqual([outcome, failures], ['passed', []]);
  });

  it('reports what each client meets, without a second attempt', async ({ signal }) => {
    const text = `
title: wire
description: Every command meets a fault of its own, and the read of a client is answered once.
clients: { one: {}, two: {} }
timeline:
  - { wire_fault: token_end, operation: flight.control.altitude_soft_max, count: 1 }
  - do: { soft_max_m: 30 }
  - { name: resets, wire_fault: reset, operation: flight.state, client: two, count: 2 }
  - do: { call: { operation: flight.state } }
  - { do: { call: { operation: flight.state } }, as: two, expect: { none: true } }
  - { name: half, wait: 1 s }
  - { do: { call: { operation: flight.state } }, as: two, expect: { none: true } }
  - { name: over, wait: 1 s, do: { call: { operation: flight.state } }, as: two }
  - { wire_fault: truncated_body, operation: flight.info, parameters: { after_bytes: 3 } }
  - { do: { call: { operation: flight.info } }, expect: { none: true } }
  - { name: busy, wire_fault: error_status, operation: flight.info, duration: 10 s, parameters: { status: 429, retry_after_s: 0 } }
  - { clear: resets }
  - { wait: 10.1 s }
  - { wire_fault: latency, parameters: { latency_ms: 5, jitter_ms: 5 }, probability: 0.5, seed: 3 }
  - { clear: all }
  - { do: { call: { operation: flight.info } } }
expect:
  - { always: fault "resets" is active, from: start, until: half }
  - { always: not fault "resets" is active, from: over }
  - { at_end: not fault "busy" is active }
`;
    const result = await runScenario(scenario('wire.yaml', text), InProcessStation.open, { signal });
    assert.equal(result.outcome, 'passed', `\n${resultLines(result).join('\n')}`);
    const wrong = text.replace('as: two, expect: { none: true }', 'as: two');
    const { failures } = await runScenario(scenario('wire.yaml', wrong), InProcessStation.open, { signal });
    assert.match(failures.at(-1)?.happened ?? '', /^no answer UNREACHABLE: /);
  });

  it('judges what the camera follows, how well, and why it no longer does', async ({ signal }) => {
    const text = `
title: follow
description: The camera keeps a position, until it is turned away.
initial: { airborne_at_m: 30 }
timeline:
  - { name: held, do: { follow: { lat_deg: 47.3776, lon_deg: 8.5427 } } }
  - { at: 15 s, do: { rotate_by: { tilt_deg: 5 } } }
  - { wait: 1 s }
expect:
  - { within: 8 s, of: held, that: camera_follow_error < 0.2 deg, stays: 5 s }
  - { sequence: camera_follow, is: [following, off], from: held }
  - { at_end: camera_follow_end is camera_moved and camera_follow_error is unknown }
`;
    const result = await runScenario(scenario('follow.yaml', text), InProcessStation.open, { signal });
    assert.equal(result.outcome, 'passed', `\n${resultLines(result).join('\n')}`);
  });

  it('writes its flight log where it is wanted', async ({ signal }) => {
    using temporary = new TestFolder();
    const folder = temporary.path;
    const logFile = join(folder, 'f.mcap');
    await runScenario(scenario('f.yaml', FIGURES), InProcessStation.open, { signal, logFile });
    const magic = '\u0089MCAP0\r\n';
    const bytes = readFileSync(logFile, 'latin1');
    assert.ok(bytes.startsWith(magic) && bytes.endsWith(magic), 'it is a whole MCAP file');
  });
});

const ENDINGS = 'one-moment-three-endings.yaml';

describe('a run on another station', () => {
  it('has the same outcome as one in this process, and leaves its clock running', async ({ signal }) => {
    await using station = await StationProcess.start({ env: WIDE_LIMITS });
    const open = RemoteStation.opener({ url: station.url, apiKey: TEST_API_KEY, platform: nodePlatform() });
    for (const name of [
      'parking-brake.yaml',
      'safety-land-button.yaml',
      'reboot.yaml',
      'network-fails.yaml',
      ENDINGS,
    ]) {
      const result = await runScenario(shipped(name), open, { signal });
      assert.equal(result.outcome, 'passed', `\n${resultLines(result).join('\n')}`);
    }
    const client = new KitestringClient({
      url: station.url,
      key: TEST_API_KEY,
      platform: nodePlatform(),
      timeoutMs: 180_000,
    });
    assert.equal((await client.sim.getClock()).paused, false);
    assert.deepEqual((await client.sim.listSnapshots()).snapshots, []);
    const { faults } = await client.sim.listWireFaults();
    assert.deepEqual(
      faults.filter(({ status }) => status === 'active'),
      [],
    );
  });

  it('works with API 1.0.0, where the simulator says what the state leaves out', async ({ signal }) => {
    await using station = await StationProcess.start({ env: { ...WIDE_LIMITS, KITESTRING_API_VERSION: '1.0.0' } });
    const open = RemoteStation.opener({ url: station.url, apiKey: TEST_API_KEY, platform: nodePlatform() });
    const result = await runScenario(shipped('parking-brake.yaml'), open, { signal });
    assert.equal(result.outcome, 'passed', `\n${resultLines(result).join('\n')}`);
    const { error } = await runScenario(shipped('lids-stuck.yaml'), open, { signal });
    assert.equal(error, 'needs system.control.open_rtb_lids, which API 1.0.0 does not have');
  });

  it('is an error when the station is not what the scenario needs', async ({ signal }) => {
    await using station = await StationProcess.start({ env: WIDE_LIMITS });
    const open = RemoteStation.opener({ url: station.url, apiKey: TEST_API_KEY, platform: nodePlatform() });
    const result = await runScenario(shipped('lids-without-a-box.yaml'), open, { signal });
    assert.equal(result.outcome, 'error');
    assert.equal(result.error, 'needs the installation Tray Mount, the station is a Rooftop Box');
  });
});
