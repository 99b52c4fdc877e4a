import { homedir, platform } from 'node:os';
import { join } from 'node:path';

/** Folder of the user's cache where `kitestring hub engine install` stores nats-server. */
export function engineCache(environment: Readonly<Record<string, string | undefined>>): string {
  return join(cache(environment), 'kitestring', 'nats-server');
}

function cache({ LOCALAPPDATA, XDG_CACHE_HOME }: Readonly<Record<string, string | undefined>>): string {
  if (XDG_CACHE_HOME !== undefined && XDG_CACHE_HOME !== '') return XDG_CACHE_HOME;
  if (platform() === 'win32' && LOCALAPPDATA !== undefined) return LOCALAPPDATA;
  return platform() === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

export const ENGINE_FILE = platform() === 'win32' ? 'nats-server.exe' : 'nats-server';
