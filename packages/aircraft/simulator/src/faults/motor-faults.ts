import type { TetheredFaultOf, TetheredFaultWorld } from './fault-kind.ts';

/** Maximum thrust loss of a degraded motor: one below half counts as failed. */
const GREATEST_LOSS = 0.45;

function weaken({ simulation }: TetheredFaultWorld, motor: number, effectiveness: number) {
  const { rotors } = simulation.body;
  rotors.effectiveness[motor - 1] = effectiveness;
  return () => {
    rotors.effectiveness[motor - 1] = 1;
  };
}

const claims = ({ motor }: { readonly motor: number }) => [`motor ${motor}`];

/** A frame with fewer rotors has fewer motors. */
function refusal({ simulation }: TetheredFaultWorld, { motor }: { readonly motor: number }): string | undefined {
  const count = simulation.body.rotors.effectiveness.length;
  return motor > count ? `there is no motor ${motor}, only ${count}` : undefined;
}

export const motorFailure: TetheredFaultOf<'motor_failure'> = {
  claims,
  refusal,
  begin: (world, { motor }) => weaken(world, motor, 0),
};

export const motorDegraded: TetheredFaultOf<'motor_degraded'> = {
  claims,
  refusal,
  begin: (world, { motor }, severity) => weaken(world, motor, 1 - severity * GREATEST_LOSS),
};

/** Poor cooling: warm air around the electronics, and a higher thermal resistance. */
export const overheating: TetheredFaultOf<'overheating'> = {
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
