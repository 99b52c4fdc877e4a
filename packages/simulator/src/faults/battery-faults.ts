import type { FaultKindOf, FaultWorld } from './fault-kind.ts';

type Which = 'kite' | 'ground_station';

const NAMES = { kite: 'Kite', ground_station: 'Ground Station' } as const;

const batteryOf = ({ simulation: { power } }: FaultWorld, which: Which) =>
  which === 'kite' ? power.kiteBattery : power.groundStationBattery;

/** Battery too hot or too cold by its own sensor. */
export const batteryTemperature: FaultKindOf<'battery_temperature'> = {
  claims: ({ battery }) => [`temperature of the battery of the ${NAMES[battery]}`],
  begin: (world, figures) => {
    const battery = batteryOf(world, figures.battery);
    battery.stuckTemperatureC = figures.temperature_c;
    return {
      end: () => {
        battery.stuckTemperatureC = undefined;
      },
    };
  },
};

/** A cell has lost voltage at the same charge. */
export const batteryVoltage: FaultKindOf<'battery_voltage'> = {
  claims: ({ battery }) => [`voltage of the battery of the ${NAMES[battery]}`],
  begin: (world, figures, severity) => {
    const battery = batteryOf(world, figures.battery);
    battery.missingV = severity * figures.loss_v;
    return {
      end: () => {
        battery.missingV = 0;
      },
    };
  },
};

/** The gauge reports a constant charge. */
export const batteryCharge: FaultKindOf<'battery_charge'> = {
  claims: ({ battery }) => [`charge of the battery of the ${NAMES[battery]}`],
  begin: (world, figures) => {
    const battery = batteryOf(world, figures.battery);
    battery.stuckPercent = figures.percent;
    return {
      end: () => {
        battery.stuckPercent = undefined;
      },
    };
  },
};
