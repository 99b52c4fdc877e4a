import { homedir } from 'node:os';
import path from 'node:path';

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: () => string;
}

const THIS_MACHINE: Machine = { platform: process.platform, environment: process.env, home: homedir };

/**
 * Folder of Kitestring for this user, for data or for what can be made again, as the platform has it.
 * Source: XDG Base Directory Specification 0.8; a relative path in its variables is ignored.
 */
export function userFolder(kind: 'data' | 'cache', machine: Machine = THIS_MACHINE): string {
  const { environment, home, platform } = machine;
  if (platform === 'win32') {
    const local = environment.LOCALAPPDATA ?? path.win32.join(home(), 'AppData', 'Local');
    return path.win32.join(local, 'Kitestring', ...(kind === 'cache' ? ['cache'] : []));
  }
  if (platform === 'darwin') {
    return path.posix.join(home(), 'Library', kind === 'cache' ? 'Caches' : 'Application Support', 'Kitestring');
  }
  const given = environment[kind === 'cache' ? 'XDG_CACHE_HOME' : 'XDG_DATA_HOME'] ?? '';
  const base = path.posix.isAbsolute(given)
    ? given
    : path.posix.join(home(), ...(kind === 'cache' ? ['.cache'] : ['.local', 'share']));
  return path.posix.join(base, 'kitestring');
}
