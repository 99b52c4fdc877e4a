/** Helm of this machine, for the test of the chart: the one in the PATH, or in the cache of this checkout. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { programCache } from './found-program.ts';

/** Where scripts/test-programs.mjs puts one. */
export const HELM_CACHE = programCache('helm');
const VERSION_DEADLINE_MS = 120_000;

let found: string | undefined;

/** Path of the first one that runs; undefined where there is none. */
export function helmProgram(): string | undefined {
  found ??= [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), HELM_CACHE]
    .map((folder) => join(folder, 'helm'))
    .find((path) => spawnSync(path, ['version'], { timeout: VERSION_DEADLINE_MS }).status === 0);
  return found;
}

/** The reason to skip what needs Helm; false where there is one. */
export const missingHelm = (): string | false => helmProgram() === undefined && 'no helm';
