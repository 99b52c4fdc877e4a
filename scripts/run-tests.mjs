// Runs all tests in three goes. First those beside what they test: a process for each core, which takes many files, for most
// need less time than the start of a process. Then those that have servers, browsers and folders of their own: a process for
// each file, as many at a time as there are cores. Then those that watch pictures in real time: one file at a time, because
// what they see is late where others take the processor.
// The Node that runs this must be one that runs TypeScript: scripts/node.mjs sees to that.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const UNIT = ['packages/*/src/**/*.test.ts'];
const LIVE = ['packages/player/test/**/*.test.ts', 'packages/{console,server}/test/live/**/*.test.ts'];
const OTHER = ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];

const filesOf = (patterns) => patterns.flatMap((pattern) => globSync(pattern)).sort();
const unit = filesOf(UNIT);
const live = filesOf(LIVE);
const other = filesOf(OTHER).filter((file) => !live.includes(file));
const cores = availableParallelism();

console.log(`\n${unit.length} files beside what they test, in ${cores} processes`);
const shares = Array.from({ length: cores }, (_, core) => unit.filter((_, index) => index % cores === core));
const whole = shares.filter((share) => share.length > 0);
const statuses = await Promise.all(whole.map((share) => run(['--test-isolation=none', ...share], 'at its end')));
console.log(`\n${other.length} files, ${cores} at a time`);
statuses.push(await run([`--test-concurrency=${cores}`, ...other]));
console.log(`\n${live.length} files with live video, in real time, 1 at a time`);
statuses.push(await run(['--test-concurrency=1', ...live]));
process.exit(Math.max(...statuses));

/** Shows what the tests print as they run, or at their end where several runs would mix theirs. */
function run(args, shown) {
  const stdio = shown === 'at its end' ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(process.execPath, ['--test', ...args], { stdio });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => printed.push(bytes));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`the tests cannot be run: ${error.message}`);
      resolve(1);
    });
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(status ?? 1);
    });
  });
}
