// Runs the test files of one entry of test-processes.mjs in one process, or its script, and reports the results. A process that hangs, or
// takes the memory of the machine, is killed with all that it has started.
import { spawn } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { setPriority, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LAST_BEGUN } from './record.mjs';

const LIBRARIES = new URL('../../packages/cli/src/libraries/use-rolled-libraries.mjs', import.meta.url).href;
const REPORTER = pathToFileURL(join(import.meta.dirname, 'record.mjs')).href;
/** Timeout of a test, which is then reported by name: the slowest takes one and a half minutes, five on a busy machine. */
const TEST_HANGS_AFTER_MS = 10 * 60_000;
/** No test begins or ends for so long: one computes without end, which a timeout cannot end. */
const STILL_FOR_MS = TEST_HANGS_AFTER_MS + 60_000;
/** Timeout of a test process: the slowest takes three minutes, ten on a busy machine. */
const ENDS_WITHIN_MS = 30 * 60_000;
/** With native code the end of Node sometimes waits for a request that never ends (`CleanupHandles`, at full processor). */
const ENDS_AFTER_TESTS_MS = 20_000;
const AFTER_TESTS = 'all its tests have ended, and Node did not: it was killed';
const LOOKS_EVERY_MS = 2000;
/** Limit for a process with its children: the compilers of the checks need 3 GiB together, tests less than one. */
const MEMORY_BYTES = Math.max(2 ** 32, Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2);
/** MiB. For processes of many files, collecting smaller heaps takes a tenth of their processor time. */
const HEAP = ['--initial-heap-size=256', '--min-semi-space-size=16', '--max-semi-space-size=32'];
/** A third of the processor beside a process of normal priority; with less, it would starve on a busy machine. */
const BACKGROUND_PRIORITY = 5;

const running = new Set();

/** Ends all test processes and what they have started. */
export const killTestProcesses = () => running.forEach(killGroup);

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
 * @returns what it printed, and `{ passed, failures, leftOut, fileSeconds, seconds, processorS, isGood }`
 */
export async function runTestProcess(
  { files, isBackground, name, script },
  { root, temporary, compiled, limits = {} },
) {
  const folder = mkdtempSync(join(temporary, 'w'));
  // Tests run databases and stations as other users.
  chmodSync(folder, 0o711);
  const record = join(folder, 'record.jsonl');
  const runner = ['--import', LIBRARIES, '--test', '--test-isolation=none', `--test-timeout=${TEST_HANGS_AFTER_MS}`];
  const reporters = ['spec', REPORTER].map((reporter) => `--test-reporter=${reporter}`);
  const destinations = ['stdout', record].map((place) => `--test-reporter-destination=${place}`);
  const testArgs = [...(files.length > 1 ? HEAP : []), ...runner, ...reporters, ...destinations, ...files];
  const beganMs = performance.now();
  const child = spawn(process.execPath, script === undefined ? testArgs : [script], {
    cwd: root,
    // Node's own runner sets the context, which another reporter would follow, where a test of this file runs by it.
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, NODE_TEST_CONTEXT: undefined, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  running.add(child);
  // The checks are reported early: at full priority they end after half a minute.
  if (isBackground && script === undefined && child.pid !== undefined) setPriority(child.pid, BACKGROUND_PRIORITY);
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => printed.push(bytes));
  let killedFor;
  const look = setInterval(() => {
    killedFor = reasonToKill(child.pid, { ageMs: performance.now() - beganMs, folder, record, root }, limits);
    if (killedFor === undefined) return;
    clearInterval(look);
    killGroup(child);
  }, LOOKS_EVERY_MS);
  const status = await new Promise((resolve) => {
    child.on('error', (error) => printed.push(Buffer.from(`it cannot be run: ${error.message}\n`)));
    child.on('exit', () => killGroup(child));
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  clearInterval(look);
  running.delete(child);
  const told = counts(record);
  const isWhole = script !== undefined || told.isWhole;
  const isGood = isWhole && told.failures.length === 0 && (status === 0 || killedFor === AFTER_TESTS);
  if (typeof status === 'string') printed.push(Buffer.from(`${killedFor ?? `it was ended by ${status}`}\n`));
  if (!isWhole)
    printed.push(Buffer.from(`its tests did not all end, or their record was lost\n${texts(told.failures)}`));
  const seconds = (performance.now() - beganMs) / 1000;
  return { ...told, name, files, seconds, isGood, printed: Buffer.concat(printed) };
}

/** @returns in one line why the process has to be killed, with file and test; undefined if it works */
function reasonToKill(pid, { ageMs, folder, record, root }, { memoryBytes = MEMORY_BYTES, stillForMs = STILL_FOR_MS }) {
  const last = join(folder, LAST_BEGUN);
  const newestMs = Math.max(...[record, last].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  const stillMs = Math.min(ageMs, Date.now() - newestMs);
  if (counts(record).isWhole) return stillMs > ENDS_AFTER_TESTS_MS ? AFTER_TESTS : undefined;
  const memory = stillMs > stillForMs || ageMs > ENDS_WITHIN_MS ? 0 : memoryOf(pid);
  if (stillMs <= stillForMs && ageMs <= ENDS_WITHIN_MS && memory <= memoryBytes) return undefined;
  const why =
    memory > memoryBytes
      ? `it and its children took ${Math.round(memory / 2 ** 20)} MiB of memory`
      : `no test ended for ${Math.round(stillMs / 1000)} s, ${Math.round(ageMs / 1000)} s after its start`;
  const { file, name } = linesOf(last)[0] ?? {};
  const begun = file ? `the last test that began is "${name}" of ${relative(root, file)}` : 'no test had begun';
  return `killed: ${why}; ${begun}`;
}

/** Memory of a process and its group that is shared with no file, bytes; 0 where there is no /proc. */
function memoryOf(group) {
  return globSync('/proc/[0-9]*').reduce((sum, folder) => {
    if (
      Number(
        text(`${folder}/stat`)
          .replace(/^.*\) /s, '')
          .split(' ')[2],
      ) !== group
    )
      return sum;
    return sum + Number(/^RssAnon:\s+(\d+)/m.exec(text(`${folder}/status`))?.[1] ?? 0) * 1024;
  }, 0);
}

/** Earlier failures: Node reports a failure only when its whole file has ended. */
const texts = (failures) => failures.map(({ file, name, reason }) => `  ${file}: ${name}\n${reason}\n`).join('');

function counts(record) {
  const of = Map.groupBy(linesOf(record), ({ kind }) => kind);
  const all = (kind) => of.get(kind) ?? [];
  const [passed, failures, leftOut, fileSeconds] = [all('pass').length, ...['failure', 'left out', 'file'].map(all)];
  return { isWhole: of.has('end'), processorS: all('end')[0]?.processorS ?? 0, passed, failures, leftOut, fileSeconds };
}

function linesOf(path) {
  try {
    return text(path)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

/** Empty where the file cannot be read. */
function text(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
