/** Programs that tests use where a machine has them: the one in the PATH, or in the cache of this checkout. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

const VERSION_DEADLINE_MS = 120_000;

interface ProgramQuery {
  readonly name: string;
  /** Folder in which a checkout keeps its own. */
  readonly cache: string;
  /** Oldest version that will do: major and minor. */
  readonly oldest: readonly [number, number];
}

export interface FoundProgram {
  readonly path: string;
  readonly version: string;
}

/** Where a checkout keeps a program of its own. */
export const programCache = (name: string): string =>
  join(import.meta.dirname, '../../../node_modules/.cache/kitestring', name);

/** The first one that runs and is new enough; undefined where there is none. */
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
