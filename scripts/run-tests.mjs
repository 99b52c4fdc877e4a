// Runs all tests in two goes. First those that need nothing but a processor: as many files at a time as there are cores. Then
// those that watch pictures in real time: one file at a time, because what they see is late where others take the processor.
// The Node that runs this must be one that runs TypeScript: scripts/node.mjs sees to that.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const ALL = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'];
const LIVE = ['packages/player/test/**/*.test.ts', 'packages/{console,server}/test/live/**/*.test.ts'];

const filesOf = (patterns) => patterns.flatMap((pattern) => globSync(pattern)).sort();
const live = new Set(filesOf(LIVE));
const calm = filesOf(ALL).filter((file) => !live.has(file));

const statuses = [
  run(`${calm.length} files`, availableParallelism(), calm),
  run(`${live.size} files with live video, in real time`, 1, [...live]),
];
process.exit(Math.max(...statuses));

function run(what, atATime, files) {
  console.log(`\n${what}, ${atATime} at a time`);
  const { error, status } = spawnSync(process.execPath, ['--test', `--test-concurrency=${atATime}`, ...files], {
    stdio: 'inherit',
  });
  if (error !== undefined) console.error(`the tests cannot be run: ${error.message}`);
  return status ?? 1;
}
