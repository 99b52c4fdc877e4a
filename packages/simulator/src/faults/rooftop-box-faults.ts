import type { FaultKindOf, FaultWorld } from './fault-kind.ts';

const lacking = ({ simulation }: FaultWorld) =>
  simulation.rooftopBox === undefined ? 'this station has no Rooftop Box' : undefined;

export const lidsStuck: FaultKindOf<'lids_stuck'> = {
  claims: () => ['lids'],
  lacking,
  begin: ({ simulation: { rooftopBox } }) => {
    if (rooftopBox) rooftopBox.isStuck = true;
    return {
      end: () => {
        if (rooftopBox) rooftopBox.isStuck = false;
      },
    };
  },
};

export const supplyLow: FaultKindOf<'supply_low'> = {
  claims: () => ['supply of the vehicle'],
  lacking,
  begin: ({ simulation: { parameters, power } }, { voltage_v }) => {
    const { vehicle } = power;
    const healthyV = parameters.vehicle.voltageV;
    if (vehicle) vehicle.voltageV = voltage_v;
    return {
      end: () => {
        if (vehicle) vehicle.voltageV = healthyV;
      },
    };
  },
};
