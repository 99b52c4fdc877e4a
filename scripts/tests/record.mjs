// A reporter of node:test for scripts/run-tests.mjs: one line of JSON for each test, one with the seconds of each outermost test or suite,
// and one with the counts and the processor time of the process and its children, seconds. A process that does not end after its last
// test is ended, with a line that names open handles.
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { tellLastBegunTest } from './hang-watch.mjs';
import { processorTime } from './process-usage.mjs';

/** Longer than any process needs to exit after its last test, also on a busy machine. */
const LEFT_OPEN_AFTER_MS = 60_000;
const WRITTEN_AFTER_MS = 1000;

tellLastBegunTest(tmpdir());

export default async function* record(events) {
  const counts = { passed: 0, failed: 0 };
  let hasBegun = false;
  let underWay = 0;
  let isCompiledKept = false;
  for await (const event of untilLeftOpen(events, () => hasBegun && underWay === 0)) {
    if (event === LEFT_OPEN) {
      yield lineOf({ kind: 'counts', passed: counts.passed, failed: counts.failed + 1, processorS: processorS() });
      const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
      process.stderr.write(`all tests have ended, but the process has open handles (${open})\n`);
      setTimeout(() => process.exit(1), WRITTEN_AFTER_MS);
      continue;
    }
    const { data, type } = event;
    if (!isCompiledKept && type === 'test:start') {
      // All files are loaded: processes that start now find compiled code, and need not wait for the end of this one.
      flushCompileCache();
      isCompiledKept = true;
    }
    if (type === 'test:enqueue') {
      // Before the first test, files are loaded, which takes longer on a busy machine.
      hasBegun = true;
      underWay += 1;
    }
    if (type === 'test:complete') underWay -= 1;
    if (type === 'test:complete' && data.nesting === 0 && data.file) {
      yield lineOf({ kind: 'file', file: data.file, seconds: data.details.duration_ms / 1000 });
    }
    const isTest = data?.details?.type !== 'suite';
    if (type === 'test:pass' && data.skip !== undefined && data.skip !== false) {
      yield lineOf({ kind: 'left out', file: data.file, name: data.name, reason: String(data.skip) });
    } else if (type === 'test:pass' && isTest) {
      counts.passed += 1;
      yield lineOf({ kind: 'pass' });
    }
    if (type === 'test:fail' && isTest) {
      counts.failed += 1;
      yield lineOf({ kind: 'failure', file: data.file, name: data.name, reason: reason(data.details.error) });
    }
    if (type === 'test:summary' && data.file === undefined) {
      yield lineOf({ kind: 'counts', ...data.counts, processorS: processorS() });
    }
  }
}

const LEFT_OPEN = Symbol('left open');

/** With where it happened. */
const reason = ({ cause, message }) => String(cause?.stack ?? message);

/** The events, and `LEFT_OPEN` if the process does not end after its last test. */
async function* untilLeftOpen(events, haveEnded) {
  const iterator = events[Symbol.asyncIterator]();
  let isTold = false;
  for (;;) {
    const next = iterator.next();
    if (!isTold && haveEnded() && (await Promise.race([next, leftOpen()])) === LEFT_OPEN) {
      isTold = true;
      yield LEFT_OPEN;
    }
    const { done, value } = await next;
    if (done) return;
    yield value;
  }
}

/** The timer does not keep the process alive. */
const leftOpen = () => new Promise((resolve) => setTimeout(resolve, LEFT_OPEN_AFTER_MS, LEFT_OPEN).unref());

const lineOf = (line) => `${JSON.stringify(line)}\n`;

function processorS() {
  const { childrenS, ownS } = processorTime();
  return ownS + childrenS;
}
