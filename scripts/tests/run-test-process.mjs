// Runs the test files of one entry of test-processes.mjs in one process, or its script, and reports the results.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HangWatch } from './hang-watch.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';

const LIBRARIES = new URL('../../packages/cli/src/libraries/use-rolled-libraries.mjs', import.meta.url).href;
const RECORD = pathToFileURL(join(import.meta.dirname, 'record.mjs')).href;
/**
 * Timeout of a test, which is then reported by name: the slowest takes one and a half minutes, five on a busy machine.
 */
const TEST_HANGS_AFTER_MS = 10 * 60_000;
/** Timeout of a test process: the slowest takes three minutes, ten on a busy machine. */
const HANGS_AFTER_MS = 30 * 60_000;
/**
 * After a failure, dependent steps fail as well, each at a deadline of minutes: the process ends if no test passes for
 * this long.
 */
const ENDS_AFTER_FAILURE_WITHIN_MS = 5 * 60_000;
/**
 * Once the record is complete, only the end of Node is left, which with native code sometimes waits for a request that
 * never ends (`CleanupHandles`, at full processor).
 */
const ENDS_WITHIN_MS = 20_000;
const LOOKS_EVERY_MS = 2_000;
/**
 * MiB. Garbage collection begins at this heap size: for processes of many files, collecting small heaps takes a tenth
 * of their processor time.
 */
const HEAP = ['--initial-heap-size=256', '--min-semi-space-size=16', '--max-semi-space-size=32'];
/** A third of the processor beside a process of normal priority; with less, it would starve on a busy machine. */
const BACKGROUND_PRIORITY = 5;

const running = new Set();

/** Ends all test processes and what they have started. */
export function killTestProcesses() {
  for (const child of running) killGroup(child);
}

/** A test process leads a group: nothing of it outlives it, also where a test was killed before it could end its stations. */
function killGroup(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

/**
 * @param limits of the watch, for its own test
 * @param temporary a folder for its record, and for the files of its tests
 * @param compiled a folder that keeps stripped and compiled code for all processes of all tests: a third of what they cost
 * @returns what it printed, and `{ passed, failed, leftOut, fileSeconds, seconds, processorS, isGood }`
 */
export function runTestProcess({ files, isBackground, name, script }, { root, temporary, compiled, limits }) {
  const folder = makeTemporaryFolder(join(temporary, 'w'));
  const record = join(folder, 'record.jsonl');
  const heap = files.length > 1 ? HEAP : [];
  const reporters = `--test-reporter=spec --test-reporter-destination=stdout --test-reporter=${RECORD}`.split(' ');
  const runner = ['--import', LIBRARIES, '--test', '--test-isolation=none', `--test-timeout=${TEST_HANGS_AFTER_MS}`];
  const testArgs = [...heap, ...runner, ...reporters, `--test-reporter-destination=${record}`, ...files];
  // Node's own runner sets the context, which another reporter would follow, where a test of this file runs by it.
  const env = { ...process.env, NODE_COMPILE_CACHE: compiled, NODE_TEST_CONTEXT: undefined, TMPDIR: folder };
  const beganMs = performance.now();
  const child = spawn(process.execPath, script === undefined ? testArgs : [script], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  running.add(child);
  // The checks are reported early: at full priority they end after half a minute.
  if (isBackground && script === undefined && child.pid !== undefined) setPriority(child.pid, BACKGROUND_PRIORITY);
  const printed = [];
  const print = (line) => printed.push(Buffer.from(`${line}\n`));
  const watch = new HangWatch(child.pid, folder, limits);
  let wholeSinceMs;
  let passedBefore;
  let passedAtMs;
  let killedFor;
  let isEndedByUs = false;
  const reasonToKill = () => {
    const { failures, isWhole, passed } = counts(record);
    const nowMs = performance.now();
    if (isWhole) {
      wholeSinceMs ??= nowMs;
      isEndedByUs = nowMs > wholeSinceMs + ENDS_WITHIN_MS;
      return isEndedByUs ? 'all its tests have ended, and Node did not: it was killed' : undefined;
    }
    if (passed !== passedBefore || failures.length === 0) [passedBefore, passedAtMs] = [passed, nowMs];
    if (nowMs > passedAtMs + ENDS_AFTER_FAILURE_WITHIN_MS) return 'killed: no test has passed since one failed';
    if (nowMs > beganMs + HANGS_AFTER_MS)
      return watch.text(`it did not end within ${HANGS_AFTER_MS / 60_000} min`, root);
    return watch.reason(root);
  };
  const look = setInterval(() => {
    killedFor = reasonToKill();
    if (killedFor === undefined) return;
    clearInterval(look);
    killGroup(child);
  }, LOOKS_EVERY_MS);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => printed.push(bytes));
  return new Promise((resolve) => {
    child.on('error', (error) => print(`it cannot be run: ${error.message}`));
    child.on('exit', () => killGroup(child));
    child.on('close', (status, signal) => {
      clearInterval(look);
      running.delete(child);
      if (signal !== null) print(killedFor ?? `it was ended by ${signal}`);
      const seconds = (performance.now() - beganMs) / 1000;
      const counted = counts(record);
      const isWhole = script !== undefined || counted.isWhole;
      if (!isWhole) print(notWholeText(counted.failures));
      const isGood = isWhole && (status === 0 || (isEndedByUs && counted.failed === 0));
      resolve({ ...counted, name, files, seconds, isGood, printed: Buffer.concat(printed) });
    });
  });
}

/** Earlier failures: Node reports a failure only when its whole file has ended. */
function notWholeText(failures) {
  const told = failures.map(({ file, name, reason }) => `  ${file}: ${name}\n${reason}\n`);
  return `its tests did not all end, or their record was lost\n${told.join('')}`;
}

function counts(record) {
  const lines = linesOf(record);
  const failures = lines.filter(({ kind }) => kind === 'failure');
  const sum = (what) => lines.reduce((total, line) => total + (line[what] ?? 0), 0);
  return {
    isWhole: lines.some(({ kind }) => kind === 'counts'),
    passed: Math.max(sum('passed'), lines.filter(({ kind }) => kind === 'pass').length),
    failed: Math.max(sum('failed') + sum('cancelled'), failures.length),
    failures,
    leftOut: lines.filter(({ kind }) => kind === 'left out'),
    fileSeconds: lines.filter(({ kind }) => kind === 'file'),
    processorS: sum('processorS'),
  };
}

function linesOf(record) {
  try {
    const text = readFileSync(record, 'utf8');
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  } catch {
    return [];
  }
}
