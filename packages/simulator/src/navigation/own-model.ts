import type { RandomStream } from '../noise/rng.ts';
import type { SimulatorParameters } from '../parameters.ts';

/** What the aircraft's own software takes for the figures of the aircraft. */
export interface OwnModel {
  /** The aircraft's figures as the software has them: each off by its share, the terrain that of open country. */
  readonly parameters: SimulatorParameters;
  /** Thrust that the software works out from the speeds of the rotors, per real thrust. */
  readonly thrustScale: number;
}

/**
 * Figures are weighed, measured and looked up: none of them is that of this very aircraft on this day. Each error is drawn
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
