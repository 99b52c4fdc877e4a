import { US_PER_S } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { RunningMean } from '../flight/running-mean.ts';
import type { AircraftSample } from '../ports/aircraft.ts';

const MEAN_SAMPLES = 100;
/** Reports of the Ground Station that must have come before anything is judged: 2 s. */
const LEAST_SAMPLES = 40;
/** Longest time without data of the Kite within one judgement: then they are missing, which is another notification. */
const GAP_US = 2 * US_PER_S;

/** From the first pair on the link is degraded, below the second it is good again. */
const LOSS_SHARE = { degraded: 0.2, good: 0.1 };
const DELAY_S = { degraded: 0.5, good: 0.3 };

/** Quality of the data link between Ground Station and Kite, by what comes of twenty reports a second: means of 5 s. */
export class KiteLink {
  readonly #lostShare = new RunningMean(MEAN_SAMPLES);
  readonly #delayS = new RunningMean(MEAN_SAMPLES);
  #samples = 0;
  #heardUs = 0;
  #isDegraded = false;

  [STATE](archive: StateArchive): void {
    [this.#samples, this.#heardUs] = archive.all(this.#samples, this.#heardUs);
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

  accept({ kite, kiteUs, timeUs }: AircraftSample): void {
    if (timeUs - this.#heardUs > GAP_US) this.#restart();
    this.#lostShare.add(kite === undefined ? 1 : 0);
    this.#samples += 1;
    if (kite === undefined) return;
    this.#heardUs = timeUs;
    this.#delayS.add((timeUs - (kiteUs ?? timeUs)) / US_PER_S);
    if (this.#samples >= LEAST_SAMPLES) this.#isDegraded = this.#judged();
  }

  #judged(): boolean {
    const name = this.#isDegraded ? 'good' : 'degraded';
    return (this.#lostShare.value ?? 0) > LOSS_SHARE[name] || this.delayS > DELAY_S[name];
  }

  #restart(): void {
    this.#lostShare.clear();
    this.#delayS.clear();
    this.#samples = 0;
    this.#isDegraded = false;
  }
}
