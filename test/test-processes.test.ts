import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import times from '../scripts/tests/recorded-times.json' with { type: 'json' };
import { runTestProcess } from '../scripts/tests/run-test-process.mjs';
import { canStart, testFiles, testProcesses } from '../scripts/tests/test-processes.mjs';

const ROOT = join(import.meta.dirname, '..');
const WITHOUT_PROC = process.platform !== 'linux' && 'only Linux has /proc';

describe('the processes of the tests', () => {
  const files = testFiles(ROOT);

  it('run every test file once, on a fresh clone and where no time is recorded', () => {
    for (const recorded of [times, {}])
      assert.deepEqual(
        testProcesses(files, recorded)
          .flatMap((one) => one.files)
          .sort(),
        files,
      );
  });

  it('take about the same time, unless a file takes longer or needs a process of its own', () => {
    const shareS = testProcesses(files, times).reduce((sum, { expectedS }) => sum + expectedS, 0) / 40;
    for (const { expectedS, files: those, name } of testProcesses(files, times))
      assert.ok(those.length <= 1 || expectedS < 1.5 * shareS, `${name}: ${expectedS} s`);
  });

  it('run chosen files only, without the checks', () => {
    const [chosen = ''] = files;
    assert.deepEqual(
      testProcesses(files, times, [chosen]).flatMap((one) => one.files),
      [chosen],
    );
  });

  it('start those in real time when no other waits', () => {
    const live = { name: 'live', kind: 'real time' };
    const other = { name: 'other', kind: 'other' };
    assert.equal(canStart(live, { running: [], waiting: [other, live], cores: 2 }), false);
    assert.equal(canStart(live, { running: [other], waiting: [live], cores: 2 }), true);
    assert.equal(canStart(live, { running: [live, live], waiting: [live], cores: 2 }), false);
  });
});

describe('a test process', { skip: WITHOUT_PROC }, () => {
  const COMPUTES = 'for (;;);';
  const HOLDS_MEMORY = `const held = Buffer.alloc(2 ** 28, 1); setInterval(() => held, 1000); await new Promise(() => {});`;

  for (const [what, body, limits, reason] of [
    ['computes without end', COMPUTES, { stillForMs: 3000 }, /killed: no test ended for \d+ s/],
    ['takes too much memory', HOLDS_MEMORY, { memoryBytes: 2 ** 28 }, /killed: it and its children took \d+ MiB/],
  ] as const) {
    it(`that ${what} is killed, and the line names file and test`, async () => {
      using folder = new TestFolder();
      const text = `import { it } from 'node:test'; it('hangs', async () => { ${body} });`;
      const file = folder.file('hanging.test.mjs', text);
      const compiled = process.env.NODE_COMPILE_CACHE ?? folder.path;
      const places = { root: ROOT, temporary: folder.path, compiled, limits };
      const { isGood, printed } = await runTestProcess({ files: [file], kind: 'other', script: undefined }, places);
      assert.equal(isGood, false);
      assert.match(String(printed), reason);
      assert.ok(String(printed).includes(`${relative(ROOT, file)}: hangs\n`), String(printed));
    });
  }
});
