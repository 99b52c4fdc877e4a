// Steps that install a test program into the cache of this checkout, within one deadline.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** @returns a function that runs a program, and throws the last line that it printed if it fails */
export function runWithin(timeoutMs, cwd) {
  const endMs = performance.now() + timeoutMs;
  return (program, args, env = {}) => {
    const timeout = Math.max(1, Math.round(endMs - performance.now()));
    const options = { cwd, env: { ...process.env, ...env }, encoding: 'utf8', timeout };
    const { error, status, stderr } = spawnSync(program, args, options);
    if (status !== 0) throw error ?? new Error(stderr.trim().split('\n').at(-1) || `${program} failed`);
  };
}

/**
 * Replaces a folder of the cache.
 * @param make gets a new folder and the function of `runWithin`; returns the folder to keep
 */
export function installInto(cache, timeoutMs, make) {
  mkdirSync(dirname(cache), { recursive: true });
  const folder = mkdtempSync(`${cache}-`);
  try {
    const made = make(folder, runWithin(timeoutMs, folder));
    rmSync(cache, { recursive: true, force: true });
    renameSync(made, cache);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
