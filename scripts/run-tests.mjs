// Runs the checks and all tests in processes that files share (scripts/tests/test-processes.mjs): three for each core, because tests often
// wait, and those that only compute in parallel, at a lower priority. Prints the result of each process, the whole output of a failed one, and
// at the end the skipped tests with their reasons.
//   PATH...      runs the tests of these files, folders or packages only, without the checks
//   --changed    runs what the changes since the branch left main can reach only, without the checks
//   --all        prints every test
//   --left-out   runs the files that skipped tests the last time, for a machine where the missing programs are installed now, and
//                with time for long tests
//   --save-times writes the recorded times of this machine to scripts/tests/recorded-times.json, for those of a fresh clone
// Needs a Node that runs TypeScript: start it by scripts/node.mjs.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { bundleProgram } from '../packages/cli/src/bundle/bundle-program.ts';
import { rollLibraries } from '../packages/cli/src/libraries/roll-libraries.ts';
import { makeMediaCode, mediaCodeFolder } from '../packages/video/host/src/process/media-code-cache.ts';
import { buildPages } from './tests/build-pages.mjs';
import { changedTests } from './tests/changed-tests.mjs';
import { chosenFiles } from './tests/chosen-files.mjs';
import { filesThatLeftOut, tellLeftOut } from './tests/left-out.mjs';
import { killTestProcesses, runTestProcess } from './tests/run-test-process.mjs';
import { makeTemporaryFolder, temporaryFolder } from './tests/temporary-folder.mjs';
import { canStart, PROCESSES_PER_CORE, recordedTimes, testFiles, testProcesses } from './tests/test-processes.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/kitestring');
const leftOutFile = join(cache, 'left-out-tests.json');
const timesFile = join(cache, 'recorded-times.json');
const committedTimesFile = join(import.meta.dirname, 'tests/recorded-times.json');
/** Most files take less. */
const COMMITTED_FROM_S = 1;
const cores = availableParallelism();
const { showsAll, isSecondRun, savesTimes, named } = readArguments(process.argv.slice(2));

if (isSecondRun) process.env.TEST_LEFT_OUT = '1';
const chosen = isSecondRun ? filesThatLeftOut(leftOutFile) : named;
if (isSecondRun && chosen === undefined) {
  console.error('no full run with skipped tests is recorded: run npm test first');
  process.exit(1);
}

mkdirSync(cache, { recursive: true });
const compiled = join(cache, 'tests');
await rollLibraries();
await Promise.all([bundleProgram(), makeMediaCode(mediaCodeFolder(compiled))]);
const times = recordedTimes(timesFile, committedTimesFile);
const all = testProcesses(testFiles(root), times, chosen);
const temporary = makeTemporaryFolder(join(temporaryFolder(), 'kitestring-tests-'));
const places = { root, compiled, temporary };
const beganMs = performance.now();
const done = [];
const begunAtMs = new Map();
const PAGES = { name: 'the pages of station and hub', isBackground: false };
const fileCount = all.reduce((count, { files }) => count + files.length, 0);
console.log(
  `\n${fileCount} test files in ${all.length} processes, ${cores * PROCESSES_PER_CORE} at a time, in real time ${cores}; in the background ${cores}`,
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    killTestProcesses();
    rmSync(temporary, { recursive: true, force: true });
    process.exit(1);
  });
}
await runAll();
rmSync(temporary, { recursive: true, force: true });
tell();
process.exit(done.every(({ isGood }) => isGood) ? 0 : 1);

/** Computing processes begin while the pages are built; the others may need the pages. */
async function runAll() {
  const waiting = [...all];
  const running = new Map(mayOpenPages() ? [[PAGES, buildPages().then(() => PAGES)]] : []);
  while (waiting.length > 0 || running.size > 0) {
    const canStartNow = (one) =>
      (one.isBackground || !running.has(PAGES)) && canStart(one, { running: [...running.keys()], waiting, cores });
    const next = waiting.findIndex(canStartNow);
    if (next >= 0) {
      const [started] = waiting.splice(next, 1);
      running.set(started, run(started));
    } else running.delete(await Promise.race(running.values()));
  }
}

/** Unit tests open no page, nor do tests of packages below the page. */
function mayOpenPages() {
  const BELOW =
    /^packages\/(client|settings|aircraft\/simulator|console\/ui|hub\/(contract|link)|station\/(contract|core|flightlog|store)|video\/scene)\//;
  return all.some(
    ({ files }) => files.length === 0 || files.some((file) => !file.includes('/src/') && !BELOW.test(file)),
  );
}

/** @returns the process, after its result was printed */
async function run(testProcess) {
  begunAtMs.set(testProcess, performance.now());
  const outcome = await runTestProcess(testProcess, places);
  done.push(outcome);
  tellOf(outcome);
  return testProcess;
}

function tellOf({ name, files, passed, failed, leftOut, seconds, processorS, isGood, printed }) {
  if (showsAll || !isGood) process.stdout.write(printed);
  const counts = [
    files.length > 0 && `${passed} passed`,
    failed > 0 && `${failed} failed`,
    leftOut.length > 0 && `${leftOut.length} left out`,
  ];
  const progress = `${done.length} of ${all.length}${leftText()}`;
  const times = [timeText(seconds), files.length > 0 && `${timeText(processorS)} of processor time`];
  console.log(`${isGood ? '✔' : '✖'} ${name}: ${[...counts, ...times].filter(Boolean).join(', ')}  [${progress}]`);
}

/** Estimated from the recorded times of each process, and from the pace of this run. */
function leftText() {
  const elapsedS = secondsSince(beganMs);
  const doneS = (one) => {
    if (done.some(({ name }) => name === one.name)) return one.expectedS;
    return begunAtMs.has(one) ? Math.min(one.expectedS, secondsSince(begunAtMs.get(one))) : 0;
  };
  const sum = (what) => all.reduce((total, one) => total + what(one), 0);
  const leftS = (sum(({ expectedS }) => expectedS) / sum(doneS) - 1) * elapsedS;
  return done.length === all.length ? '' : `, about ${timeText(leftS)} left`;
}

function tell() {
  const sum = (what) => done.reduce((total, outcome) => total + what(outcome), 0);
  const leftOut = done.flatMap((outcome) => outcome.leftOut);
  const failed = done.filter(({ isGood }) => !isGood);
  const took = timeText(secondsSince(beganMs));
  console.log(
    `\n${sum(({ passed }) => passed)} tests passed, ${sum((outcome) => outcome.failed)} failed, ${leftOut.length} left out, in ${took}`,
  );
  for (const { name, failures } of failed) {
    console.log(`  failed: ${name}`);
    for (const file of new Set(failures.map((failure) => failure.file))) {
      console.log(`    again: npm test -- ${relative(root, file)}`);
    }
  }
  tellTimes();
  tellLeftOut(leftOut, named === undefined ? { file: leftOutFile, root } : { root });
  if ((chosen === undefined || isSecondRun) && failed.length === 0) recordTimes(leftOut);
}

/** A file with skipped tests keeps its earlier time. */
function recordTimes(leftOut) {
  const skipped = new Set(leftOut.map(({ file }) => file));
  const byFile = Map.groupBy(
    done.flatMap(({ fileSeconds }) => fileSeconds),
    ({ file }) => file,
  );
  for (const [file, tests] of byFile) {
    const seconds = tests.reduce((sum, test) => sum + test.seconds, 0);
    if (!skipped.has(file)) times[relative(root, file)] = Math.round(seconds * 10) / 10;
  }
  writeFileSync(timesFile, JSON.stringify(times));
  if (!savesTimes) return;
  const long = testFiles(root).filter((file) => times[file] >= COMMITTED_FROM_S);
  const rounded = Object.fromEntries(long.map((file) => [file, Math.round(times[file])]));
  writeFileSync(committedTimesFile, `${JSON.stringify(rounded, undefined, 2)}\n`);
}

/** A package, or the processes that share the files of several. */
function group(name) {
  return /^packages\/[\w/]+?(?=\/test\b)/.exec(name)?.[0] ?? name.replace(/ \(\d+ of \d+\)$/, '');
}

/** Sum over all processes of a group, which ran in parallel. */
function tellTimes() {
  const ofTests = done.filter(({ files }) => files.length > 0);
  const groups = Object.entries(Object.groupBy(ofTests, ({ name }) => group(name)));
  const rows = groups.map(([name, outcomes]) => ({
    name,
    seconds: outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0),
    processorS: outcomes.reduce((sum, outcome) => sum + outcome.processorS, 0),
    passed: outcomes.reduce((sum, outcome) => sum + outcome.passed, 0),
  }));
  for (const { name, passed, processorS, seconds } of rows.sort((a, b) => b.processorS - a.processorS)) {
    const times = `${timeText(seconds).padStart(11)}, ${timeText(processorS).padStart(11)} of processor time`;
    console.log(`  ${name.padEnd(30)} ${times} ${String(passed).padStart(6)} tests`);
  }
}

function readArguments(args) {
  const OPTIONS = ['--all', '--left-out', '--save-times', '--changed'];
  const unknown = args.find((arg) => arg.startsWith('-') && !OPTIONS.includes(arg));
  try {
    if (unknown !== undefined) throw new Error(`unknown option ${unknown}: there are ${OPTIONS.join(', ')}`);
    const paths = args.filter((arg) => !arg.startsWith('-'));
    const [showsAll, isSecondRun, savesTimes, isChanged] = OPTIONS.map((option) => args.includes(option));
    const files = testFiles(root);
    if (!isChanged) return { showsAll, isSecondRun, savesTimes, named: chosenFiles(paths, files, root) };
    if (isSecondRun || paths.length > 0) throw new Error('--changed: neither with paths nor with --left-out');
    const { chosen: named, text } = changedTests(files, root);
    console.log(text);
    return { showsAll, isSecondRun, savesTimes, named };
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

function secondsSince(ms) {
  return (performance.now() - ms) / 1000;
}

function timeText(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
