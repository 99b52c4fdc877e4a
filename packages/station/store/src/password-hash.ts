import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { HashLane } from '@kitestring/base/key-check.ts';
import { SecretsBusyFault } from '@kitestring/base/secrets-busy-fault.ts';
import { FairQueue } from './fair-queue.ts';

/** Cost of a hash; `N` is the number of rounds, a power of 2 (RFC 7914). */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet, the row of 32 MiB: as hard as its others, with memory that a small computer has. */
export const PASSWORD_COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };

const HASH_BYTES = 32;
const SALT_BYTES = 16;
const NAME = 'scrypt';

/** `scrypt$N$r$p$salt$hash`: with its parameters, so that raising them leaves older hashes valid. */
export async function hashPassword(password: string, cost: ScryptCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const bytes = await scryptBytes(normal(password), salt, cost);
  return [NAME, cost.N, cost.r, cost.p, salt.toString('base64url'), bytes.toString('base64url')].join('$');
}

/** Costs the same without a hash, so that the time does not tell which accounts there are. */
export async function isPassword(password: string, kept: string | undefined, cost: ScryptCost): Promise<boolean> {
  const { hash, salt, ...known } = kept === undefined ? { ...cost, ...NOBODY } : parts(kept);
  const bytes = await scryptBytes(normal(password), salt, known);
  return timingSafeEqual(bytes, hash) && kept !== undefined;
}

const NOBODY = { salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };

/** The same password typed on another keyboard (NIST SP 800-63B section 3.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC');

function parts(kept: string): ScryptCost & { readonly salt: Buffer; readonly hash: Buffer } {
  const [, N, r, p, salt = '', hash = ''] = kept.split('$');
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

/** On a thread of its own: the loop that flies goes on meanwhile. */
export function scryptBytes(secret: string, salt: Uint8Array, { N, r, p }: ScryptCost): Promise<Buffer> {
  // Memory that OpenSSL checks before it allocates: the table of RFC 7914 (N blocks of 128 r bytes), p blocks, and 2
  // for work.
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, HASH_BYTES, options, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
}

/** Parallel hashes: Node has 4 threads for files, names and hashes together, and files must not wait. */
const RUNNING_MAX = 2;
/** Keeps one place free for clients that have signed in before. */
const STRANGERS_RUNNING_MAX = 1;
/** Limit of waiting hashes per lane, a few seconds of work; more is an attack or a client in a loop. */
const WAITING_MAX = 64;

type Lane = 'known' | 'stranger';

/** Runs a few slow hashes at a time; strangers cannot delay known clients, and wait in turns by their network. */
export class HashLanes {
  readonly #known: (() => void)[] = [];
  readonly #strangers = new FairQueue(WAITING_MAX);
  readonly #running: Record<Lane, number> = { known: 0, stranger: 0 };

  /** @throws SecretsBusyFault when too many wait in this lane */
  async run<T>(from: HashLane, task: () => Promise<T>): Promise<T> {
    const lane = from === 'known' ? 'known' : 'stranger';
    if (this.#hasRoom(lane)) this.#running[lane] += 1;
    else await this.#turn(from);
    try {
      return await task();
    } finally {
      this.#running[lane] -= 1;
      this.#admit('known');
      this.#admit('stranger');
    }
  }

  #turn(from: HashLane): Promise<void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const drop = () => reject(new SecretsBusyFault(WAITING_MAX));
    if (from !== 'known') this.#strangers.push(from.slice('stranger '.length), { start: resolve, drop });
    else if (this.#known.length >= WAITING_MAX) drop();
    else this.#known.push(resolve);
    return promise;
  }

  /** Counts a task as running before its promise settles: its place must not be taken meanwhile. */
  #admit(lane: Lane): void {
    while (this.#hasRoom(lane)) {
      const start = lane === 'known' ? this.#known.shift() : this.#strangers.shift()?.start;
      if (start === undefined) return;
      this.#running[lane] += 1;
      start();
    }
  }

  #hasRoom(lane: Lane): boolean {
    const { known, stranger } = this.#running;
    return known + stranger < RUNNING_MAX && (lane === 'known' || stranger < STRANGERS_RUNNING_MAX);
  }
}
