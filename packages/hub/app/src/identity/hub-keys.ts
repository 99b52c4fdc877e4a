import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Nkey, type NkeyKind } from '@kitestring/hub-contract/nkey.ts';
import { writePrivateFile } from '@kitestring/os/private-file.ts';
import type { HubSettingValues } from '@kitestring/settings/hub/hub-settings.ts';
import { HubFault } from '../hub-fault.ts';

const NKEYS = {
  operatorSigning: 'operator',
  account: 'account',
  systemAccount: 'account',
  stationSigning: 'account',
  hubSigning: 'account',
  // Created last: if it exists, all of them exist.
  operator: 'operator',
} as const satisfies Readonly<Record<string, NkeyKind>>;
type NkeyName = keyof typeof NKEYS;

const TOKEN_KEY_BYTES = 32;

/** Key with which the hub signs commands. */
export interface HubCommandKey {
  readonly kid: string;
  readonly key: KeyObject;
  /** Public key, base64url. */
  readonly x: string;
}

/** All keys of a hub, which are secret; public parts are published only in tokens. */
export type HubKeys = Readonly<Record<NkeyName, Nkey>> & {
  /** Key of the stations' account; `account` is that of the hub. */
  readonly stationsAccount: Nkey;
  readonly command: HubCommandKey;
  /** Signs the tokens of clients of stations. */
  readonly stationTokens: Uint8Array;
};

/** Folder of the keys of a hub. */
export const keysFolder = ({ data_dir, keys_dir }: HubSettingValues): string => keys_dir ?? join(data_dir, 'keys');

interface OpenKeysOptions {
  /** Creates missing keys; otherwise a missing key is a fault, because external nats-servers do not know new keys. */
  readonly mayMake: boolean;
}

/**
 * The keys of the folder; files with mode 0600 in a folder with 0700.
 * @throws HubFault when one is damaged, or is missing beside others: a new one would lock all stations out
 */
export function openHubKeys(folder: string, { mayMake }: OpenKeysOptions): HubKeys {
  const isNew = !existsSync(keyFile(folder, 'operator'));
  if (isNew && !mayMake) {
    throw new HubFault(
      'KEYS_MISSING',
      `${folder} has no keys: make them once with "kitestring hub engine config", and give every replica the same folder (keys_dir)`,
    );
  }
  if (isNew) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const command = openCommandKey(join(folder, 'command.pem'), isNew);
  const stationTokens = openTokenKey(join(folder, 'station-tokens.key'), isNew);
  const names = Object.keys(NKEYS) as NkeyName[];
  const nkeys = Object.fromEntries(names.map((name) => [name, openNkey(keyFile(folder, name), NKEYS[name], isNew)]));
  const own = nkeys as Record<NkeyName, Nkey>;
  // Key folders are older than this account, and every replica must derive the same one.
  const stationsAccount = own.account.derived('account', 'kitestring account of the stations');
  return { ...own, stationsAccount, command, stationTokens };
}

const keyFile = (folder: string, name: NkeyName): string =>
  join(folder, `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.nk`);

function makeMissing(file: string, isNew: boolean, make: () => string | Uint8Array): void {
  if (existsSync(file)) return;
  if (!isNew) throw new HubFault('KEY_DAMAGED', `${file} is missing: put the backup of this file back`);
  writePrivateFile(file, make());
}

function openNkey(file: string, kind: NkeyKind, isNew: boolean): Nkey {
  makeMissing(file, isNew, () => `${Nkey.make(kind).seed}\n`);
  return readKey(file, (text) => Nkey.fromSeed(text.trim(), kind));
}

function openCommandKey(file: string, isNew: boolean): HubCommandKey {
  makeMissing(file, isNew, () => generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const key = readKey(file, createPrivateKey);
  const x = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
  return { kid: x.slice(0, 12), key, x };
}

function openTokenKey(file: string, isNew: boolean): Uint8Array {
  makeMissing(file, isNew, () => `${randomBytes(TOKEN_KEY_BYTES).toString('base64url')}\n`);
  return readKey(file, (text) => {
    const key = Buffer.from(text.trim(), 'base64url');
    if (key.length !== TOKEN_KEY_BYTES) throw new Error(`${TOKEN_KEY_BYTES} bytes in base64url expected`);
    return key;
  });
}

function readKey<T>(file: string, read: (text: string) => T): T {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubFault('KEY_DAMAGED', `${file} cannot be used (${reason}): put the backup of this file back`, cause);
  }
}
