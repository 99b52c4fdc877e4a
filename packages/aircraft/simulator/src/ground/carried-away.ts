import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { RAD_PER_DEG } from '../angle.ts';

/** A base that is moved by force, at any heading: its velocity goes to the target at constant acceleration. */
export class CarriedAway {
  readonly #mostChangeMps: number;
  #wantedEastMps = 0;
  #wantedNorthMps = 0;
  #isAtRest = true;
  eastMps = 0;
  northMps = 0;

  constructor(accelerationMps2: number, stepS: number) {
    this.#mostChangeMps = accelerationMps2 * stepS;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#wantedEastMps, this.#wantedNorthMps] = archive.all(this.#wantedEastMps, this.#wantedNorthMps);
    this.#isAtRest = archive.of(this.#isAtRest);
  }

  get isAtRest(): boolean {
    return this.#isAtRest;
  }

  carry(speedMps: number, headingDeg: number): void {
    this.#wantedEastMps = speedMps * Math.sin(headingDeg * RAD_PER_DEG);
    this.#wantedNorthMps = speedMps * Math.cos(headingDeg * RAD_PER_DEG);
    this.#isAtRest = false;
  }

  stop(): void {
    this.#wantedEastMps = 0;
    this.#wantedNorthMps = 0;
  }

  step(): void {
    const east = this.#wantedEastMps - this.eastMps;
    const north = this.#wantedNorthMps - this.northMps;
    const missing = Math.sqrt(east * east + north * north);
    const share = missing > this.#mostChangeMps ? this.#mostChangeMps / missing : 1;
    this.eastMps += share * east;
    this.northMps += share * north;
    this.#isAtRest = share === 1 && this.#wantedEastMps === 0 && this.#wantedNorthMps === 0;
  }
}
