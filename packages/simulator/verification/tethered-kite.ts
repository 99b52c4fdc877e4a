import { GRAVITY_MPS2 } from '../src/air/atmosphere.ts';
import { Wind } from '../src/air/wind.ts';
import { Translation } from '../src/body/translation.ts';
import { randomStream } from '../src/noise/rng.ts';
import { type ParameterOverrides, parametersWith, type SimulatorParameters } from '../src/parameters.ts';
import { Tether } from '../src/tether/tether.ts';
import { Winch } from '../src/tether/winch.ts';

export const KITE_KG = 1.2;
export const KITE_WEIGHT_N = KITE_KG * GRAVITY_MPS2;
const LEVEL = { east: 0, north: 0 };

/** The tether of the cases, from an exit where the Kite's place is counted from; drag of the Kite is quadratic. */
const CASE_FIGURES: ParameterOverrides = {
  kite: { massKg: KITE_KG, dragAreaM2: 0.02, linearDragNsPerM: 0 },
  tether: {
    massPerM: 0.0065,
    diameterM: 0.002,
    dragCoefficient: 1.1,
    stiffnessN: 20_000,
    seriesNPerM: 1500,
    throatM: 0,
    damping: 0.1,
  },
};

/** Nothing but a spring: no weight of the line, no drag, no damping. */
export const SPRING_ONLY: ParameterOverrides = {
  kite: { dragAreaM2: 1e-9 },
  tether: { massPerM: 1e-7, damping: 0 },
};

export interface TetheredKiteOptions {
  readonly lengthM: number;
  /** The same at every height, from the west. */
  readonly windMps?: number;
  readonly stepS?: number;
  readonly overrides?: ParameterOverrides;
}

/** Kite, tether and wind of the product without the rest: thrust and length stay as they are set. */
export class TetheredKite {
  readonly parameters: SimulatorParameters;
  readonly stepS: number;
  readonly motion: Translation;
  readonly tether: Tether;
  readonly #wind: Wind;

  constructor({ lengthM, windMps = 0, stepS = 0.0025, overrides = {} }: TetheredKiteOptions) {
    this.parameters = parametersWith({
      ...overrides,
      kite: { ...CASE_FIGURES.kite, ...overrides.kite },
      tether: { ...CASE_FIGURES.tether, ...overrides.tether },
    });
    this.stepS = stepS;
    this.motion = new Translation(this.parameters.kite, stepS);
    const winch = new Winch(this.parameters, 0, stepS);
    winch.lengthM = lengthM;
    this.tether = new Tether(this.parameters, this.motion, winch, stepS);
    const conditions = { speedMps: windMps, fromDeg: 270, turbulence: 'none' } as const;
    this.#wind = new Wind(conditions, 0, randomStream(1, 'wind'), stepS);
  }

  step(): void {
    const { motion, tether } = this;
    this.#wind.update({ upM: motion.upM, eastMps: 0, northMps: 0 });
    motion.windEastMps = this.#wind.eastMps;
    tether.updateLoad(this.#wind, 0, 0);
    tether.step();
    motion.step(LEVEL);
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
