// Runs the checks and all tests in processes that files share (scripts/tests/test-processes.mjs): three for each core, because tests often
// wait, and those that only compute in parallel, at a lower priority. Prints the result of each process, the whole output of a failed one, and
// at the end the skipped tests with their reasons. Needs a Node that runs TypeScript: start it by scripts/node.mjs.
//   PATH...      runs the tests of these files, folders or packages only, without the checks
//   --changed    runs what the changes since the branch left main can reach only, without the checks
//   --all        prints every test
//   --left-out   runs the files that skipped tests the last time, where missing programs are installed now, and long tests
//   --save-times writes the recorded times of this machine to scripts/tests/recorded-times.json, for a fresh clone
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleProgram } from '../packages/cli/src/bundle/bundle-program.ts';
import { rollLibraries } from '../packages/cli/src/libraries/roll-libraries.ts';
import { held } from '../packages/cli/src/libraries/run-bundler.ts';
import { makeMediaCode, mediaCodeFolder } from '../packages/video/host/src/process/media-code-cache.ts';
import { changedFiles, filesAt, packageDependencies, reachedTests } from './tests/chosen-files.mjs';
import { runTestProcess } from './tests/run-test-process.mjs';
import { canStart, PROCESSES_PER_CORE, shortTimes, testFiles, testProcesses } from './tests/test-processes.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/kitestring');
const leftOutFile = join(cache, 'left-out-tests.json');
const timesFile = join(cache, 'recorded-times.json');
const committedTimesFile = join(import.meta.dirname, 'tests/recorded-times.json');
const OPTIONS = ['all', 'left-out', 'save-times', 'changed'];

const cores = availableParallelism();
const files = testFiles(root);
const { chosen, isRecorded, options } = readArguments();
if (options['left-out']) process.env.TEST_LEFT_OUT = '1';
const compiled = join(cache, 'tests');
await held(rollLibraries());
await held(Promise.all([bundleProgram(), makeMediaCode(mediaCodeFolder(compiled))]));
const times = { ...read(committedTimesFile), ...read(timesFile) };
const temporary = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'kitestring-tests-'));
// Tests run databases and stations as other users.
chmodSync(temporary, 0o711);
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
const done = [];
await runAll(testProcesses(files, times, chosen));
const isGood = done.every((one) => one.isGood);
tell();
if (isRecorded) record();
process.exit(isGood ? 0 : 1);

/** Databases of hundreds of stations would wait for a disk. All tests together write a few hundred MiB; a container often has 64. */
function memoryFolder() {
  const isLarge = (folder) => statfsSync(folder).bavail * statfsSync(folder).bsize >= 2 ** 32;
  return globSync('/dev/shm').find(isLarge);
}

/** @returns the value in a file of JSON; undefined where it cannot be read */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function runAll(processes) {
  const waiting = [...processes];
  const running = new Map();
  console.log(`\n${chosen.length} test files in ${waiting.length} processes, ${cores * PROCESSES_PER_CORE} at a time`);
  while (done.length < processes.length) {
    const next = waiting.findIndex((one) => canStart(one, { running: [...running.keys()], waiting, cores }));
    for (const one of next < 0 ? [] : waiting.splice(next, 1)) running.set(one, run(one, processes.length));
    if (next < 0) running.delete(await Promise.race(running.values()));
  }
}

/** @returns the process, after its result was printed */
async function run(testProcess, count) {
  const outcome = await runTestProcess(testProcess, { root, compiled, temporary });
  done.push({ ...outcome, name: testProcess.name });
  if (options.all || !outcome.isGood) process.stdout.write(outcome.printed);
  console.log(
    `${outcome.isGood ? '✔' : '✖'} ${testProcess.name}: ${resultOf([outcome], outcome.seconds)}  [${done.length} of ${count}]`,
  );
  return testProcess;
}

function told(kind, outcomes = done) {
  return outcomes.flatMap((outcome) => outcome.told[kind]);
}

function resultOf(outcomes, seconds) {
  const [passed, failed, leftOut] = ['pass', 'failure', 'left out'].map((kind) => told(kind, outcomes).length);
  const processorS = told('end', outcomes).reduce((sum, one) => sum + one.processorS, 0);
  const times = `${timeText(seconds)}, ${timeText(processorS)} of processor time`;
  return `${passed} passed, ${failed} failed, ${leftOut} left out, ${times}`;
}

function timeText(seconds) {
  return seconds < 60 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;
}

function tell() {
  console.log(`\n${resultOf(done, performance.now() / 1000)}`);
  for (const { isGood, name } of done) if (!isGood) console.log(`  failed: ${name}`);
  for (const file of new Set(told('failure').map((one) => relative(root, one.file))))
    console.log(`    again: npm test -- ${file}`);
  for (const [reason, those] of Map.groupBy(told('left out'), (one) => one.reason))
    console.log(`  left out, ${those.length}: ${reason}`);
}

/** A file with skipped tests keeps its earlier time. */
function record() {
  const leftOut = new Set(told('left out').map(({ file }) => relative(root, file)));
  writeFileSync(leftOutFile, JSON.stringify([...leftOut]));
  if (!isGood) return;
  for (const [file, those] of Map.groupBy(told('file'), (one) => relative(root, one.file)))
    if (!leftOut.has(file)) times[file] = those.reduce((sum, { seconds }) => sum + seconds, 0);
  writeFileSync(timesFile, JSON.stringify(times));
  if (options['save-times'])
    writeFileSync(committedTimesFile, `${JSON.stringify(shortTimes(files, times), undefined, 2)}\n`);
}

/** @returns also `chosen`, the test files that all arguments choose, and whether the run records what it leaves out and its times */
function readArguments() {
  const known = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'boolean' }]));
  try {
    const { positionals, values } = parseArgs({ options: known, allowPositionals: true });
    const named = positionals.length > 0 ? positionals.flatMap((path) => filesAt(path, files, root)) : files;
    const reached = values.changed ? reachedTests(changedFiles(root), files, packageDependencies(root)) : files;
    const leftOut = values['left-out'] ? read(leftOutFile) : files;
    if (leftOut === undefined) throw new Error('no full run is recorded: run npm test first');
    const choices = [named, reached, leftOut].filter((those) => those !== files);
    const chosen = choices.length > 0 ? files.filter((file) => choices.every((those) => those.includes(file))) : files;
    return { chosen, isRecorded: named === files && reached === files, options: values };
  } catch ({ message }) {
    console.error(message);
    process.exit(2);
  }
}
