// Runs test files one after another in this process, without the tracking of promises by node:test: a microsecond for each, up to a seventh
// of the processor time of a process. That serves to find the test of an error that nothing has caught, for which record.mjs names the one
// that began last, and the suite of a test that is declared after an `await` within it, which no file does.
import { createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import record from './record.mjs';

const tests = withoutPromises(() => run({ files: process.argv.slice(2), isolation: 'none' }));
tests.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1;
});
for (const reporter of [record, spec]) tests.compose(reporter).pipe(process.stdout);

/** node:test has no option for that: the hook that it enables meanwhile is changed. A Node that marks hooks in another way tracks them. */
function withoutPromises(start) {
  const untracked = createHook({ trackPromises: false });
  const marks = Object.getOwnPropertySymbols(untracked).filter((symbol) => untracked[symbol] === true);
  const prototype = Object.getPrototypeOf(untracked);
  const { enable } = prototype;
  prototype.enable = function () {
    for (const mark of marks) this[mark] = true;
    return enable.call(this);
  };
  try {
    return start();
  } finally {
    prototype.enable = enable;
  }
}
