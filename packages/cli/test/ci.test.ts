import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { LoggedStation } from '../src/ci/logged-station.ts';
import { run } from './support/test-context.ts';

it('kitestring ci refuses a wrong limit, a folder with files and a missing command before it starts a station', async () => {
  using folder = new TestFolder();
  folder.file('old', '');
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [['--min-operations', '101', '--', 'true'], 2, /--min-operations: got "101", allowed: 0 to 100 percent/],
    [['--fail-on', 'typo', '--', 'true'], 2, /--fail-on: got "typo"/],
    [['--out', '.', '--', 'true'], 1, /--out: .* is not empty: remove it, or name another folder/],
    [['--out', '/dev/null/kept', '--', 'true'], 1, /--out: cannot write \/dev\/null\/kept/],
    [[], 2, /COMMAND\.\.\. is missing/],
  ];
  for (const [argv, status, reason] of cases) {
    const ran = await run(['ci', ...argv], { folder: folder.path });
    assert.equal(ran.status, status, ran.err);
    assert.match(ran.err, reason);
    assert.equal(ran.err.split('\n').length, 2, 'one line');
  }
  assert.deepEqual(readdirSync(folder.path), ['old']);
});

it('a station of kitestring ci that does not start is told with the last line of its output, which is kept', async () => {
  using folder = new TestFolder();
  const started = (code: string, startWithinMs = 60_000) =>
    LoggedStation.start({
      program: [process.execPath, '-e', code, '--'],
      flags: [],
      environment: {},
      logFile: folder.file('station.log'),
      stop: new AbortController().signal,
      startWithinMs,
    });
  await assert.rejects(
    started("console.error('the port is taken'); process.exitCode = 3"),
    /the station ended with status 3: the port is taken/,
  );
  await assert.rejects(started('setInterval(() => {}, 1000)', 1), /the station does not answer within 1 ms/);
});
