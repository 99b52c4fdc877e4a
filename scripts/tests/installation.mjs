// Steps that install test programs into the cache of this checkout, within one deadline.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** @returns a function that runs a program, and rejects with the last line that it printed if it fails */
export function runWithin(timeoutMs, cwd) {
  const signal = AbortSignal.timeout(timeoutMs);
  return (program, args, env = {}) =>
    promisify(execFile)(program, args, { cwd, env: { ...process.env, ...env }, signal }).catch((error) => {
      throw new Error(error.stderr?.trim().split('\n').at(-1) || error.message);
    });
}

/** Replaces a folder of the cache. @param make gets a new folder and the function of `runWithin`, and returns the folder to keep */
export async function installInto(cache, timeoutMs, make) {
  mkdirSync(dirname(cache), { recursive: true });
  const folder = mkdtempSync(`${cache}-`);
  try {
    const made = await make(folder, runWithin(timeoutMs, folder));
    rmSync(cache, { recursive: true, force: true });
    renameSync(made, cache);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
