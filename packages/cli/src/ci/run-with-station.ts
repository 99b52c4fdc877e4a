import { spawn } from 'node:child_process';
import type { Context } from '../context.ts';
import type { LoggedStation } from './logged-station.ts';

const KILL_AFTER_MS = 10_000;

/**
 * Runs a command in the folder and with the terminal of the user; a single word is a line for the shell. A requested stop ends it.
 * @returns `well`, or how else it ended, `ended with status 3`
 */
export function runWithStation(
  [program = '', ...args]: readonly string[],
  { key, url }: Pick<LoggedStation, 'key' | 'url'>,
  { environment, folder, stop }: Pick<Context, 'environment' | 'folder' | 'stop'>,
): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...environment, KITESTRING_URL: url, KITESTRING_API_KEY: key },
      shell: args.length === 0,
      stdio: 'inherit',
    });
    let late: NodeJS.Timeout | undefined;
    const end = () => {
      child.kill('SIGTERM');
      late = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    };
    const ended = (how: string) => {
      stop.removeEventListener('abort', end);
      clearTimeout(late);
      resolve(how);
    };
    stop.addEventListener('abort', end, { once: true });
    if (stop.aborted) end();
    child.once('error', ({ message }) => ended(`cannot be started: ${message}`));
    child.once('exit', (status, signal) =>
      ended(status === 0 ? 'well' : signal === null ? `ended with status ${status}` : `was ended by ${signal}`),
    );
  });
}
