import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { RunningMean } from '../flight/running-mean.ts';
import type { AircraftSample } from '../ports/aircraft.ts';

const MEAN_S = 5;
/** Fastest reports of a link. */
const MOST_HZ = 20;
/** Nothing is judged before reports of 2 s have come: the first at the end of its part of them. */
const LEAST_US = 2 * US_PER_S - US_PER_S / MOST_HZ;
/** Longest time without data of the Kite within one judgement: then they are missing, which is another notification. */
const GAP_US = 2 * US_PER_S;

/** From the first pair on the link is degraded, below the second it is good again. */
const LOSS_SHARE = { degraded: 0.2, good: 0.1 };
const DELAY_S = { degraded: 0.5, good: 0.3 };

/** Quality of the data link between Ground Station and Kite, by the share of its packets that are lost, or of reports without data of it, and by their delay: means of 5 s. */
export class KiteLink {
  readonly #lostShare = new RunningMean(MEAN_S, MOST_HZ);
  readonly #delayS = new RunningMean(MEAN_S, MOST_HZ);
  #beganUs = 0;
  #heardUs = 0;
  #isDegraded = false;

  [STATE](archive: StateArchive): void {
    [this.#beganUs, this.#heardUs] = archive.all(this.#beganUs, this.#heardUs);
    this.#isDegraded = archive.of(this.#isDegraded);
    archive.in(this.#lostShare, this.#delayS);
  }

  get isDegraded(): boolean {
    return this.#isDegraded;
  }

  get lostPercent(): number {
    return Math.round((this.#lostShare.value ?? 0) * 100);
  }

  get delayS(): number {
    return this.#delayS.value ?? 0;
  }

  accept({ kite, kiteUs, lostShare = kite === undefined ? 1 : 0, timeUs }: AircraftSample): void {
    if (timeUs - this.#heardUs > GAP_US) this.#restart(timeUs);
    this.#lostShare.add(lostShare, timeUs);
    if (kite === undefined) return;
    this.#heardUs = timeUs;
    this.#delayS.add((timeUs - (kiteUs ?? timeUs)) / US_PER_S, timeUs);
    if (timeUs - this.#beganUs >= LEAST_US) this.#isDegraded = this.#judged();
  }

  #judged(): boolean {
    const name = this.#isDegraded ? 'good' : 'degraded';
    return (this.#lostShare.value ?? 0) > LOSS_SHARE[name] || this.delayS > DELAY_S[name];
  }

  #restart(timeUs: number): void {
    this.#lostShare.clear();
    this.#delayS.clear();
    this.#beganUs = timeUs;
    this.#isDegraded = false;
  }
}
