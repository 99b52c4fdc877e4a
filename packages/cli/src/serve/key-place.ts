import { existsSync, readFileSync, rmSync } from 'node:fs';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';

/** Location of an API key that a person at this machine can use now. */
export type KeyPlace =
  /** Generated at this start: shown only once. */
  | { readonly kind: 'new'; readonly key: string; readonly file: string }
  /** In its file. */
  | { readonly kind: 'file'; readonly file: string }
  /** Given by KITESTRING_API_KEY. */
  | { readonly kind: 'variable' }
  /** Known only to the person who noted it. */
  | { readonly kind: 'noted' };

interface KeyPlaceOptions {
  /** The key generated at this start. */
  readonly firstKey: string | undefined;
  readonly values: Pick<SettingValues, 'api_key' | 'data_dir'>;
  /** Whether the output is read by a person. Other output is stored in logs, which must not contain a key. */
  readonly isTerminal: boolean;
}

export function keyPlace({
  firstKey,
  values: { api_key: key, data_dir: folder },
  isTerminal,
}: KeyPlaceOptions): KeyPlace {
  const file = firstKeyFile(folder);
  if (firstKey !== undefined) return isTerminal ? { kind: 'new', key: firstKey, file } : { kind: 'file', file };
  if (key === undefined) return existsSync(file) ? { kind: 'file', file } : { kind: 'noted' };
  // The first plugin has another key now; the old one in its file would be misleading.
  if (existsSync(file) && readFileSync(file, 'utf8').trim() !== key) rmSync(file);
  return { kind: 'variable' };
}
