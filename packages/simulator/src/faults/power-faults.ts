import type { FaultKindOf } from './fault-kind.ts';

export const mainPowerLoss: FaultKindOf<'main_power_loss'> = {
  claims: () => ['main power'],
  refusal: ({ simulation: { power } }) => (power.isMainPowerPresent ? undefined : 'the main power is off already'),
  begin: ({ simulation: { power } }) => {
    power.isMainPowerPresent = false;
    return {
      end: () => {
        power.isMainPowerPresent = true;
      },
    };
  },
};

/** The tether's power line opens at severity 1; below it a contact has added resistance. */
export const tetherVoltageLoss: FaultKindOf<'tether_voltage_loss'> = {
  claims: () => ['power line of the tether'],
  refusal: ({ simulation: { tether } }) => (tether.isCut ? 'the tether is cut, and its power line with it' : undefined),
  begin: ({ simulation: { power, electrics, body } }, { resistance_ohm }, severity) => {
    if (severity === 1) power.line.isOpen = true;
    else power.line.addedOhm = severity * resistance_ohm;
    return {
      end: () => {
        power.line.isOpen = false;
        power.line.addedOhm = 0;
        // A repair resets the monitor; a line that recovers in flight has to prove itself.
        if (body.isOnGround) electrics.powerMonitor.renewLine();
      },
    };
  },
};
