// Runs the test files of one entry of test-processes.mjs in one process, or its script, and reports the results. A process that hangs, or
// takes the memory of the machine, is killed with all that it has started.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { setPriority, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { startGroup } from './process-group.mjs';

const LIBRARIES = new URL('../../packages/cli/src/libraries/use-rolled-libraries.mjs', import.meta.url).href;
/**
 * Timeout of a test, which is then reported by name: the slowest takes half a minute, and less than two where twenty processes wait for two
 * cores. A single wait of a browser, or of `until`, ends after three, and says for what it was.
 */
const TEST_HANGS_AFTER_MS = 5 * 60_000;
/** Failed tests of a process together: where what they share is broken, each would take its whole timeout. More than that of one. */
const FAILURES_TAKE_MS = TEST_HANGS_AFTER_MS + 60_000;
/** No test begins or ends for so long: one computes without end, which a timeout cannot end. Those with a timeout of their own have ten. */
const STILL_FOR_MS = 11 * 60_000;
/** With native code the end of Node sometimes waits for a request that never ends (`CleanupHandles`, at full processor). */
const ENDS_AFTER_TESTS_MS = 20_000;
const AFTER_TESTS = 'all its tests have ended, and Node did not: it was killed';
const LOOKS_EVERY_MS = 5000;
/** Limit for a process with its children: the compilers of the checks need 3 GiB together, tests less than one. */
const MEMORY_BYTES = Math.max(2 ** 32, Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2);
const FLAGS = ['--import', LIBRARIES, `--test-timeout=${TEST_HANGS_AFTER_MS}`];
const PROGRAM = join(import.meta.dirname, 'run-test-files.mjs');
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
  const args = script === undefined ? [...(files.length > 1 ? HEAP : []), ...FLAGS, PROGRAM, ...files] : script;
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
    if (killedFor !== undefined) child.kill('SIGKILL');
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
function reasonToKill(
  pid,
  told,
  stillMs,
  { failuresMs = FAILURES_TAKE_MS, memoryBytes = MEMORY_BYTES, stillForMs = STILL_FOR_MS },
) {
  if (told.end.length > 0) return stillMs > ENDS_AFTER_TESTS_MS ? AFTER_TESTS : undefined;
  const bytes = memoryOf(pid);
  if (bytes > memoryBytes) return `killed: it and its children took ${Math.round(bytes / 2 ** 20)} MiB of memory`;
  const failedS = told.failure.reduce((sum, { seconds }) => sum + seconds, 0);
  if (failedS * 1000 > failuresMs) return `killed: its failed tests took ${Math.round(failedS)} s`;
  return stillMs > stillForMs ? `killed: no test ended for ${Math.round(stillMs / 1000)} s` : undefined;
}

/** Memory of a process and its group that is shared with no file, bytes; 0 where there is no /proc. */
function memoryOf(group) {
  const { stdout } = spawnSync('sh', ['-c', 'grep -hE "^(NSpgid|RssAnon):" /proc/[0-9]*/status']);
  const found = String(stdout).matchAll(new RegExp(`^NSpgid:\\t${group}\\nRssAnon:\\s+(\\d+)`, 'gm'));
  return found.reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0);
}
