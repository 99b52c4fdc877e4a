// Runs all tests in three goes. First those beside what they test: a process for each core, which takes many files, for most
// need less time than the start of a process. Then those that have servers, browsers and folders of their own: a process for
// each file, as many at a time as there are cores. Then those that watch pictures in real time: one file at a time, because
// what they see is late where others take the processor.
// At the end it tells the time of each go, and what was left out and why. With --left-out it runs the files that left
// something out the last time, for a machine where what they need has been installed since.
// The Node that runs this must be one that runs TypeScript: scripts/node.mjs sees to that.
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..');
const LEFT_OUT = join(ROOT, 'node_modules/.cache/kitestring/left-out-tests.json');
const REPORTER = pathToFileURL(join(import.meta.dirname, 'test-record.mjs')).href;

/** A process of tests that takes this long hangs: the slowest takes ten minutes on two busy cores. */
const HANGS_AFTER_MS = 45 * 60_000;

const UNIT = ['packages/*/src/**/*.test.ts'];
const LIVE = ['packages/player/test/**/*.test.ts', 'packages/{console,server}/test/live/**/*.test.ts'];
const OTHER = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];

const chosen = process.argv.includes('--left-out') ? leftOutLastTime() : undefined;
const filesOf = (patterns) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => chosen?.has(file) ?? true)
    .sort();
const unit = filesOf(UNIT);
const live = filesOf(LIVE);
const other = filesOf(OTHER).filter((file) => !live.includes(file));
const cores = availableParallelism();
const records = mkdtempSync(join(tmpdir(), 'kitestring-tests-'));
const goes = [];

await go('beside what they test', unit, `in ${cores} processes`, () => {
  const shares = Array.from({ length: cores }, (_, core) => unit.filter((_, index) => index % cores === core));
  const whole = shares.filter((share) => share.length > 0);
  return Promise.all(whole.map((share) => run(['--test-isolation=none', ...share], 'at its end')));
});
await go('with servers, browsers and folders', other, `${cores} at a time`, async () => [
  await run([`--test-concurrency=${cores}`, ...other]),
]);
await go('with live video, in real time', live, '1 at a time', async () => [
  await run(['--test-concurrency=1', ...live]),
]);
tell();
rmSync(records, { recursive: true, force: true });
process.exit(Math.max(0, ...goes.flatMap(({ outcomes }) => outcomes.map(({ status }) => status))));

async function go(name, files, how, begin) {
  if (files.length === 0) return;
  console.log(`\n${files.length} files ${name}, ${how}`);
  const beganMs = performance.now();
  const outcomes = await begin();
  goes.push({ name, files: files.length, seconds: (performance.now() - beganMs) / 1000, outcomes });
}

/** Shows what the tests print as they run, or at their end where several runs would mix theirs. */
function run(args, shown) {
  const stdio = shown === 'at its end' ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const record = join(mkdtempSync(join(records, 'go-')), 'record.jsonl');
  const reporters = [
    ['--test-reporter=spec', '--test-reporter-destination=stdout'],
    [`--test-reporter=${REPORTER}`, `--test-reporter-destination=${record}`],
  ];
  const options = { stdio, cwd: ROOT, timeout: HANGS_AFTER_MS, killSignal: 'SIGKILL' };
  const child = spawn(process.execPath, ['--test', ...reporters.flat(), ...args], options);
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => printed.push(bytes));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`the tests cannot be run: ${error.message}`);
      resolve({ status: 1, lines: [] });
    });
    child.on('close', (status, signal) => {
      process.stdout.write(Buffer.concat(printed));
      if (signal !== null)
        console.error(`the tests were ended by ${signal}, after ${HANGS_AFTER_MS / 60_000} min at most`);
      resolve({ status: status ?? 1, lines: linesOf(record) });
    });
  });
}

function leftOutLastTime() {
  if (existsSync(LEFT_OUT)) return new Set(JSON.parse(readFileSync(LEFT_OUT, 'utf8')));
  console.error('no run of all tests has left something out yet: npm test');
  process.exit(1);
}

function linesOf(record) {
  const text = readFileSync(record, 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

function tell() {
  const rows = goes.map(({ files, name, outcomes, seconds }) => {
    const lines = outcomes.flatMap((outcome) => outcome.lines);
    const sum = (what) => lines.reduce((total, line) => total + (line[what] ?? 0), 0);
    const leftOut = lines.filter(({ kind }) => kind === 'left out').length;
    return { name, files, seconds, passed: sum('passed'), failed: sum('failed') + sum('cancelled'), leftOut };
  });
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log('\nTests by group');
  for (const { failed, files, leftOut, name, passed, seconds } of rows) {
    const counts = `${files} files, ${passed} passed, ${failed} failed, ${leftOut} left out`;
    console.log(`  ${name.padEnd(width)}  ${timeText(seconds).padStart(11)}  ${counts}`);
  }
  console.log(
    `  ${'together'.padEnd(width)}  ${timeText(rows.reduce((all, { seconds }) => all + seconds, 0)).padStart(11)}`,
  );
  tellLeftOut(
    goes.flatMap(({ outcomes }) => outcomes.flatMap(({ lines }) => lines)).filter(({ kind }) => kind === 'left out'),
  );
}

/** Nothing is left out in silence, and what was can be run later. */
function tellLeftOut(tests) {
  const files = new Set(tests.flatMap(({ file }) => (file === undefined ? [] : [relative(ROOT, file)])));
  mkdirSync(join(LEFT_OUT, '..'), { recursive: true });
  writeFileSync(LEFT_OUT, JSON.stringify([...files]));
  const reasons = Map.groupBy(tests, ({ reason }) => reason);
  for (const [reason, those] of reasons) console.log(`  left out, ${those.length}: ${reason}`);
}

function timeText(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
