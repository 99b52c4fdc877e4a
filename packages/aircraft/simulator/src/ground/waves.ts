import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { RAD_PER_DEG } from '../angle.ts';
import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';
import { energyShareBelow, type SeaState } from './sea-state.ts';
import { type WaveResponse, waveResponse } from './vessel-response.ts';

/** Number of regular waves in the sum: adjacent ones beat over minutes at the peak, and the sum never repeats. */
const WAVES = 64;
/** Lowest and highest frequency relative to the peak: 0.3 % of the energy is outside. */
const LOWEST = 0.55;
const HIGHEST = 4.5;

/**
 * Index of each sum over the waves: the tether exit relative to its position in still water, metres, its velocity, the
 * tilt of the deck as tangents, and the change of its heading, radians clockwise.
 */
export const SUM = {
  eastM: 0,
  northM: 1,
  upM: 2,
  eastMps: 3,
  northMps: 4,
  upMps: 5,
  tiltEast: 6,
  tiltNorth: 7,
  yaw: 8,
} as const;
export const SUMS = Object.keys(SUM).length;

/**
 * The waves of a sea and the motion of a vessel in them: a sum of regular waves with random frequencies, phases and
 * directions. The sea is short-crested: directional spreading by cosine squared (ITTC).
 */
export class Waves {
  readonly #vessel: SimulatorParameters['vessel'];
  readonly #periodS: number;
  readonly #timesPeak = new Float64Array(WAVES);
  readonly #offDirection = new Float64Array(WAVES);
  /** Amplitude per metre of significant height. */
  readonly #share = new Float64Array(WAVES);
  readonly #amplitudeM = new Float64Array(WAVES);
  /** Phases, and their rotation per period: cosines and sines, so that a step computes neither. */
  readonly #cosine = new Float64Array(WAVES);
  readonly #sine = new Float64Array(WAVES);
  readonly #turnCosine = new Float64Array(WAVES);
  readonly #turnSine = new Float64Array(WAVES);
  /** Contribution of each wave to each sum: in phase with its crest, and a quarter period later. */
  readonly #crest = new Float64Array(WAVES * SUMS);
  readonly #late = new Float64Array(WAVES * SUMS);
  readonly sums = new Float64Array(SUMS);

  /** @param periodS time between two calls of `advance` */
  constructor(vessel: SimulatorParameters['vessel'], random: RandomStream, periodS: number) {
    this.#vessel = vessel;
    this.#periodS = periodS;
    const ratio = (HIGHEST / LOWEST) ** (1 / WAVES);
    for (let wave = 0; wave < WAVES; wave += 1) {
      const from = LOWEST * ratio ** wave;
      this.#timesPeak[wave] = from * ratio ** random.uniform();
      this.#share[wave] = Math.sqrt((energyShareBelow(from * ratio) - energyShareBelow(from)) / 8);
      const phase = 2 * Math.PI * random.uniform();
      this.#cosine[wave] = Math.cos(phase);
      this.#sine[wave] = Math.sin(phase);
      this.#offDirection[wave] = drawDirection(random);
    }
  }

  [STATE](archive: StateArchive): void {
    archive.in(
      this.#timesPeak,
      this.#offDirection,
      this.#share,
      this.#amplitudeM,
      this.#cosine,
      this.#sine,
      this.#turnCosine,
      this.#turnSine,
      this.#crest,
      this.#late,
      this.sums,
    );
  }

  /** Elevation of the water at the vessel, metres. */
  get elevationM(): number {
    let sum = 0;
    for (let wave = 0; wave < WAVES; wave += 1) sum += this.#amplitudeM[wave]! * this.#cosine[wave]!;
    return sum;
  }

  /** Sets another sea, course or speed: recomputes the vessel's response to each wave. */
  meet(sea: SeaState, fromDeg: number, headingDeg: number, speedMps: number): void {
    const peak = (2 * Math.PI) / sea.peakPeriodS;
    const heading = headingDeg * RAD_PER_DEG;
    const towards = (fromDeg + 180) * RAD_PER_DEG - heading;
    for (let wave = 0; wave < WAVES; wave += 1) {
      const amplitudeM = sea.significantHeightM * this.#share[wave]!;
      const direction = towards + this.#offDirection[wave]!;
      const response = waveResponse(this.#vessel, peak * this.#timesPeak[wave]!, direction, speedMps);
      this.#amplitudeM[wave] = amplitudeM;
      this.#turnCosine[wave] = Math.cos(response.encounterRadps * this.#periodS);
      this.#turnSine[wave] = Math.sin(response.encounterRadps * this.#periodS);
      this.#turn(wave, amplitudeM, heading, response);
    }
  }

  /** Advances by one period. */
  advance(): void {
    const { sums } = this;
    sums.fill(0);
    for (let wave = 0; wave < WAVES; wave += 1) {
      const turnCosine = this.#turnCosine[wave]!;
      const turnSine = this.#turnSine[wave]!;
      const cosine = this.#cosine[wave]! * turnCosine - this.#sine[wave]! * turnSine;
      const sine = this.#cosine[wave]! * turnSine + this.#sine[wave]! * turnCosine;
      this.#cosine[wave] = cosine;
      this.#sine[wave] = sine;
      for (let sum = 0, index = wave * SUMS; sum < SUMS; sum += 1, index += 1) {
        sums[sum] = sums[sum]! + this.#crest[index]! * cosine + this.#late[index]! * sine;
      }
    }
  }

  /** Converts from the vessel's axes to east and north, and from its centre to the tether exit. */
  #turn(wave: number, amplitudeM: number, heading: number, response: WaveResponse): void {
    const { exitForwardM, exitStarboardM, exitUpM } = this.#vessel;
    const { encounterRadps, heave, pitch, roll, rollLate, surge, sway, yaw } = response;
    const first = wave * SUMS;
    const set = (sum: number, crest: number, late: number) => {
      this.#crest[first + sum] = amplitudeM * crest;
      this.#late[first + sum] = amplitudeM * late;
    };
    const place = (metres: number, speed: number, crest: number, late: number) => {
      set(metres, crest, late);
      set(speed, encounterRadps * late, -encounterRadps * crest);
    };
    const sine = Math.sin(heading);
    const cosine = Math.cos(heading);
    const ahead = -exitStarboardM * yaw;
    const aheadLate = surge - exitUpM * pitch;
    const starboard = exitForwardM * yaw + exitUpM * roll;
    const starboardLate = sway + exitUpM * rollLate;
    place(SUM.eastM, SUM.eastMps, ahead * sine + starboard * cosine, aheadLate * sine + starboardLate * cosine);
    place(SUM.northM, SUM.northMps, ahead * cosine - starboard * sine, aheadLate * cosine - starboardLate * sine);
    place(SUM.upM, SUM.upMps, heave - exitStarboardM * roll, exitForwardM * pitch - exitStarboardM * rollLate);
    set(SUM.tiltEast, roll * cosine, rollLate * cosine - pitch * sine);
    set(SUM.tiltNorth, -roll * sine, -rollLate * sine - pitch * cosine);
    set(SUM.yaw, yaw, 0);
  }
}

/** Angle to the mean direction, radians, distributed as cosine squared within +-90 degrees. */
function drawDirection(random: RandomStream): number {
  for (;;) {
    const off = Math.PI * (random.uniform() - 0.5);
    if (random.uniform() < Math.cos(off) ** 2) return off;
  }
}
