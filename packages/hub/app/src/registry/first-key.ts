import { writePrivateFile } from '@kitestring/os/private-file.ts';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import type { ApiKeys } from './api-keys.ts';

/**
 * The first administrator's key, in a file until a user removes it.
 * @returns undefined when this is not the first start
 */
export async function makeFirstKey(keys: ApiKeys, dataDir: string, nowMs: number): Promise<string | undefined> {
  const made = await keys.addFirst(nowMs);
  if (made !== undefined) writePrivateFile(firstKeyFile(dataDir), `${made.secret}\n`);
  return made?.secret;
}
