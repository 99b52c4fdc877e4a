import type { FaultKindOf, FaultWorld } from './fault-kind.ts';

/** Maximum thrust loss of a degraded motor: one below half counts as failed. */
const GREATEST_LOSS = 0.45;

function weaken({ simulation }: FaultWorld, motor: number, effectiveness: number) {
  const { rotors } = simulation.body;
  rotors.effectiveness[motor - 1] = effectiveness;
  return () => {
    rotors.effectiveness[motor - 1] = 1;
  };
}

const claims = ({ motor }: { readonly motor: number }) => [`motor ${motor}`];

export const motorFailure: FaultKindOf<'motor_failure'> = {
  claims,
  begin: (world, { motor }) => weaken(world, motor, 0),
};

export const motorDegraded: FaultKindOf<'motor_degraded'> = {
  claims,
  begin: (world, { motor }, severity) => weaken(world, motor, 1 - severity * GREATEST_LOSS),
};

/** Poor cooling: warm air around the electronics, and a higher thermal resistance. */
export const overheating: FaultKindOf<'overheating'> = {
  claims: () => ['cooling'],
  begin: ({ simulation: { heat, parameters } }, { ambient_c, resistance_factor }, severity) => {
    const { ambientC } = parameters.site;
    heat.ambientC = ambientC + severity * (ambient_c - ambientC);
    heat.resistanceFactor = 1 + severity * (resistance_factor - 1);
    return () => {
      heat.ambientC = ambientC;
      heat.resistanceFactor = 1;
    };
  },
};
