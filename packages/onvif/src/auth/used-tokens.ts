/** How old a token may be. */
export const TOLERANCE_MS = 300_000;
/** A clock that is late by no more than this will accept a token that is too old for the others. */
const LATE_MS = 3_600_000;
/** Some 15 MB. One user who fills its share leaves each of the others more than an address can send while a token is young. */
const REMEMBERED_MAX = 100_000;
const SWEEP_FIRST = 1000;
/** A full memory is not searched at each request. */
const SWEEP_EVERY_MS = 1000;

interface TokenOwner {
  readonly name: string;
  readonly password: string;
  /** Group of addresses from which the token came. */
  readonly address: string;
}

interface UserShare {
  readonly name: string;
  count: number;
  /** Number of tokens by address. */
  readonly byAddress: Map<string, number>;
}

interface UsedToken {
  readonly createdMs: number;
  readonly password: string;
  readonly share: UserShare;
  readonly address: string;
}

/**
 * Tokens that were used, so that none is taken twice. Its bound is shared: a user has at most as many as there is room left for others, and an
 * address of a user at most as many as that leaves for its others. So no flood of one keeps another out.
 */
export class UsedTokens {
  /** Time of each clock, that of the machine first, milliseconds. */
  readonly #nowMs: () => Iterable<number>;
  readonly #used = new Map<string, UsedToken>();
  readonly #shares = new Map<string, UserShare>();
  #sweepAt = SWEEP_FIRST;
  #sweptMs = Number.NEGATIVE_INFINITY;
  /**
   * By password, which alone makes a digest: tokens of this time and before are refused by every clock, so which of them were used may be
   * forgotten.
   */
  readonly #refusedUntilMs = new Map<string, number>();

  constructor(nowMs: () => Iterable<number>) {
    this.#nowMs = nowMs;
  }

  has(digest: string): boolean {
    return this.#used.has(digest);
  }

  /** Whether a token is of a time of which used ones were forgotten. */
  isForgotten(createdMs: number, password: string): boolean {
    return createdMs <= (this.#refusedUntilMs.get(password) ?? Number.NEGATIVE_INFINITY);
  }

  /** @returns false while the share of its owner is full: forgetting would let an old token pass */
  add(digest: string, createdMs: number, owner: TokenOwner): boolean {
    if (!this.#hasRoom(owner) || this.#used.size >= this.#sweepAt) this.#sweep(owner);
    if (!this.#hasRoom(owner)) return false;
    const { address, name, password } = owner;
    const share = this.#shares.get(name) ?? { name, count: 0, byAddress: new Map() };
    this.#shares.set(name, share);
    this.#used.set(digest, { createdMs, password, share, address });
    share.count += 1;
    share.byAddress.set(address, (share.byAddress.get(address) ?? 0) + 1);
    return true;
  }

  #hasRoom({ address, name }: TokenOwner): boolean {
    const share = this.#shares.get(name);
    const left = REMEMBERED_MAX - this.#used.size - (share?.count ?? 0);
    return left > (share?.byAddress.get(address) ?? 0);
  }

  #sweep(owner: TokenOwner): void {
    const nows = [...this.#nowMs()];
    const [machineMs = 0] = nows;
    if (Math.abs(machineMs - this.#sweptMs) < SWEEP_EVERY_MS) return;
    this.#sweptMs = machineMs;
    this.#forgetOld(nows);
    if (!this.#hasRoom(owner)) this.#refuseOld(owner.name, machineMs);
    this.#sweepAt = Math.max(SWEEP_FIRST, 2 * this.#used.size);
  }

  /** By the clocks that judge tokens: a simulation may stand still. */
  #forgetOld(nows: readonly number[]): void {
    const isOld = (ms: number) => nows.every((nowMs) => nowMs - ms > TOLERANCE_MS || ms - nowMs > LATE_MS);
    for (const [digest, token] of this.#used) if (isOld(token.createdMs)) this.#forget(digest, token);
    for (const [password, untilMs] of this.#refusedUntilMs) {
      if (nows.every((nowMs) => nowMs - untilMs > TOLERANCE_MS)) this.#refusedUntilMs.delete(password);
    }
  }

  /** A simulation that stands still would fill a share in an hour: its clients then have to follow the clock of the machine. */
  #refuseOld(name: string, machineMs: number): void {
    for (const [digest, token] of this.#used) {
      const { createdMs, password, share } = token;
      if (share.name !== name || machineMs - createdMs <= TOLERANCE_MS) continue;
      this.#refusedUntilMs.set(password, Math.max(this.#refusedUntilMs.get(password) ?? createdMs, createdMs));
      this.#forget(digest, token);
    }
  }

  #forget(digest: string, { address, share }: UsedToken): void {
    this.#used.delete(digest);
    share.count -= 1;
    const left = (share.byAddress.get(address) ?? 1) - 1;
    if (left > 0) share.byAddress.set(address, left);
    else share.byAddress.delete(address);
    if (share.count === 0) this.#shares.delete(share.name);
  }
}
