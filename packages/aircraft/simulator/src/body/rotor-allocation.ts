import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';

const COUNT = 6;
const PAIRS = COUNT / 2;

/**
 * Allocates thrust to six rotors by what is known of their motors. Opposite rotors give the same thrust, or the Kite
 * would tip over: a dead rotor stops the opposite one, a weak one is driven harder and limits both. The other pairs
 * make up for what a pair cannot give (Du et al. 2013: four rotors carry a hexacopter that gives up heading control).
 */
export class RotorAllocation {
  #maxThrustN: number;
  /** Known share of its command that each motor delivers. */
  readonly #shares = new Float64Array(COUNT).fill(1);
  /** Limit of each rotor of a pair, newton. */
  readonly #pairLimitN = new Float64Array(PAIRS);
  #pairsLeft = PAIRS;
  /** Thrust of the last allocation, newton; NaN when it must be repeated. */
  #sharedN = Number.NaN;
  /** Every motor is known to be healthy. */
  isWhole = true;
  /** Command of each motor as the thrust of a healthy one, newton. */
  readonly commandN = new Float64Array(COUNT);
  /** Limit of the total thrust, newton. */
  limitN = 0;

  constructor(maxThrustN: number) {
    this.#maxThrustN = maxThrustN;
    this.#settle();
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#maxThrustN, this.#pairsLeft, this.#sharedN] = archive.all(this.#maxThrustN, this.#pairsLeft, this.#sharedN);
    archive.in(this.#shares, this.#pairLimitN, this.commandN);
  }

  /** True when a pair of rotors is stopped. */
  get isPairOut(): boolean {
    return this.#pairsLeft < PAIRS;
  }

  /** @param maxThrustN limit of a healthy motor in the present air, newton */
  limit(maxThrustN: number): void {
    if (this.#maxThrustN === maxThrustN) return;
    this.#maxThrustN = maxThrustN;
    this.#settle();
  }

  /** @param share of its command that the motor delivers: 1 is healthy, 0 stops it and the opposite one */
  know(motor: number, share: number): void {
    if (this.#shares[motor] === share) return;
    this.#shares[motor] = share;
    this.#settle();
  }

  /** Called at every step; works only when the demanded thrust has changed. */
  share(totalN: number): void {
    if (totalN === this.#sharedN) return;
    this.#sharedN = totalN;
    const wantedN = Math.min(this.limitN, Math.max(0, totalN));
    if (this.isWhole) {
      // `fill` would box the number, at every step.
      for (let index = 0; index < COUNT; index += 1) this.commandN[index] = wantedN / COUNT;
      return;
    }
    const levelN = this.#levelN(wantedN / 2);
    for (let index = 0; index < COUNT; index += 1) {
      const thrustN = Math.min(this.#pairLimitN[index % PAIRS]!, levelN);
      this.commandN[index] = thrustN > 0 ? thrustN / this.#shares[index]! : 0;
    }
  }

  /** Thrust of each rotor below its limit, so that one rotor of each pair gives this much together. */
  #levelN(halfN: number): number {
    let restN = halfN;
    let pairs = this.#pairsLeft;
    let levelN = 0;
    // Each round fills the rotors below the level; after as many rounds as there are pairs nothing is left.
    for (let round = 0; round < PAIRS && restN > 0 && pairs > 0; round += 1) {
      const nextN = levelN + restN / pairs;
      restN = halfN;
      pairs = 0;
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const limitN = this.#pairLimitN[pair]!;
        restN -= Math.min(limitN, nextN);
        if (limitN > nextN) pairs += 1;
      }
      levelN = nextN;
    }
    return levelN;
  }

  #settle(): void {
    this.#sharedN = Number.NaN;
    this.isWhole = true;
    this.#pairsLeft = 0;
    let sumN = 0;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const share = Math.min(this.#shares[pair]!, this.#shares[pair + PAIRS]!);
      this.#pairLimitN[pair] = share * this.#maxThrustN;
      sumN += share * this.#maxThrustN;
      if (share > 0) this.#pairsLeft += 1;
      if (this.#shares[pair] !== 1 || this.#shares[pair + PAIRS] !== 1) this.isWhole = false;
    }
    // One pair alone cannot keep the Kite upright: its motors are stopped.
    this.limitN = this.#pairsLeft >= 2 ? 2 * sumN : 0;
  }
}
