/** The nats-server of this machine, for tests of stations and their hub: the one in the PATH, or in the cache of this checkout. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** Where scripts/test-programs.mjs puts one. */
export const NATS_SERVER_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/kitestring/nats-server');
const PROGRAM = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';
const OLDEST = [2, 14];
const VERSION_DEADLINE_MS = 20_000;

interface NatsServerProgram {
  readonly path: string;
  readonly version: string;
}

let found: NatsServerProgram | undefined;

/** The first one that runs and is new enough; undefined where there is none. */
export function natsServerProgram(): NatsServerProgram | undefined {
  found ??= firstThatRuns();
  return found;
}

/** The reason to skip what needs a nats-server; false where there is one. */
export const missingNatsServer = (): string | false =>
  natsServerProgram() === undefined && `no nats-server ${OLDEST.join('.')} or newer`;

function firstThatRuns(): NatsServerProgram | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), NATS_SERVER_CACHE];
  for (const folder of folders) {
    const path = join(folder, PROGRAM);
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: VERSION_DEADLINE_MS });
    const [, version = '', major, minor] = /v((\d+)\.(\d+)\.\d+)/.exec(stdout ?? '') ?? [];
    const isNewer = Number(major) > (OLDEST[0] ?? 0);
    if (isNewer || (Number(major) === OLDEST[0] && Number(minor) >= (OLDEST[1] ?? 0))) return { path, version };
  }
  return undefined;
}
