import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { StationProcess } from '@kitestring/lab-testing/station-process.ts';
import { pythonProgram, whyNoPython } from '../scripts/tests/pinned-packages.mjs';

const SCRIPT = join(import.meta.dirname, 'python-tools/fly_mavlink_vehicle.py');

describe('pymavlink', { skip: whyNoPython() }, () => {
  for (const persona of ['generic', 'px4', 'ardupilot']) {
    it(`reads the parameters of the vehicle and flies it, as ${persona}`, async () => {
      const python = spawn(pythonProgram('python'), [SCRIPT, persona], { stdio: ['ignore', 'pipe', 'pipe'] });
      const [lines, ended] = [linesOf(python), once(python, 'exit')];
      try {
        const port = (await lines.next()).value ?? assert.fail('no port');
        const flags = ['--mavlink', `udp://127.0.0.1:${port}`, '--mavlink-persona', persona, '--sim-speed', '10'];
        await using _station = await StationProcess.start({ flags });
        const steps: string[] = [];
        for (let line = await lines.next(); line.done !== true; line = await lines.next()) steps.push(line.value);
        assert.match(steps.join(', '), /^\d+ parameters, armed, at 6 m, at 4 m, landed$/);
        assert.deepEqual((await ended)[0], 0);
      } finally {
        python.kill();
      }
    });
  }
});

describe('kitestring serve --mavlink', () => {
  for (const [address, says] of [
    ['udpin:0.0.0.0:14550', 'scheme: got "udpin:0.0.0.0:14550"; try udp-listen://0.0.0.0:14550'],
    ['udp://127.0.0.1:99999', 'port: got "99999"'],
  ] as const) {
    it(`says in one line what is wrong with ${address}`, () => {
      const launcher = join(import.meta.dirname, '../packages/cli/bin/kitestring.mjs');
      const folder = join(import.meta.dirname, '../node_modules/.cache/kitestring/no-mavlink');
      const args = [launcher, 'serve', '--port', '0', '--video-enabled', 'false', '--data-dir', folder];
      const run = spawnSync(process.execPath, [...args, '--mavlink', address], { encoding: 'utf8' });
      assert.equal(run.status, 2, run.stderr);
      const lines = run.stderr.trim().split('\n');
      assert.ok(lines.at(-1)?.includes(`mavlink.address: ${says}`), run.stderr);
    });
  }
});

/** The lines of the script; its faults too, so that a failure tells them. */
async function* linesOf({ stderr, stdout }: ChildProcess): AsyncGenerator<string, undefined> {
  stderr?.pipe(process.stderr);
  for await (const line of createInterface({ input: stdout as NodeJS.ReadableStream })) yield line;
  return undefined;
}
