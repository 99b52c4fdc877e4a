// Checks format, lint, types, and the rules that tests enforce, two at a time; prints the output of a failed check. Each compiler has one
// thread: several repeat each other's work, and take twice the processor time.
//   without-rules leaves out those tests, which `npm test` runs among the others
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PROGRAMS = join(ROOT, 'node_modules/.bin');
const RULES = ['boundaries', 'exports', 'names', 'words'].map((name) => `test/${name}.test.ts`);
const DOTS = ['--test', '--test-isolation=none', '--test-reporter=dot'];
/** Each compiler keeps its results, so that the next check compiles changed files only: a quarter of its processor time. */
const types = (project, ...args) => {
  const known = join(ROOT, `node_modules/.cache/kitestring/types/${project}.tsbuildinfo`);
  return ['tsc', '--noEmit', '--checkers', '1', ...args, '--incremental', '--tsBuildInfoFile', known];
};

/** Go's garbage collector takes a third of the compiler's time, so it starts at 1.5 GB only; a check needs 1.3. */
const COMPILER = { GOGC: 'off', GOMEMLIMIT: '1500MiB' };

/** The longest first. */
const waiting = [
  ['biome', 'check', '.'],
  types('all'),
  // The console is checked together with the page of the hub, with which it shares most imports.
  ...['hub/page', 'video/player'].map((name) => types(name, '-p', `packages/${name}`)),
  ...(process.argv.includes('without-rules') ? [] : [['node', 'scripts/node.mjs', ...DOTS, ...RULES]]),
];

const failed = [];
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runNext));
if (failed.length > 0) console.error(`failed: ${failed.join('; ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runNext() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
}

async function run([name, ...args]) {
  const beganMs = performance.now();
  const program = name === 'node' ? process.execPath : join(PROGRAMS, name);
  const env = { ...process.env, ...(name === 'tsc' && COMPILER) };
  const { status, said } = await outcome(spawn(program, args, { cwd: ROOT, env, shell: process.platform === 'win32' }));
  const what = [name, ...args].join(' ').replace(/ --incremental.*/, '');
  console.log(`${status === 0 ? '✔' : '✖'} ${what}: ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
  if (status === 0) return;
  failed.push(what);
  process.stdout.write(said);
}

function outcome(child) {
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: 1, said: `${error.message}\n` }));
    child.on('close', (status) => resolve({ status, said: Buffer.concat(said) }));
  });
}
