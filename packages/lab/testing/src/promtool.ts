/** promtool of this machine, which checks rules of Prometheus: the one in the PATH, or in the cache of this checkout. */
import { type FoundProgram, findProgram, INSTALLED_BY, programCache } from './found-program.ts';

/** Where scripts/test-programs.mjs installs it. */
export const PROMTOOL_CACHE = programCache('promtool');
const OLDEST = [2, 42] as const;

let found: FoundProgram | undefined;

export function promtoolProgram(): FoundProgram | undefined {
  found ??= findProgram({ name: 'promtool', cache: PROMTOOL_CACHE, oldest: OLDEST });
  return found;
}

/** The reason to skip tests that need promtool; false if it is available. */
export const missingPromtool = (): string | false =>
  promtoolProgram() === undefined && `no promtool ${OLDEST.join('.')} or newer: ${INSTALLED_BY}`;
