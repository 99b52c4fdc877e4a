/** Helm of this machine, for the test of the chart: the one in the PATH, or in the cache of this checkout. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { INSTALLED_BY, programCache } from './found-program.ts';

/** Where scripts/test-programs.mjs installs it. */
export const HELM_CACHE = programCache('helm');
const VERSION_DEADLINE_MS = 120_000;

let found: string | undefined;

/** Path of the first Helm that runs; undefined if there is none. */
export function helmProgram(): string | undefined {
  found ??= [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), HELM_CACHE]
    .map((folder) => join(folder, 'helm'))
    .find((path) => spawnSync(path, ['version'], { timeout: VERSION_DEADLINE_MS }).status === 0);
  return found;
}

/** The reason to skip tests that need Helm; false if it is available. */
export const missingHelm = (): string | false => helmProgram() === undefined && `no helm: ${INSTALLED_BY}`;
