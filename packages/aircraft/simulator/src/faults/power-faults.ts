import type { TetheredFaultOf, TetheredFaultWorld } from './fault-kind.ts';

export const mainPowerLoss: TetheredFaultOf<'main_power_loss'> = {
  claims: () => ['main power'],
  refusal: ({ simulation: { power } }) => (power.isMainPowerPresent ? undefined : 'the main power is off already'),
  begin: ({ simulation: { power } }) => {
    power.isMainPowerPresent = false;
    return () => {
      power.isMainPowerPresent = true;
    };
  },
};

/** The tether's power line opens at severity 1; below it a contact has added resistance. */
export const tetherVoltageLoss: TetheredFaultOf<'tether_voltage_loss'> = {
  claims: () => ['power line of the tether'],
  refusal: ({ simulation: { tether } }) => (tether.isCut ? 'the tether is cut, and its power line with it' : undefined),
  begin: ({ simulation: { power, electrics, body } }, { resistance_ohm }, severity) => {
    if (severity === 1) power.line.isOpen = true;
    else power.line.addedOhm = severity * resistance_ohm;
    return () => {
      power.line.isOpen = false;
      power.line.addedOhm = 0;
      // A repair resets the monitor; a line that recovers in flight has to prove itself.
      if (body.isOnGround) electrics.powerMonitor.renewLine();
    };
  },
};

type Which = 'kite' | 'ground_station';

const NAMES = { kite: 'Kite', ground_station: 'Ground Station' } as const;

const batteryOf = ({ simulation: { power } }: TetheredFaultWorld, which: Which) =>
  which === 'kite' ? power.kiteBattery : power.groundStationBattery;

/** Battery too hot or too cold by its own sensor. */
export const batteryTemperature: TetheredFaultOf<'battery_temperature'> = {
  claims: ({ battery }) => [`temperature of the battery of the ${NAMES[battery]}`],
  begin: (world, figures) => {
    const battery = batteryOf(world, figures.battery);
    battery.stuckTemperatureC = figures.temperature_c;
    return () => {
      battery.stuckTemperatureC = undefined;
    };
  },
};

/** A cell has lost voltage at the same charge. */
export const batteryVoltage: TetheredFaultOf<'battery_voltage'> = {
  claims: ({ battery }) => [`voltage of the battery of the ${NAMES[battery]}`],
  begin: (world, figures, severity) => {
    const battery = batteryOf(world, figures.battery);
    battery.missingV = severity * figures.loss_v;
    return () => {
      battery.missingV = 0;
    };
  },
};

/** The gauge reports a constant charge. */
export const batteryCharge: TetheredFaultOf<'battery_charge'> = {
  claims: ({ battery }) => [`charge of the battery of the ${NAMES[battery]}`],
  begin: (world, figures) => {
    const battery = batteryOf(world, figures.battery);
    battery.stuckPercent = figures.percent;
    return () => {
      battery.stuckPercent = undefined;
    };
  },
};
