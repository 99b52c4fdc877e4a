import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { firstKeyFile } from '@kitestring/server/config/data-folder.ts';
import type { PluginRecord } from '@kitestring/station/ports/plugin-store.ts';
import type { PluginDesk } from './plugin-desk.ts';

/**
 * Keeps the file of the first key true: when the plugin that it opens gets another key or is removed, it follows.
 * @param before the plugin before the change
 * @returns the file, when it has changed
 */
export async function followFirstKey(
  desk: PluginDesk,
  before: PluginRecord,
  newKey: string | undefined,
): Promise<string | undefined> {
  const file = firstKeyFile(desk.folder);
  if (!existsSync(file)) return undefined;
  if ((await desk.hashKey(readFileSync(file, 'utf8').trim())) !== before.keyHash) return undefined;
  if (newKey === undefined) rmSync(file);
  else {
    // Whole or not at all, whoever reads it meanwhile.
    writeFileSync(`${file}.new`, `${newKey}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return file;
}
