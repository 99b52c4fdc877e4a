import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { PluginRecord } from '@kitestring/station/ports/plugin-store.ts';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';
import { firstKeyFile } from './config/data-folder.ts';

export interface FirstKeyPlace extends Pick<Secrets, 'hashKey' | 'hashKeySlowly'> {
  /** The data folder. */
  readonly folder: string;
}

/**
 * Keeps the file of the first key true: when the plugin that it opens gets another key or is removed, it follows.
 * @param before the plugin before the change
 * @returns the file, when it has changed
 */
export async function followFirstKey(
  { folder, hashKey, hashKeySlowly }: FirstKeyPlace,
  before: PluginRecord,
  newKey: string | undefined,
): Promise<string | undefined> {
  const file = firstKeyFile(folder);
  if (!existsSync(file)) return undefined;
  const key = readFileSync(file, 'utf8').trim();
  const isItsKey = [await hashKey(key), await hashKeySlowly(key)].includes(before.keyHash);
  if (!isItsKey) return undefined;
  if (newKey === undefined) rmSync(file);
  else {
    // Whole or not at all, whoever reads it meanwhile.
    writeFileSync(`${file}.new`, `${newKey}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return file;
}
