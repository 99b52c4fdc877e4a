import type { FaultKindOf, FaultWorld } from './fault-kind.ts';

/** Maximum thrust loss of a degraded motor: one below half counts as failed. */
const GREATEST_LOSS = 0.45;

function weaken({ simulation }: FaultWorld, motor: number, effectiveness: number) {
  const { rotors } = simulation.body;
  rotors.effectiveness[motor - 1] = effectiveness;
  return {
    end: () => {
      rotors.effectiveness[motor - 1] = 1;
    },
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
