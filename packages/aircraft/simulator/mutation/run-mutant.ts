import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutant } from './mutants.ts';

export interface MutatedModule {
  readonly url: string;
  readonly from: string;
  readonly to: string;
}

const ROOT = join(import.meta.dirname, '../../../..');
const SOURCE = join(import.meta.dirname, '../src');
const HOOK = pathToFileURL(join(import.meta.dirname, 'mutated-module.ts')).href;
/** A mutant may also loop forever. */
const DEADLINE_MS = 15 * 60_000;

const FIRST_FAILURE = pathToFileURL(join(import.meta.dirname, 'first-failure.ts')).href;

const testsIn = (...files: readonly string[]) => [
  '--test',
  '--test-isolation=none',
  `--test-reporter=${FIRST_FAILURE}`,
  ...files,
];

const UNIT_TESTS = 'packages/aircraft/simulator/src/**/*.test.ts';
const FLIGHTS = 'packages/aircraft/simulator/test/**/*.test.ts';
const VERIFICATION = 'packages/aircraft/simulator/test/verification.test.ts';
/** A figure of the documentation with another last digit is no mistake that was noticed. */
const NOT_DOCUMENTATION = '--test-skip-pattern=documentation';

const unitTests = () => globSync(UNIT_TESTS, { cwd: ROOT });
const flights = () => globSync(FLIGHTS, { cwd: ROOT }).filter((file) => file !== VERIFICATION);

/** The tests beside the file mostly suffice, in a fraction of the time of all. */
function testsBeside({ file }: Mutant): readonly string[] {
  const tests = globSync(`packages/aircraft/simulator/src/${dirname(file)}/*.test.ts`, { cwd: ROOT });
  // Without a file Node would run every test that it finds.
  return tests.length === 0 ? unitTests() : tests;
}

type Judge = 'unit tests' | 'verification' | 'flights';

/** Test suites that judge a mutant, fastest first. */
const judges = (mutant: Mutant | undefined): readonly (readonly [Judge, readonly string[]])[] => [
  ...(mutant === undefined ? [] : [['unit tests', testsIn(...testsBeside(mutant))] as const]),
  ['unit tests', testsIn(...unitTests())],
  ['verification', testsIn(NOT_DOCUMENTATION, VERIFICATION)],
  ['flights', testsIn(...flights())],
];

/** @returns the first suite that fails; undefined when all pass. @param mutant undefined: the unchanged source */
export async function judgedBy(mutant: Mutant | undefined): Promise<Judge | undefined> {
  for (const [judge, args] of judges(mutant)) {
    if (!(await isContent(args, mutant))) return judge;
  }
  return undefined;
}

function isContent(args: readonly string[], mutant: Mutant | undefined): Promise<boolean> {
  const hook = mutant === undefined ? [] : ['--import', HOOK];
  const child = spawn(process.execPath, [...hook, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...(mutant !== undefined && { KITESTRING_MUTANT: JSON.stringify(moduleOf(mutant)) }) },
    stdio: 'ignore',
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status === 0));
  });
}

const moduleOf = ({ file, from, to }: Mutant): MutatedModule => ({
  url: pathToFileURL(join(SOURCE, file)).href,
  from,
  to,
});
