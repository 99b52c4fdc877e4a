const COUNT = 6;
const PAIRS = COUNT / 2;

/**
 * Shares a thrust out among six rotors by what is known of their motors. Rotors that face each other give the same, or
 * the Kite would tip over: a dead one stops the other one too, a weak one is driven harder and limits both. What a pair
 * can't give the others take over (Du et al. 2013: four rotors carry a hexacopter that gives up its heading).
 */
export class RotorAllocation {
  #maxThrustN: number;
  /** Share of its command that each motor is known to give. */
  readonly #shares = new Float64Array(COUNT).fill(1);
  /** What each rotor of a pair can give, newton. */
  readonly #pairLimitN = new Float64Array(PAIRS);
  #pairsLeft = PAIRS;
  /** The thrust that was shared out last; not a number when it has to be done again. */
  #sharedN = Number.NaN;
  /** Every motor is known to be healthy. */
  isWhole = true;
  /** Command of each motor, newton, that of a healthy one. */
  readonly commandN = new Float64Array(COUNT);
  /** All together at most, newton. */
  limitN = 0;

  constructor(maxThrustN: number) {
    this.#maxThrustN = maxThrustN;
    this.#settle();
  }

  /** A pair of rotors is stopped. */
  get isPairOut(): boolean {
    return this.#pairsLeft < PAIRS;
  }

  /** @param maxThrustN what a healthy motor gives at most, in the air of now */
  limit(maxThrustN: number): void {
    if (this.#maxThrustN === maxThrustN) return;
    this.#maxThrustN = maxThrustN;
    this.#settle();
  }

  /** @param share of its command that a motor gives: 1 is healthy, 0 stops it and the one that faces it */
  know(motor: number, share: number): void {
    if (this.#shares[motor] === share) return;
    this.#shares[motor] = share;
    this.#settle();
  }

  /** Asked at every step, it does something when the wanted thrust is another one. */
  share(totalN: number): void {
    if (totalN === this.#sharedN) return;
    this.#sharedN = totalN;
    const wantedN = Math.min(this.limitN, Math.max(0, totalN));
    if (this.isWhole) {
      // Filling by a call would box the number, at every step.
      for (let index = 0; index < COUNT; index += 1) this.commandN[index] = wantedN / COUNT;
      return;
    }
    const levelN = this.#levelN(wantedN / 2);
    for (let index = 0; index < COUNT; index += 1) {
      const thrustN = Math.min(this.#pairLimitN[index % PAIRS] as number, levelN);
      this.commandN[index] = thrustN > 0 ? thrustN / (this.#shares[index] as number) : 0;
    }
  }

  /** What each rotor gives that is not at its limit, so that one of each pair makes this much together. */
  #levelN(halfN: number): number {
    let restN = halfN;
    let pairs = this.#pairsLeft;
    let levelN = 0;
    // Each round fills what is below the level; after as many rounds as there are pairs nothing is left.
    for (let round = 0; round < PAIRS && restN > 0 && pairs > 0; round += 1) {
      const nextN = levelN + restN / pairs;
      restN = halfN;
      pairs = 0;
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const limitN = this.#pairLimitN[pair] as number;
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
      const share = Math.min(this.#shares[pair] as number, this.#shares[pair + PAIRS] as number);
      this.#pairLimitN[pair] = share * this.#maxThrustN;
      sumN += share * this.#maxThrustN;
      if (share > 0) this.#pairsLeft += 1;
      if (this.#shares[pair] !== 1 || this.#shares[pair + PAIRS] !== 1) this.isWhole = false;
    }
    // On one pair alone nothing keeps a Kite upright: its motors are stopped.
    this.limitN = this.#pairsLeft >= 2 ? 2 * sumN : 0;
  }
}
