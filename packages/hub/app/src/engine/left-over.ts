import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;
/** It syncs its files before it ends. */
const PATIENCE_MS = 10_000;

/**
 * Ends a server that outlived a killed hub. Process ids are reused, so the process counts as one only if its command
 * line names the configuration.
 */
export async function endLeftOver(pidFile: string, config: string): Promise<void> {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').trim()) : Number.NaN;
  if (!Number.isInteger(pid) || pid <= 1) return;
  const giveUpMs = performance.now() + PATIENCE_MS;
  let signal: NodeJS.Signals = 'SIGTERM';
  while (commandLine(pid).includes(config)) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    await wait(LOOK_EVERY_MS);
    if (performance.now() > giveUpMs) signal = 'SIGKILL';
  }
}

/** Command line of a process; empty if there is none. */
function commandLine(pid: number): string {
  const known = `/proc/${pid}/cmdline`;
  try {
    if (existsSync('/proc/self')) return readFileSync(known, 'utf8');
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
