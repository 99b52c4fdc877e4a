import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { savePrivateFile } from '@kitestring/os/private-file.ts';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { Auth } from '@kitestring/station-core/auth';
import type { PluginRecord, Secrets } from '@kitestring/station-core/ports';

export interface FirstKeyPlace extends Pick<Secrets, 'hashKey'> {
  /** The data folder. */
  readonly folder: string;
}

/**
 * Keeps the first-key file valid: updates or removes it when its plugin's key changes or the plugin is removed.
 * @param before the plugin before the change
 */
export async function followFirstKey(
  { folder, hashKey }: FirstKeyPlace,
  before: PluginRecord,
  newKey: string | undefined,
): Promise<string | undefined> {
  const file = firstKeyFile(folder);
  if (!existsSync(file)) return undefined;
  const key = readFileSync(file, 'utf8').trim();
  if ((await hashKey(key)) !== before.keyHash) return undefined;
  if (newKey === undefined) rmSync(file);
  else await savePrivateFile(file, `${newKey}\n`);
  return file;
}

/**
 * Creates the first plugin at the first start, and writes its key to the file. @returns the key when it was created
 * here
 */
export async function ensureFirstKey(
  auth: Pick<Auth, 'ensureFirstPlugin'>,
  { apiKey, dataDir }: Pick<ServerSettings, 'apiKey' | 'dataDir'>,
): Promise<string | undefined> {
  const made = await auth.ensureFirstPlugin(apiKey === undefined ? {} : { key: apiKey });
  if (made !== undefined) writeFileSync(firstKeyFile(dataDir), `${made}\n`, { mode: 0o600 });
  return made;
}
