import type { BaseMotion } from '../ground/base-motion.ts';
import type { Deck } from './airframe.ts';

/** The base between two of its own steps: it goes on as fast as it was. */
export class MovingDeck implements Deck {
  #sinceS = 0;
  #fromEastM = 0;
  #fromNorthM = 0;
  #fromUpM = 0;
  eastM = 0;
  northM = 0;
  upM = 0;
  eastMps = 0;
  northMps = 0;
  upMps = 0;

  /** The base has made a step. */
  meet(base: BaseMotion, timeS: number): void {
    const { isAtRest } = base;
    this.#sinceS = timeS;
    this.#fromEastM = base.eastM;
    this.#fromNorthM = base.northM;
    this.#fromUpM = base.upM;
    this.eastMps = isAtRest ? 0 : base.eastMps;
    this.northMps = isAtRest ? 0 : base.northMps;
    this.upMps = isAtRest ? 0 : base.upMps;
    this.advance(timeS);
  }

  advance(timeS: number): void {
    const laterS = timeS - this.#sinceS;
    this.eastM = this.#fromEastM + this.eastMps * laterS;
    this.northM = this.#fromNorthM + this.northMps * laterS;
    this.upM = this.#fromUpM + this.upMps * laterS;
  }
}
