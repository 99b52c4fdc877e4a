import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { seaStateOf } from './sea-state.ts';
import { SUM, SUMS, Waves } from './waves.ts';

/** Time in which a sea builds up or decays before another one builds up, seconds. */
const CHANGE_S = 30;
/** After this the deck's position no longer lags behind the waves, seconds. */
const SETTLE_S = 1;
/** The deck comes to rest this much later than the sea: as a share of the decay time. */
const CALM = -1 / 3;

/** Waves that are requested. */
export interface SeaConditions {
  /** WMO sea state, 0 to 5; 0 is land, or still water. */
  readonly seaState: number;
  /** Where the waves come from, degrees from North. */
  readonly wavesFromDeg: number;
}

export const NO_SEA: SeaConditions = { seaState: 0, wavesFromDeg: 250 };

interface SeawayOptions {
  readonly vessel: SimulatorParameters['vessel'];
  readonly sea: SeaConditions;
  readonly random: RandomStream;
  readonly stepS: number;
  /** Time between two calls of `plan`: a whole number of steps, seconds. */
  readonly planS: number;
}

/**
 * A sea under a vessel: it builds up, decays, and moves the deck. The waves are summed at a slow rate; between two
 * sums velocities and angles change linearly.
 */
export class Seaway {
  readonly #waves: Waves;
  readonly #stepS: number;
  readonly #planS: number;
  #now: SeaConditions;
  #next: SeaConditions | undefined;
  /** Share of the sea's height; below 0 the deck comes to rest. */
  #share = CALM;
  #headingDeg = Number.NaN;
  #speedMps = Number.NaN;
  /** Motion of the deck, indexed by `SUM`, and its change per step. */
  readonly deck = new Float64Array(SUMS);
  readonly change = new Float64Array(SUMS);

  constructor({ vessel, sea, random, stepS, planS }: SeawayOptions) {
    this.#waves = new Waves(vessel, random, planS);
    this.#stepS = stepS;
    this.#planS = planS;
    this.#now = checked(sea);
    if (sea.seaState > 0) this.#share = 0;
  }

  [STATE](archive: StateArchive): void {
    [this.#now, this.#next, this.#share] = archive.all(this.#now, this.#next, this.#share);
    [this.#headingDeg, this.#speedMps] = archive.all(this.#headingDeg, this.#speedMps);
    archive.in(this.#waves, this.deck, this.change);
  }

  /** The requested sea. */
  get conditions(): SeaConditions {
    return this.#next ?? this.#now;
  }

  get isStill(): boolean {
    return this.#share <= CALM && this.#next === undefined;
  }

  /** Elevation of the water at the vessel, metres. */
  get waveM(): number {
    return Math.max(0, this.#share) * this.#waves.elevationM;
  }

  /**
   * Requests another sea; it builds up when the present one has decayed. @throws RangeError for a sea state outside 0
   * to 5
   */
  set(sea: SeaConditions): void {
    const { seaState, wavesFromDeg } = this.#now;
    checked(sea);
    this.#next = sea.seaState === seaState && sea.wavesFromDeg === wavesFromDeg ? undefined : sea;
  }

  /** Computes where the waves put the deck one period later. @param headingDeg, speedMps of the vessel */
  plan(headingDeg: number, speedMps: number): void {
    this.#getUpOrDown();
    if (headingDeg !== this.#headingDeg || speedMps !== this.#speedMps) this.#meet(headingDeg, speedMps);
    this.#waves.advance();
    const { deck, change } = this;
    const { sums } = this.#waves;
    const share = Math.max(0, this.#share);
    const perStep = this.#stepS / this.#planS;
    for (let axis = 0; axis < SUM.eastMps; axis += 1) {
      const speed = axis + SUM.eastMps;
      const wantedMps = share * sums[speed]!;
      const arrivesM = deck[axis]! + (this.#planS / 2) * (deck[speed]! + wantedMps);
      const lateMps = (share * sums[axis]! - arrivesM) / SETTLE_S;
      change[speed] = perStep * (wantedMps + lateMps - deck[speed]!);
    }
    for (let angle: number = SUM.tiltEast; angle < SUMS; angle += 1) {
      change[angle] = perStep * (share * sums[angle]! - deck[angle]!);
    }
  }

  /** One step of the deck. */
  step(): void {
    const { deck, change } = this;
    for (let index: number = SUM.eastMps; index < SUMS; index += 1) deck[index] = deck[index]! + change[index]!;
    for (let axis = 0; axis < SUM.eastMps; axis += 1) {
      deck[axis] = deck[axis]! + this.#stepS * deck[axis + SUM.eastMps]!;
    }
  }

  /** The water is calm: clears the rest of the deck's motion. */
  settle(): void {
    this.deck.fill(0);
  }

  #getUpOrDown(): void {
    const changeShare = this.#planS / CHANGE_S;
    const goesDown = this.#next !== undefined || this.#now.seaState === 0;
    if (!goesDown) {
      this.#share = Math.min(1, this.#share + changeShare);
      return;
    }
    this.#share = Math.max(CALM, this.#share - changeShare);
    if (this.#share > 0 || this.#next === undefined) return;
    this.#now = this.#next;
    this.#next = undefined;
    this.#share = 0;
    this.#headingDeg = Number.NaN;
  }

  #meet(headingDeg: number, speedMps: number): void {
    this.#waves.meet(seaStateOf(this.#now.seaState), this.#now.wavesFromDeg, headingDeg, speedMps);
    this.#headingDeg = headingDeg;
    this.#speedMps = speedMps;
  }
}

function checked(sea: SeaConditions): SeaConditions {
  seaStateOf(sea.seaState);
  if (Number.isFinite(sea.wavesFromDeg)) return sea;
  throw new RangeError(`wavesFromDeg must be a number, got ${sea.wavesFromDeg}`);
}
