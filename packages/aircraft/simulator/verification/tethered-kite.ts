import { GRAVITY_MPS2 } from '../src/air/atmosphere.ts';
import { Wind } from '../src/air/wind.ts';
import { type Lean, Translation } from '../src/body/translation.ts';
import { randomStream } from '../src/noise/rng.ts';
import { type ParameterOverrides, parametersWith, type SimulatorParameters } from '../src/parameters.ts';
import { Tether } from '../src/tether/tether.ts';
import { Winch } from '../src/tether/winch.ts';
import { kitePulling } from './default-tether.ts';
import type { LineInWind, LineStatics } from './oracle/line-in-wind.ts';

export const KITE_KG = 1.2;
export const KITE_WEIGHT_N = KITE_KG * GRAVITY_MPS2;
const LEVEL: Lean = { east: 0, north: 0 };

/** The tether of the cases, from an exit where the Kite's place is counted from; drag of the Kite is quadratic. */
const CASE_FIGURES: ParameterOverrides = {
  kite: { massKg: KITE_KG, dragAreaM2: 0.02, linearDragNsPerM: 0 },
  tether: {
    massPerM: 0.0065,
    diameterM: 0.002,
    dragCoefficient: 1.1,
    stiffnessN: 20_000,
    seriesNPerM: 1500,
    damping: 0.1,
  },
};

/** Nothing but a spring: no weight of the line, no drag, no damping. */
export const SPRING_ONLY: ParameterOverrides = {
  kite: { dragAreaM2: 1e-9 },
  tether: { massPerM: 1e-7, damping: 0 },
};

interface TetheredKiteOptions {
  readonly lengthM: number;
  /** Wind 10 m above the ground, from the west. */
  readonly windMps?: number;
  /** Exponent of its profile; 0 when absent: the same at every height. */
  readonly exponent?: number;
  readonly stepS?: number;
  readonly overrides?: ParameterOverrides;
}

/** Kite, tether and wind of the product without the rest: thrust and length stay as they are set. */
export class TetheredKite {
  readonly parameters: SimulatorParameters;
  readonly stepS: number;
  readonly motion: Translation;
  readonly tether: Tether;
  readonly winch: Winch;
  readonly #wind: Wind;
  /** Tangents of the thrust's lean. */
  lean = LEVEL;

  constructor({ lengthM, windMps = 0, exponent = 0, stepS = 0.0025, overrides = {} }: TetheredKiteOptions) {
    const parameters = parametersWith({
      ...overrides,
      kite: { ...CASE_FIGURES.kite, ...overrides.kite },
      tether: { ...CASE_FIGURES.tether, ...overrides.tether },
      // Pulls of any size are looked at: nothing slips.
      winch: { clutchN: 1e6 },
    });
    // Everything is counted from the exit. The setting refuses this: a Kite in its cradle would lie in it.
    this.parameters = { ...parameters, tether: { ...parameters.tether, throatM: 0 } };
    this.stepS = stepS;
    this.motion = new Translation(this.parameters.kite, stepS);
    const winch = new Winch(this.parameters, 0, stepS);
    this.winch = winch;
    winch.lengthM = lengthM;
    this.tether = new Tether(this.parameters, this.motion, winch, stepS);
    const conditions = { speedMps: windMps, fromDeg: 270, turbulence: 'none' } as const;
    this.#wind = new Wind(conditions, exponent, randomStream(1, 'wind'), stepS);
  }

  /** It blows as hard from now on, m/s. */
  blow(windMps: number): void {
    this.#wind.set({ speedMps: windMps, fromDeg: 270, turbulence: 'none' });
  }

  step(): void {
    const { motion, tether } = this;
    this.#wind.update({ upM: motion.upM, eastMps: 0, northMps: 0 });
    motion.windEastMps = this.#wind.eastMps;
    tether.updateLoad(this.#wind, { eastMps: 0, northMps: 0 });
    tether.step();
    motion.step(this.lean);
  }

  run(seconds: number): void {
    for (let count = 0; count < Math.round(seconds / this.stepS); count += 1) this.step();
  }
}

/** A Kite that holds itself level in wind, with so much lift beyond its weight, when it has come to rest. */
export function levelKiteAtRest(windMps: number, lengthM: number, liftN: number): TetheredKite {
  const kite = new TetheredKite({ lengthM, windMps });
  kite.motion.upM = lengthM;
  kite.motion.verticalThrustN = KITE_WEIGHT_N + liftN;
  kite.run(150);
  return kite;
}

/** A Kite that pulls as the oracle says it must to stay over its base, when it has come to rest wherever that is. */
export function pullingKiteAtRest({ line, statics, speedMps, exponent }: HeldLine): TetheredKite {
  const kite = new TetheredKite({ lengthM: line.lengthM, windMps: speedMps, exponent, overrides: SETTLING });
  const windMps = line.windMps(statics.heightM);
  const { lean, verticalThrustN } = kitePulling(statics.topAlongN, statics.topUpN, windMps);
  kite.motion.upM = statics.heightM;
  kite.motion.verticalThrustN = verticalThrustN;
  kite.lean = { east: lean - (SETTLING.kite.linearDragNsPerM * windMps) / verticalThrustN, north: 0 };
  kite.run(120);
  return kite;
}

/** Drag beyond the product's, so that it settles sooner; its lean makes up for it. */
const SETTLING = { kite: { linearDragNsPerM: 1 } } as const;

/** A line that is held upright in a wind, as the oracle has it. */
export interface HeldLine {
  readonly line: LineInWind;
  readonly statics: LineStatics;
  readonly speedMps: number;
  readonly exponent: number;
}

/** Tension at the Kite while it flies straight up into the end of its tether at 2 m/s, at each step. */
export function snatch(stepS: number, damping = 0): readonly number[] {
  const overrides = { ...SPRING_ONLY, tether: { ...SPRING_ONLY.tether, damping } };
  const kite = new TetheredKite({ lengthM: 45, stepS, overrides });
  kite.motion.verticalThrustN = KITE_WEIGHT_N;
  kite.motion.upM = 45;
  kite.motion.upMps = 2;
  return Array.from({ length: Math.round(0.3 / stepS) }, () => {
    kite.step();
    return kite.tether.kiteTensionN;
  });
}
