import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Nkey, type NkeyKind } from '@kitestring/hubcontract/nkey.ts';
import { writePrivateFile } from '@kitestring/store/private-file.ts';
import { HubFault } from '../hub-fault.ts';

const NKEYS = {
  operator: 'operator',
  operatorSigning: 'operator',
  account: 'account',
  systemAccount: 'account',
  stationSigning: 'account',
  hubSigning: 'account',
} as const satisfies Readonly<Record<string, NkeyKind>>;
type NkeyName = keyof typeof NKEYS;

/** Key with which the hub signs commands. */
export interface HubCommandKey {
  readonly kid: string;
  readonly key: KeyObject;
  /** Public key, base64url. */
  readonly x: string;
}

/** Every key of a hub. All are secrets; public parts leave them through tokens only. */
export type HubKeys = Readonly<Record<NkeyName, Nkey>> & { readonly command: HubCommandKey };

/**
 * The keys of the folder, made where they are missing; files with mode 0600 in a folder with 0700.
 * @throws HubFault when one is damaged: a new one would lock all stations out
 */
export function openHubKeys(folder: string): HubKeys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = Object.keys(NKEYS) as NkeyName[];
  const nkeys = Object.fromEntries(names.map((name) => [name, openNkey(folder, name)])) as Record<NkeyName, Nkey>;
  return { ...nkeys, command: openCommandKey(join(folder, 'command.pem')) };
}

function openNkey(folder: string, name: NkeyName): Nkey {
  const file = join(folder, `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.nk`);
  if (!existsSync(file)) {
    const made = Nkey.make(NKEYS[name]);
    writePrivateFile(file, `${made.seed}\n`);
    return made;
  }
  return readKey(file, (text) => Nkey.fromSeed(text.trim(), NKEYS[name]));
}

function openCommandKey(file: string): HubCommandKey {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writePrivateFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  }
  const key = readKey(file, createPrivateKey);
  const x = createPublicKey(key).export({ format: 'jwk' }).x ?? '';
  return { kid: x.slice(0, 12), key, x };
}

function readKey<T>(file: string, read: (text: string) => T): T {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HubFault('KEY_DAMAGED', `${file} cannot be used (${reason}): put the backup of this file back`, cause);
  }
}
