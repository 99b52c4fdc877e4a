import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutant } from './mutants.ts';

export interface MutatedModule {
  readonly url: string;
  readonly from: string;
  readonly to: string;
}

const ROOT = join(import.meta.dirname, '../../..');
const SOURCE = join(import.meta.dirname, '../src');
const HOOK = pathToFileURL(join(import.meta.dirname, 'mutated-module.ts')).href;
/** A mutant may also loop forever. */
const DEADLINE_MS = 15 * 60_000;

const testsOf = (pattern: string) => ['--test', '--test-isolation=none', ...globSync(pattern, { cwd: ROOT })];

/** Test suites that judge a mutant, fastest first. */
const JUDGES = {
  'unit tests': () => testsOf('packages/simulator/src/**/*.test.ts'),
  flights: () => testsOf('packages/simulator/test/**/*.test.ts'),
  verification: () => ['packages/simulator/verification/run.ts'],
} as const;

type Judge = keyof typeof JUDGES;
const ALL_JUDGES = Object.keys(JUDGES) as readonly Judge[];

/** @returns the first suite that fails; undefined when all pass. @param mutant undefined: the unchanged source */
export async function judgedBy(mutant: Mutant | undefined): Promise<Judge | undefined> {
  for (const judge of ALL_JUDGES) {
    if (!(await isContent(JUDGES[judge](), mutant))) return judge;
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
