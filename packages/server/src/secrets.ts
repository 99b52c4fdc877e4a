import { hash, randomBytes, randomUUID, scrypt } from 'node:crypto';
import type { Secrets } from '@kitestring/station/ports/secrets.ts';

/** Cost of one hash of an API key; `N` is the number of rounds, a power of 2 (RFC 7914). */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about 0.1 s per hash, the order that OWASP advises for passwords; our keys are far stronger than those. */
export const DEFAULT_SCRYPT_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 1 };

/** Hashes at a time: Node has 4 threads for files, names and hashes together, and the files must not wait. */
const RUNNING_MAX = 2;

/** Hashes waiting, a few seconds of work; more is an attack or a loop of a client. */
const WAITING_MAX = 64;

/** More keys wait to be hashed than the station takes on. The caller may ask again in some seconds. */
export class SecretsBusy extends Error {
  override readonly name = 'SecretsBusy';
  readonly code = 'SECRETS_BUSY';

  constructor() {
    super(`${WAITING_MAX} API keys are waiting to be checked; ask again in a few seconds`);
  }
}

/**
 * Secrets by node:crypto: scrypt for API keys, SHA-256 for tokens. One salt serves all keys of a data folder, because a
 * key is found by its hash: every request costs one hash of the same time, whether the key is known or not.
 * `hashKey` rejects with SecretsBusy when too many wait.
 */
export function nodeSecrets({ salt, cost = DEFAULT_SCRYPT_COST }: { salt: Uint8Array; cost?: ScryptCost }): Secrets {
  const inTurn = limitConcurrency();
  return {
    newId: () => randomUUID(),
    newToken: () => randomBytes(32).toString('base64url'),
    newKey: () => `kite_${randomBytes(32).toString('base64url')}`,
    hashToken: (token) => hash('sha256', token, 'hex'),
    hashKey: (key) => inTurn(() => scryptHex(key, salt, cost)),
  };
}

function scryptHex(key: string, salt: Uint8Array, { N, r, p }: ScryptCost): Promise<string> {
  // What OpenSSL counts before it allocates: the table of RFC 7914 (N blocks of 128 r bytes), p blocks, and 2 to work in.
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return new Promise((resolve, reject) => {
    scrypt(key, salt, 32, options, (error, bytes) => (error === null ? resolve(bytes.toString('hex')) : reject(error)));
  });
}

/** Runs at most RUNNING_MAX tasks at a time, the others in order of asking. */
function limitConcurrency(): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < RUNNING_MAX) running += 1;
    else {
      if (waiting.length >= WAITING_MAX) throw new SecretsBusy();
      // Whoever ends hands its turn over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
