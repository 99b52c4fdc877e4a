/** Optional programs of tests, found in the PATH or in the cache of this checkout. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const VERSION_DEADLINE_MS = 120_000;
/** The way to a missing one, for the list of tests that are left out. */
export const INSTALLED_BY = 'run INSTALL_TEST_PROGRAMS=1 npm test';

interface ProgramQuery {
  readonly name: string;
  /** Cache folder of the checkout. */
  readonly cache: string;
  /** Oldest supported version: major and minor. */
  readonly oldest: readonly [number, number];
}

export interface FoundProgram {
  readonly path: string;
  readonly version: string;
}

/** Path of a program in the cache of the checkout. */
export const programCache = (name: string): string =>
  join(import.meta.dirname, '../../../../node_modules/.cache/kitestring', name);

/** The first program that runs and is new enough; undefined if there is none. */
export function findProgram({
  cache,
  name,
  oldest: [oldestMajor, oldestMinor],
}: ProgramQuery): FoundProgram | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), cache];
  for (const folder of folders) {
    const path = join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: VERSION_DEADLINE_MS });
    const [, version = '', major, minor] = /\bv?((\d+)\.(\d+)\.\d+)/.exec(stdout ?? '') ?? [];
    const isNewer = Number(major) > oldestMajor;
    if (isNewer || (Number(major) === oldestMajor && Number(minor) >= oldestMinor)) return { path, version };
  }
  return undefined;
}
