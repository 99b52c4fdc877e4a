import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@kitestring/base/fault.ts';
import { Credentials } from '@kitestring/hub-contract/enrolment.ts';
import { checkMessage } from '@kitestring/hub-contract/read-message.ts';
import { syncPath } from '@kitestring/os/data-folder.ts';
import { savePrivateFile, writePrivateFile } from '@kitestring/os/private-file.ts';
import Type, { type Static } from 'typebox';

/** Membership of a station in a fleet: its secret key and what the hub has issued. */
export const HubIdentity = Type.Object({
  hubUrl: Type.String({ minLength: 1, maxLength: 2000 }),
  /** SHA-256 of the hub’s certificate, if no public authority has issued it. */
  pin: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })),
  /** Secret form of the NKey. */
  seed: Type.String({ pattern: '^SU[A-Z2-7]{56}$' }),
  credentials: Credentials,
});
export type HubIdentity = Static<typeof HubIdentity>;

/** The identity file cannot be used. The message names the file and the remedy, and none of its content. */
export class IdentityFault extends Fault {}

/** A secret: mode 0600, in the data folder. */
export const identityFile = (dataDir: string): string => join(dataDir, 'hub-identity.json');

/** Undefined on a station without a fleet. @throws IdentityFault */
export function readIdentity(dataDir: string): HubIdentity | undefined {
  const file = identityFile(dataDir);
  if (!existsSync(file)) return undefined;
  const remedy = 'put a backup of this file back, or enrol the station again';
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new IdentityFault(`${file} cannot be read: ${remedy}`);
  }
  const read = checkMessage(HubIdentity, value);
  if (!read.ok) throw new IdentityFault(`${file}: ${read.message}: ${remedy}`);
  return read.value;
}

/** @throws StoreFault */
export const writeIdentity = (dataDir: string, identity: HubIdentity): void =>
  writePrivateFile(identityFile(dataDir), text(identity));

const text = (identity: HubIdentity): string => `${JSON.stringify(identity, null, 2)}\n`;

/** Like `readIdentity`, but undefined also when the file cannot be used. */
export function usableIdentity(dataDir: string): HubIdentity | undefined {
  try {
    return readIdentity(dataDir);
  } catch (fault) {
    if (!(fault instanceof IdentityFault)) throw fault;
    return undefined;
  }
}

/** Stores new credentials, unless the station has left the fleet or joined another one in the meantime. Rejects with a StoreFault. */
export function replaceIdentity(dataDir: string, identity: HubIdentity): Promise<void> {
  const isMember = () => usableIdentity(dataDir)?.credentials.sid === identity.credentials.sid;
  return savePrivateFile(identityFile(dataDir), text(identity), isMember);
}

/** Leaves the fleet. @returns false when there was no identity */
export function removeIdentity(dataDir: string): boolean {
  const file = identityFile(dataDir);
  if (!existsSync(file)) return false;
  rmSync(file);
  syncPath(dataDir);
  return true;
}
