// promtool, which judges the alert rules: out of Debian's package of Prometheus, which is not installed, because that would start a
// service. Put into the cache of this checkout when scripts/test-programs.mjs may install; tests only look whether there is one.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROMTOOL_CACHE } from '@kitestring/testing/promtool.ts';

/** @returns what went wrong, in a line; undefined when it is there */
export function installPromtool(timeoutMs) {
  mkdirSync(dirname(PROMTOOL_CACHE), { recursive: true });
  const folder = mkdtempSync(join(dirname(PROMTOOL_CACHE), 'promtool-'));
  try {
    // apt-get downloads as a user of its own, into the current folder.
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
