// Runs the test files of one entry of test-processes.mjs in one process, or its script, and reports the results. A process that hangs, or
// takes the memory of the machine, is killed with all that it has started.
import { once } from 'node:events';
import { chmodSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { setPriority, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { killGroup, startGroup } from './process-group.mjs';

const LIBRARIES = new URL('../../packages/cli/src/libraries/use-rolled-libraries.mjs', import.meta.url).href;
/** Timeout of a test, which is then reported by name: the slowest takes one and a half minutes, five on a busy machine. */
const TEST_HANGS_AFTER_MS = 10 * 60_000;
/** No test begins or ends for so long: one computes without end, which a timeout cannot end. */
const STILL_FOR_MS = TEST_HANGS_AFTER_MS + 60_000;
/** With native code the end of Node sometimes waits for a request that never ends (`CleanupHandles`, at full processor). */
const ENDS_AFTER_TESTS_MS = 20_000;
const AFTER_TESTS = 'all its tests have ended, and Node did not: it was killed';
const LOOKS_EVERY_MS = 5000;
/** Limit for a process with its children: the compilers of the checks need 3 GiB together, tests less than one. */
const MEMORY_BYTES = Math.max(2 ** 32, Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2);
const FLAGS = ['--import', LIBRARIES, '--test', '--test-isolation=none', `--test-timeout=${TEST_HANGS_AFTER_MS}`];
const REPORTERS = [join(import.meta.dirname, 'record.mjs'), 'spec'].flatMap((reporter) => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
]);
/** MiB. For processes of many files, collecting smaller heaps takes a tenth of their processor time. */
const HEAP = ['--initial-heap-size=256', '--min-semi-space-size=16', '--max-semi-space-size=32'];
/** A third of the processor beside a process of normal priority; with less, it would starve on a busy machine. */
const BACKGROUND_PRIORITY = 5;

/**
 * @param temporary a folder for the files of its tests
 * @param compiled a folder that keeps stripped and compiled code for all processes of all tests: a third of what they cost
 * @param limits of the watch, for its own test
 * @returns what it printed, what its tests told by kind, and `{ seconds, isGood }`
 */
export async function runTestProcess({ files, kind, script }, { root, temporary, compiled, limits = {} }) {
  const folder = mkdtempSync(join(temporary, 'w'));
  // Tests run databases and stations as other users.
  chmodSync(folder, 0o711);
  const args = script === undefined ? [...(files.length > 1 ? HEAP : []), ...FLAGS, ...REPORTERS, ...files] : script;
  const beganMs = performance.now();
  const child = startGroup(process.execPath, args, {
    cwd: root,
    // Node's own runner sets the context, which another reporter would follow, where a test of this file runs by it.
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, NODE_TEST_CONTEXT: undefined, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // The checks are reported early: at full priority they end after half a minute.
  if (kind === 'background' && script === undefined) setPriority(child.pid, BACKGROUND_PRIORITY);
  const told = { begun: [], pass: [], failure: [], 'left out': [], file: [], end: [] };
  const printed = [];
  let newsMs = beganMs;
  let killedFor;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => printed.push(bytes));
  child.on('message', (message) => {
    newsMs = performance.now();
    told[message.kind].push(message);
  });
  const look = setInterval(() => {
    killedFor ??= reasonToKill(child.pid, told, performance.now() - newsMs, limits);
    if (killedFor !== undefined) killGroup(child);
  }, LOOKS_EVERY_MS);
  const [[status, signal]] = await Promise.all([once(child, 'close'), once(child, 'disconnect')]);
  clearInterval(look);
  const isWhole = script !== undefined || told.end.length > 0;
  const isGood = isWhole && told.failure.length === 0 && (status === 0 || killedFor === AFTER_TESTS);
  if (signal !== null) printed.push(Buffer.from(`${killedFor ?? `it was ended by ${signal}`}\n`));
  // Node reports a failure only when its whole file has ended.
  const isKnown = isWhole || (told.failure.length > 0 && killedFor === undefined);
  for (const last of isKnown ? [] : told.begun.slice(-1))
    told.failure.push({ ...last, reason: killedFor ?? 'the last test that began' });
  const failures = told.failure.map(({ file, name, reason }) => `  ${relative(root, file)}: ${name}\n${reason}\n`);
  if (!isWhole) printed.push(Buffer.from(`its tests did not all end\n${failures.join('')}`));
  return { told, seconds: (performance.now() - beganMs) / 1000, isGood, printed: Buffer.concat(printed) };
}

/** @returns in one line why the process has to be killed; undefined if it works */
function reasonToKill(pid, told, stillMs, { memoryBytes = MEMORY_BYTES, stillForMs = STILL_FOR_MS }) {
  if (told.end.length > 0) return stillMs > ENDS_AFTER_TESTS_MS ? AFTER_TESTS : undefined;
  const bytes = memoryOf(pid);
  const why =
    (bytes > memoryBytes && `it and its children took ${Math.round(bytes / 2 ** 20)} MiB of memory`) ||
    (stillMs > stillForMs && `no test ended for ${Math.round(stillMs / 1000)} s`);
  return why ? `killed: ${why}` : undefined;
}

/** Memory of a process and its group that is shared with no file, bytes; 0 where there is no /proc. */
const memoryOf = (group) =>
  globSync('/proc/[0-9]*/status')
    .map((file) => readIfThere(file))
    .filter((status) => status.includes(`\nNSpgid:\t${group}\n`))
    .reduce((sum, status) => sum + Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024, 0);

/** Empty for a process that has ended. */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
