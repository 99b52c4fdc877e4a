import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** The aircraft's figures as its own software has them. */
export interface OwnModel {
  /** Figures of the software: each with its error, the terrain as open country. */
  readonly parameters: SimulatorParameters;
  /** Thrust that the software computes from the rotor speeds, divided by the true thrust. */
  readonly thrustScale: number;
}

/**
 * Figures are weighed, measured or looked up: none is exactly that of this aircraft on this day. Each error is drawn
 * once per seed, normal, with the standard deviation in `ownModel`.
 */
export function ownModelOf(parameters: SimulatorParameters, random: RandomStream): OwnModel {
  const { kite, tether, ownModel, wind } = parameters;
  const off = (value: number, share: number) => value * (1 + share * random.normal());
  return {
    thrustScale: off(1, ownModel.thrustShare),
    parameters: {
      ...parameters,
      kite: {
        ...kite,
        massKg: off(kite.massKg, ownModel.massShare),
        dragAreaM2: off(kite.dragAreaM2, ownModel.dragShare),
        linearDragNsPerM: off(kite.linearDragNsPerM, ownModel.dragShare),
      },
      tether: {
        ...tether,
        massPerM: off(tether.massPerM, ownModel.tetherMassShare),
        dragCoefficient: off(tether.dragCoefficient, ownModel.tetherDragShare),
      },
      wind: { ...wind, profileExponent: ownModel.profileExponent },
    },
  };
}
