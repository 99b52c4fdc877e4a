// Programs of the hub's tests, compiled by Go from modules of pinned versions, which Go's checksum database verifies, into the cache of
// this checkout. scripts/test-programs.mjs installs them; tests only look for them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HELM_CACHE, LIVEKIT_SERVER_CACHE, VERSITY_GATEWAY_CACHE } from '@kitestring/lab-testing/programs.ts';

const ENDING = process.platform === 'win32' ? '.exe' : '';

export const LIVEKIT_SERVER = {
  module: 'github.com/livekit/livekit-server/cmd/server@v1.13.5',
  /** As Go names it. */
  compiledAs: 'server',
  program: 'livekit-server',
  cache: LIVEKIT_SERVER_CACHE,
};
export const VERSITY_GATEWAY = {
  module: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
  compiledAs: 'versitygw',
  program: 'versitygw',
  cache: VERSITY_GATEWAY_CACHE,
};
export const HELM = {
  module: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  compiledAs: 'helm',
  program: 'helm',
  cache: HELM_CACHE,
};

/** @returns the error in one line; undefined if installed */
export function installGoProgram({ cache, compiledAs, module, program }, timeoutMs) {
  mkdirSync(dirname(cache), { recursive: true });
  const folder = mkdtempSync(join(dirname(cache), `${program}-`));
  try {
    const env = { ...process.env, GOBIN: folder };
    const options = { env, encoding: 'utf8', timeout: timeoutMs };
    const { error, status, stderr } = spawnSync('go', ['install', '-ldflags=-s -w', module], options);
    if (status !== 0) return error?.message ?? stderr.trim().split('\n').at(-1);
    renameSync(join(folder, `${compiledAs}${ENDING}`), join(folder, `${program}${ENDING}`));
    rmSync(cache, { recursive: true, force: true });
    renameSync(folder, cache);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
