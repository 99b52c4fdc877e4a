// promtool, which validates the alert rules: extracted from Debian's package of Prometheus into the cache of this checkout, because
// installing the package would start a service. scripts/test-programs.mjs does this; tests only look for it.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROMTOOL_CACHE } from '@kitestring/lab-testing/programs.ts';

/** @returns the error in one line; undefined if installed */
export function installPromtool(timeoutMs) {
  mkdirSync(dirname(PROMTOOL_CACHE), { recursive: true });
  const folder = mkdtempSync(join(dirname(PROMTOOL_CACHE), 'promtool-'));
  try {
    // apt-get downloads as its own user, into the current folder.
    chmodSync(folder, 0o777);
    const endMs = performance.now() + timeoutMs;
    const faultOf = (program, args) => {
      const timeout = Math.max(1, Math.round(endMs - performance.now()));
      const { error, status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout });
      return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1));
    };
    const missing = faultOf('apt-get', ['update', '-q']) ?? faultOf('apt-get', ['download', '-q', 'prometheus']);
    if (missing !== undefined) return missing;
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
    if (archive === undefined) return 'apt-get brought no package';
    const fault = faultOf('dpkg-deb', ['-x', archive, 'whole']);
    if (fault !== undefined) return fault;
    mkdirSync(join(folder, 'kept'));
    renameSync(join(folder, 'whole/usr/bin/promtool'), join(folder, 'kept/promtool'));
    rmSync(PROMTOOL_CACHE, { recursive: true, force: true });
    renameSync(join(folder, 'kept'), PROMTOOL_CACHE);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
