import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '@kitestring/os/private-file.ts';
import { newSecret, recordKey } from './session-cookie.ts';

/** Lifetime of a link. */
export const ADMIN_LINK_S = 600;
const linkFolder = (dataDir: string): string => join(dataDir, 'admin-links');
const file = (dataDir: string, secret: string): string => join(linkFolder(dataDir), recordKey(secret));

/** Creates a token that signs an administrator in, once. A user who can write to the data folder is an administrator anyway. */
export function makeAdminLink(dataDir: string): string {
  const secret = newSecret();
  mkdirSync(linkFolder(dataDir), { recursive: true, mode: 0o700 });
  writePrivateFile(file(dataDir, secret), '');
  return secret;
}

/** Uses up a token. @returns whether it was valid */
export function useAdminLink(dataDir: string, secret: string, nowMs: number): boolean {
  removeOld(dataDir, nowMs);
  try {
    // If several use it, removing succeeds only for one.
    rmSync(file(dataDir, secret));
    return true;
  } catch {
    return false;
  }
}

function removeOld(dataDir: string, nowMs: number): void {
  const folder = linkFolder(dataDir);
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (nowMs - statSync(file).mtimeMs > ADMIN_LINK_S * 1000) rmSync(file, { force: true });
    }
  } catch {
    // Without the folder there are no links.
  }
}
