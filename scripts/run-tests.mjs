// Runs the checks and all tests in processes that files share (scripts/tests/test-processes.mjs): three for each core, because tests often
// wait, and those that only compute in parallel, at a lower priority. Prints the result of each process, the whole output of a failed one, and
// at the end the skipped tests with their reasons. Its Node runs the tests: start it by scripts/node.mjs.
//   PATH...      runs the tests of these files, folders or packages only, without the checks
//   --changed    runs what the changes since the branch left main can reach only, without the checks
//   --all        prints every test
//   --left-out   runs the files that skipped tests the last time, where missing programs are installed now, and long tests
//   --save-times writes the recorded times of this machine to scripts/tests/recorded-times.json, for a fresh clone
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { changedFiles, filesAt, packageDependencies, reachedTests } from './tests/chosen-files.mjs';
import committedTimes from './tests/recorded-times.json' with { type: 'json' };
import { runTestProcess } from './tests/run-test-process.mjs';
import { canStart, PROCESSES_PER_CORE, shortTimes, testFiles, testProcesses } from './tests/test-processes.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/kitestring');
const compiled = join(cache, 'tests');
const recordFile = join(cache, 'recorded-tests.json');
const OPTION = { type: 'boolean' };
const OPTIONS = { all: OPTION, changed: OPTION, 'left-out': OPTION, 'save-times': OPTION };

const cores = availableParallelism();
const recorded = readRecord();
const files = testFiles(root);
const { chosen, isRecorded, options } = readArguments();
if (options['left-out']) process.env.TEST_LEFT_OUT = '1';
const times = { ...committedTimes, ...recorded.times };
// Databases of hundreds of stations would wait for a disk. All tests together write a few hundred MiB; a container often has 64.
const isLarge = (folder) => statfsSync(folder).bavail * statfsSync(folder).bsize >= 2 ** 32;
const temporary = mkdtempSync(join(globSync('/dev/shm').find(isLarge) ?? tmpdir(), 'kitestring-tests-'));
// Tests run databases and stations as other users.
chmodSync(temporary, 0o711);
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
const done = [];
const told = (kind, outcomes = done) => outcomes.flatMap((outcome) => outcome.told[kind]);
const timeText = (seconds) => (seconds < 60 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`);

await runAll(testProcesses(files, times, chosen));
const isGood = done.every((one) => one.isGood);
tell();
if (isRecorded) record();
process.exit(isGood ? 0 : 1);

/** @returns of the last full run `leftOut`, the files with skipped tests, and of the last good ones the seconds of each file as `times` */
function readRecord() {
  try {
    return JSON.parse(readFileSync(recordFile, 'utf8'));
  } catch {
    return {};
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
  const mark = outcome.isGood ? '✔' : '✖';
  console.log(`${mark} ${testProcess.name}: ${resultOf([outcome], outcome.seconds)}  [${done.length} of ${count}]`);
  return testProcess;
}

function resultOf(outcomes, seconds) {
  const [passed, failed, leftOut] = ['pass', 'failure', 'left out'].map((kind) => told(kind, outcomes).length);
  const processorS = told('end', outcomes).reduce((sum, one) => sum + one.processorS, 0);
  const times = `${timeText(seconds)}, ${timeText(processorS)} of processor time`;
  return `${passed} passed, ${failed} failed, ${leftOut} left out, ${times}`;
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
  const leftOut = [...new Set(told('left out').map(({ file }) => relative(root, file)))];
  const timed = Map.groupBy(isGood ? told('file') : [], (one) => relative(root, one.file));
  for (const [file, those] of timed)
    if (!leftOut.includes(file)) times[file] = those.reduce((sum, { seconds }) => sum + seconds, 0);
  writeFileSync(recordFile, JSON.stringify({ leftOut, times }));
  const committed = `${JSON.stringify(shortTimes(files, times), undefined, 2)}\n`;
  if (isGood && options['save-times']) writeFileSync(join(root, 'scripts/tests/recorded-times.json'), committed);
}

/** @returns also `chosen`, the test files that all arguments choose, and whether the run records what it leaves out and its times */
function readArguments() {
  try {
    const { positionals, values } = parseArgs({ options: OPTIONS, allowPositionals: true });
    if (values['left-out'] && !recorded.leftOut) throw new Error('no full run is recorded: run npm test first');
    const choices = [
      positionals.length > 0 && positionals.flatMap((path) => filesAt(path, files, root)),
      values.changed && reachedTests(changedFiles(root), files, packageDependencies(root)),
      values['left-out'] && recorded.leftOut,
    ].filter(Boolean);
    const chosen = choices.length > 0 ? files.filter((file) => choices.every((those) => those.includes(file))) : files;
    return { chosen, isRecorded: positionals.length === 0 && !values.changed, options: values };
  } catch ({ message }) {
    console.error(message);
    process.exit(2);
  }
}
