import type { AccountRole } from '@kitestring/station-contract/station/account-role.ts';

/** A passkey of an account: only its public half is here. */
export interface PasskeyRecord {
  /** Credential id, base64url. */
  readonly id: string;
  /** For its owner to recognise it. */
  readonly name: string;
  /** Public key, SubjectPublicKeyInfo (RFC 5280), base64url. */
  readonly publicKey: string;
  /** Signature counter of its last use; 0 where the authenticator has none. */
  readonly counter: number;
  readonly createdAtUs: number;
  readonly lastUsedAtUs?: number;
}

/** A person who signs in with a name of their own. */
export interface AccountRecord {
  readonly id: string;
  /** Lower case, unique. */
  readonly login: string;
  readonly name: string;
  readonly role: AccountRole;
  readonly enabled: boolean;
  /** Rises with every change that ends its sessions: a token of an earlier one is worth nothing. */
  readonly epoch: number;
  /** Salted slow hash with its parameters; undefined while none is set. */
  readonly passwordHash?: string;
  readonly passkeys: readonly PasskeyRecord[];
  readonly createdAtUs: number;
  /** As of a plugin; undefined when never. */
  readonly lastUsedAtUs?: number;
}

/**
 * Durable: when a call has returned, a kill at any moment loses nothing of it. An account owns sessions and links for
 * watching as a plugin does, is never in the list of plugins, and its id is never that of one.
 */
export interface AccountStore {
  /** Oldest first. */
  list(): readonly AccountRecord[];
  /** Adds the account or replaces the one with the same id, keeping its `lastUsedAtUs`. */
  put(account: AccountRecord): void;
  /** Removes it with its sessions and links; its name stays for the audit log. @param atUs UTC */
  remove(id: string, atUs: number): void;
}
