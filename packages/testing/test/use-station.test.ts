import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { TestStation } from '../src/index.ts';
import { useStation } from '../src/node-test.ts';
import { stationProgram } from '../src/station-program.ts';

const LAUNCHER = join(import.meta.dirname, '../../cli/bin/kitestring.mjs');
const PROGRAM = [process.execPath, LAUNCHER];

/** A program that prints a line and ends, or goes on. */
const printing = (line: string, goesOn = false) => [
  process.execPath,
  '-e',
  `console.error(${JSON.stringify(line)}); ${goesOn ? 'setInterval(() => {}, 1000)' : 'process.exitCode = 3'}`,
  '--',
];

describe('useStation', () => {
  const station = useStation({ program: PROGRAM, settings: { 'sim-wind-speed-mps': '0' } });

  async function ask(path: string, method = 'GET'): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${await station.token()}` };
    const response = await fetch(`${station.url}/api/v1/${path}`, { method, headers });
    const text = await response.text();
    return { status: response.status, ...(text !== '' && JSON.parse(text)) };
  }

  for (const time of ['first', 'second']) {
    it(`gives each test a station on the ground, the ${time} time`, async () => {
      assert.equal((await ask('flight/state')).flight_state, 'StandBy');
      assert.equal((await ask('flight/control/take_off', 'POST')).status, 202);
      assert.equal((await ask('flight/state')).flight_state, 'TakingOff');
      assert.deepEqual(
        (await station.journal())
          .filter(({ operation }) => operation.startsWith('flight.'))
          .map(({ operation, status }) => `${operation} ${status}`),
        ['flight.state 200', 'flight.control.take_off 202', 'flight.state 200'],
      );
    });
  }

  it('has tokens of a scope', async () => {
    const headers = { authorization: `Bearer ${await station.token('read')}` };
    const response = await fetch(`${station.url}/api/v1/flight/control/take_off`, { method: 'POST', headers });
    assert.equal(response.status, 403);
    assert.match(await station.account(), /403 flight\.control\.take_off/);
  });
});

it('useStation prints the requests of a failed test, and says before the first one that there is no station yet', async () => {
  using folder = new TestFolder();
  const file = join(folder.path, 'one.test.mts');
  const source = [
    `import assert from 'node:assert/strict';`,
    `import { it } from 'node:test';`,
    `import { useStation } from ${JSON.stringify(join(import.meta.dirname, '../src/node-test.ts'))};`,
    `const station = useStation({ program: ${JSON.stringify(PROGRAM)} });`,
    `assert.throws(() => station.url, /use it within tests/);`,
    `it('fails', async () => {`,
    `  await fetch(station.url + '/api/v1/camera/state');`,
    `  assert.fail('on purpose');`,
    `});`,
  ];
  writeFileSync(file, source.join('\n'));
  const env = { ...process.env };
  // A runner of tests within one would report to the outer one.
  delete env.NODE_TEST_CONTEXT;
  const child = execFile(process.execPath, ['--test-reporter', 'spec', file], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: string) => (output += text));
  const [status] = await once(child, 'close');
  assert.equal(status, 1);
  assert.match(output, /on purpose/);
  assert.match(output, /401 camera\.state/);
});

describe('A station that does not start', () => {
  const start = (options: Parameters<typeof TestStation.start>[0]) => TestStation.start(options);

  it('is reported with its status and its output', async () => {
    await assert.rejects(start({ program: printing('the port is taken') }), /ended with status 3\nthe port is taken/);
  });

  it('is reported after the deadline', async () => {
    await assert.rejects(start({ program: printing('busy', true), startWithinMs: 1 }), /does not answer within 1 ms/);
  });

  it('is reported where its program is not there', async () => {
    await assert.rejects(start({ program: ['/nowhere/kitestring'] }), /cannot be started: .*ENOENT/);
  });

  it('is reported for a setting that no flag can have', async () => {
    await assert.rejects(start({ program: PROGRAM, settings: { '--seed': '1' } }), /"--seed" is no flag/);
  });
});

describe('The program of a station', () => {
  it('is the kitestring that the project has installed', () => {
    using folder = new TestFolder();
    const installed = join(folder.path, 'node_modules/kitestring');
    mkdirSync(installed, { recursive: true });
    writeFileSync(
      join(installed, 'package.json'),
      '{ "name": "kitestring", "bin": { "kitestring": "bin/kitestring.cjs" } }',
    );
    assert.deepEqual(stationProgram(folder.path), [process.execPath, join(installed, 'bin/kitestring.cjs')]);
  });

  it('is said to be missing, with what to do', () => {
    using folder = new TestFolder();
    assert.throws(() => stationProgram(folder.path), /npm install --save-dev kitestring/);
  });
});
