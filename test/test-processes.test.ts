import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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

  it('declare no test in a suite that is asynchronous: after an `await` there its suite would not be found', () => {
    const isAsynchronous = (file: string) =>
      /^\s*describe(\.\w+)?\(.*, async \(/m.test(readFileSync(join(ROOT, file), 'utf8'));
    assert.deepEqual(files.filter(isAsynchronous), []);
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
  const NEVER = 'await new Promise(() => setInterval(() => {}, 1000));';
  const hangs = (body: string) => `it('hangs', async () => { ${body} });`;

  for (const [what, tests, limits, reason] of [
    ['computes without end', hangs('for (;;);'), { stillForMs: 3000 }, /killed: no test ended for \d+ s/],
    [
      'fails for longer than it may',
      `it('fails', () => { throw new Error(); }); ${hangs(NEVER)}`,
      { failuresMs: 0 },
      /killed: its failed tests took \d+ s/,
    ],
    [
      'has an error that nothing catches',
      hangs(`await 1; setImmediate(() => { throw new Error('a bolt is loose'); }); ${NEVER}`),
      {},
      /uncaughtException, .*: Error: a bolt is loose/,
    ],
    [
      'has a rejection that nothing catches',
      hangs(`await 1; Promise.reject(new Error('a bolt is loose')); ${NEVER}`),
      {},
      /unhandledRejection, .*: Error: a bolt is loose/,
    ],
    [
      'takes too much memory',
      hangs(`globalThis.held = Buffer.alloc(2 ** 28, 1); ${NEVER}`),
      { memoryBytes: 2 ** 28 },
      /killed: it and its children took \d+ MiB/,
    ],
  ] as const) {
    it(`that ${what} ends, and the line names file and test`, async () => {
      using folder = new TestFolder();
      const file = folder.file('hanging.test.mjs', `import { it } from 'node:test'; ${tests}`);
      const compiled = process.env.NODE_COMPILE_CACHE ?? folder.path;
      const places = { root: ROOT, temporary: folder.path, compiled, limits };
      const { isGood, printed } = await runTestProcess({ files: [file], kind: 'other', script: undefined }, places);
      assert.equal(isGood, false);
      assert.match(String(printed), reason);
      assert.ok(String(printed).includes(`${relative(ROOT, file)}: hangs\n`), String(printed));
    });
  }
});
