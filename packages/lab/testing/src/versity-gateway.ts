/** The S3 gateway of this machine, for tests of object storage: in the PATH, or in the cache of this checkout. */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { INSTALLED_BY, programCache } from './found-program.ts';

/** Where scripts/test-programs.mjs installs it. */
export const VERSITY_GATEWAY_CACHE = programCache('versitygw');
const VERSION_DEADLINE_MS = 120_000;

let found: string | undefined;

/** Path of the first gateway that runs; undefined if there is none. Built by Go, it does not know its version. */
export function versityGatewayProgram(): string | undefined {
  found ??= [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), VERSITY_GATEWAY_CACHE]
    .map((folder) => join(folder, 'versitygw'))
    .find((path) => spawnSync(path, ['--version'], { timeout: VERSION_DEADLINE_MS }).status === 0);
  return found;
}

/** The reason to skip tests that need S3; false if it is available. */
export const missingVersityGateway = (): string | false =>
  versityGatewayProgram() === undefined && `no versitygw, an S3 gateway: ${INSTALLED_BY}`;
