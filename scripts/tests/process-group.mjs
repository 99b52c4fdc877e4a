// Processes that end with all that they have started: when they end, and when this process does.
import { spawn } from 'node:child_process';

const running = new Set();
process.on('exit', () => running.forEach(killGroup));
// Ctrl-C comes twice: from the terminal, and from the program that started this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

/** Starts the leader of a group: nothing of it outlives it, also where it was killed before it could end what it has started. */
export function startGroup(program, args, options) {
  const child = spawn(program, args, { ...options, detached: process.platform !== 'win32' });
  running.add(child);
  child.on('exit', () => {
    killGroup(child);
    running.delete(child);
  });
  return child;
}

function killGroup({ pid }) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
