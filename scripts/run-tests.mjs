// Runs the checks and all tests in processes that files share (scripts/tests/test-processes.mjs): three for each core, because tests often
// wait, and those that only compute in parallel, at a lower priority. Prints the result of each process, the whole output of a failed one, and
// at the end the skipped tests with their reasons. Needs a Node that runs TypeScript: start it by scripts/node.mjs.
//   PATH...      runs the tests of these files, folders or packages only, without the checks
//   --changed    runs what the changes since the branch left main can reach only, without the checks
//   --all        prints every test
//   --left-out   runs the files that skipped tests the last time, for a machine where the missing programs are installed now, and
//                with time for long tests
//   --save-times writes the recorded times of this machine to scripts/tests/recorded-times.json, for those of a fresh clone
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleProgram } from '../packages/cli/src/bundle/bundle-program.ts';
import { rollLibraries } from '../packages/cli/src/libraries/roll-libraries.ts';
import { makeMediaCode, mediaCodeFolder } from '../packages/video/host/src/process/media-code-cache.ts';
import { buildPages } from './tests/build-pages.mjs';
import { changedTests, chosenFiles } from './tests/chosen-files.mjs';
import { killTestProcesses, runTestProcess } from './tests/run-test-process.mjs';
import {
  canStart,
  PROCESSES_PER_CORE,
  recordedTimes,
  shortTimes,
  testFiles,
  testProcesses,
} from './tests/test-processes.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/kitestring');
const leftOutFile = join(cache, 'left-out-tests.json');
const timesFile = join(cache, 'recorded-times.json');
const committedTimesFile = join(import.meta.dirname, 'tests/recorded-times.json');
const cores = availableParallelism();
const PAGES = { name: 'the pages of station and hub', isBackground: false };

const files = testFiles(root);
const { options, chosen, isWhole } = readArguments();
if (options['left-out']) process.env.TEST_LEFT_OUT = '1';
mkdirSync(cache, { recursive: true });
const compiled = join(cache, 'tests');
await rollLibraries();
await Promise.all([bundleProgram(), makeMediaCode(mediaCodeFolder(compiled))]);
const times = recordedTimes(timesFile, committedTimesFile);
const all = testProcesses(files, times, chosen);
const temporary = mkdtempSync(join(isLarge('/dev/shm') ? '/dev/shm' : tmpdir(), 'kitestring-tests-'));
// Tests run databases and stations as other users.
chmodSync(temporary, 0o711);
const beganMs = performance.now();
const done = [];
const fileCount = all.reduce((count, { files }) => count + files.length, 0);
console.log(`\n${fileCount} test files in ${all.length} processes, ${cores * PROCESSES_PER_CORE} at a time`);
const removeTemporary = () => rmSync(temporary, { recursive: true, force: true });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    killTestProcesses();
    removeTemporary();
    process.exit(1);
  });
await runAll();
removeTemporary();
tell();
process.exit(done.every(({ isGood }) => isGood) ? 0 : 1);

/** Databases of hundreds of stations would wait for a disk. All tests together write a few hundred MiB; a container often has 64. */
function isLarge(inMemory) {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= 4 * 2 ** 30;
  } catch {
    return false;
  }
}

/** Computing processes begin while the pages are built; the others may need the pages. Unit tests open none. */
async function runAll() {
  const waiting = [...all];
  const mayOpenPages = all.some((one) => !one.files[0]?.includes('/src/'));
  const running = new Map(mayOpenPages ? [[PAGES, buildPages().then(() => PAGES)]] : []);
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(
      (one) =>
        (one.isBackground || !running.has(PAGES)) && canStart(one, { running: [...running.keys()], waiting, cores }),
    );
    if (next >= 0) {
      const [started] = waiting.splice(next, 1);
      running.set(started, run(started));
    } else running.delete(await Promise.race(running.values()));
  }
}

/** @returns the process, after its result was printed */
async function run(testProcess) {
  const outcome = await runTestProcess(testProcess, { root, compiled, temporary });
  done.push(outcome);
  const { name, passed, failures, leftOut, seconds, processorS, isGood, printed } = outcome;
  if (options.all || !isGood) process.stdout.write(printed);
  const counts = `${passed} passed, ${failures.length} failed, ${leftOut.length} left out`;
  const took = `${timeText(seconds)}, ${timeText(processorS)} of processor time`;
  console.log(`${isGood ? '✔' : '✖'} ${name}: ${counts}, ${took}  [${done.length} of ${all.length}]`);
  return testProcess;
}

function tell() {
  const sum = (what) => done.reduce((total, outcome) => total + what(outcome), 0);
  const leftOut = done.flatMap((outcome) => outcome.leftOut);
  const failed = done.filter(({ isGood }) => !isGood);
  const counts = `${sum(({ passed }) => passed)} tests passed, ${sum(({ failures }) => failures.length)} failed`;
  const took = `${timeText((performance.now() - beganMs) / 1000)}, ${timeText(sum(({ processorS }) => processorS))} of processor time`;
  console.log(`\n${counts}, ${leftOut.length} left out, in ${took}`);
  for (const { name, failures } of failed) {
    console.log(`  failed: ${name}`);
    for (const file of new Set(failures.map((failure) => failure.file)))
      console.log(`    again: npm test -- ${relative(root, file)}`);
  }
  for (const [reason, those] of Map.groupBy(leftOut, ({ reason }) => reason))
    console.log(`  left out, ${those.length}: ${reason}`);
  if (!isWhole) return;
  const left = new Set(leftOut.flatMap(({ file }) => (file === undefined ? [] : [relative(root, file)])));
  writeFileSync(leftOutFile, JSON.stringify([...left]));
  if (failed.length === 0) recordTimes(left);
}

/** A file with skipped tests keeps its earlier time. */
function recordTimes(leftOut) {
  const tests = done.flatMap(({ fileSeconds }) => fileSeconds);
  for (const [path, those] of Map.groupBy(tests, ({ file }) => relative(root, file))) {
    const seconds = those.reduce((sum, test) => sum + test.seconds, 0);
    if (!leftOut.has(path)) times[path] = Math.round(seconds * 10) / 10;
  }
  writeFileSync(timesFile, JSON.stringify(times));
  if (options['save-times'])
    writeFileSync(committedTimesFile, `${JSON.stringify(shortTimes(files, times), undefined, 2)}\n`);
}

/** @returns also the chosen files, undefined for all, and whether the run records what it left out and its times */
function readArguments() {
  const names = ['all', 'left-out', 'save-times', 'changed'];
  try {
    const known = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
    const { values, positionals } = parseArgs({ options: known, allowPositionals: true });
    if (values['left-out'])
      return { options: values, chosen: new Set(JSON.parse(readFileSync(leftOutFile, 'utf8'))), isWhole: true };
    const named = chosenFiles(positionals, files, root);
    if (!values.changed) return { options: values, chosen: named, isWhole: named === undefined };
    if (named !== undefined) throw new Error('--changed: not with paths');
    const { chosen: reached, text } = changedTests(files, root);
    console.log(text);
    return { options: values, chosen: reached, isWhole: false };
  } catch ({ code, message }) {
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    const noRecord = code === 'ENOENT' && 'no full run with skipped tests is recorded: run npm test first';
    console.error(isUnknown ? `${message.split('.')[0]}: there are --${names.join(', --')}` : noRecord || message);
    process.exit(2);
  }
}

function timeText(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
