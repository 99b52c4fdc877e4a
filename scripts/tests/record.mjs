// A reporter of node:test for scripts/run-tests.mjs: one line of JSON for each test, one with the seconds of each outermost test or suite,
// and one at the end with the processor time of the process and its children, seconds. A process that does not end after its last test is
// ended, and says which handles are open. The test that began last is in a file of its own, also while it computes without end.
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const LAST_BEGUN = 'last-begun-test.json';
/** Longer than any process needs to exit after its last test, also on a busy machine. */
const LEFT_OPEN_AFTER_MS = 60_000;
const LOOKS_EVERY_MS = 5000;

const runner = process.ppid;
subscribe('tracing:node.test:start', ({ file, name }) =>
  writeFileSync(join(tmpdir(), LAST_BEGUN), JSON.stringify({ file, name })),
);
// Nothing else ends the group of this process where its runner was killed.
setInterval(() => {
  if (process.ppid !== runner && process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
}, LOOKS_EVERY_MS).unref();

export default async function* record(events) {
  // Before the first test, files are loaded, which takes longer on a busy machine.
  let hasBegun = false;
  let underWay = 0;
  let leftOpen;
  for await (const { data, type } of events) {
    // All files are loaded with the first one: processes that start now find compiled code.
    if (type === 'test:start' && data.testNumber === 1 && data.nesting === 0) flushCompileCache();
    if (type === 'test:enqueue' && data.nesting === 0) [hasBegun, underWay] = [true, underWay + 1];
    if (type === 'test:complete' && data.nesting === 0) underWay -= 1;
    clearTimeout(leftOpen);
    if (hasBegun && underWay === 0) leftOpen = setTimeout(end, LEFT_OPEN_AFTER_MS).unref();
    const line = lineOf(type, data);
    if (line !== undefined) yield `${JSON.stringify(line)}\n`;
  }
}

function end() {
  const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
  process.stderr.write(`all tests have ended, but the process has open handles (${open})\n`, () => process.exit(1));
}

function lineOf(type, { details, file, name, nesting, skip }) {
  if (type === 'test:complete' && nesting === 0 && file)
    return { kind: 'file', file, seconds: details.duration_ms / 1000 };
  if (type === 'test:pass' && skip !== undefined && skip !== false)
    return { kind: 'left out', file, name, reason: String(skip) };
  if (type === 'test:pass' && details.type !== 'suite') return { kind: 'pass' };
  if (type === 'test:fail' && details.error.failureType !== 'subtestsFailed')
    return { kind: 'failure', file, name, reason: String(details.error.cause?.stack ?? details.error.message) };
  if (type === 'test:summary' && file === undefined) return { kind: 'end', processorS: processorS() };
  return undefined;
}

/** Seconds of this process and its ended children: fields 14 to 17 of proc(5), in hundredths of a second; 0 where there is no /proc. */
function processorS() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
  } catch {
    return 0;
  }
}
