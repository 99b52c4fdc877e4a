import type { FaultKindOf } from './fault-kind.ts';

/** Poor cooling: warm air around the electronics, and a higher thermal resistance. */
export const overheating: FaultKindOf<'overheating'> = {
  claims: () => ['cooling'],
  begin: ({ simulation: { heat, parameters } }, { ambient_c, resistance_factor }, severity) => {
    const { ambientC } = parameters.site;
    heat.ambientC = ambientC + severity * (ambient_c - ambientC);
    heat.resistanceFactor = 1 + severity * (resistance_factor - 1);
    return {
      end: () => {
        heat.ambientC = ambientC;
        heat.resistanceFactor = 1;
      },
    };
  },
};
