// A reporter of node:test for run-test-process.mjs, which it tells the beginning and the result of each test, the seconds of each outermost
// one, and the processor time at the end. A process that does not end after its last test is ended, and says which handles are open.
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Transform } from 'node:stream';

/** Longer than any process needs to exit after its last test, also on a busy machine. */
const LEFT_OPEN_AFTER_MS = 60_000;
let underWay = 0;
let leftOpen;
let last = {};

// The events of the reporter would wait for the end of a test that computes.
subscribe('tracing:node.test:start', ({ file, name }) => {
  if (!file) return;
  last = { file, name };
  process.send({ kind: 'begun', ...last });
});
// A test that waits for what has thrown would wait until its timeout, and others would meet what it has left.
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    const reason = `${event}, here or in a test before: ${error?.stack ?? error}`;
    process.send({ kind: 'failure', ...last, seconds: 0, reason }, () => process.exit(1));
  });
// Nothing else ends the group of this process where its runner was killed.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.channel.unref();

export default new Transform({
  writableObjectMode: true,
  transform({ type, data }, _encoding, done) {
    const message = messageOf(type, data);
    if (message !== undefined) process.send(message);
    // All files are loaded with the first one: processes that start now find compiled code.
    if (type === 'test:start' && data.nesting === 0 && data.testNumber === 1) flushCompileCache();
    if (data.nesting === 0) underWay += { 'test:enqueue': 1, 'test:complete': -1 }[type] ?? 0;
    clearTimeout(leftOpen);
    if (data.nesting === 0 && underWay === 0) leftOpen = setTimeout(end, LEFT_OPEN_AFTER_MS).unref();
    done();
  },
});

function end() {
  const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
  process.stderr.write(`all tests have ended, but the process has open handles (${open})\n`, () => process.exit(1));
}

function messageOf(type, { details, file, name, nesting, skip }) {
  if (type === 'test:complete' && nesting === 0) return { kind: 'file', file, seconds: details.duration_ms / 1000 };
  if (type === 'test:pass' && (skip ?? false) !== false) return { kind: 'left out', file, name, reason: String(skip) };
  if (type === 'test:pass' && details.type !== 'suite') return { kind: 'pass' };
  if (type === 'test:fail' && details.error.failureType !== 'subtestsFailed')
    return {
      kind: 'failure',
      ...{ file, name, seconds: details.duration_ms / 1000 },
      reason: String(details.error.cause?.stack ?? details.error.message),
    };
  return type === 'test:summary' && file === undefined ? { kind: 'end', processorS: processorS() } : undefined;
}

/** Time of this process and its ended children: fields 14 to 17 of proc(5), in hundredths of a second; 0 where there is no /proc. */
function processorS() {
  const fields = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8').split(' ').slice(13, 17) : [];
  return fields.reduce((sum, ticks) => sum + Number(ticks) / 100, 0);
}
