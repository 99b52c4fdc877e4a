import type { FaultKindOf, FaultWorld, TetheredFaultOf } from './fault-kind.ts';

/** Boot time of such a computer, seconds. Assumed. */
const REBOOT_S = 10;

export const groundStationReboot: FaultKindOf<'ground_station_reboot'> = {
  claims: () => ['computer of the Ground Station'],
  lengthS: () => REBOOT_S,
  lacking: ({ sideEffects }) =>
    sideEffects.reboot === undefined ? 'no computer of a Ground Station runs here that could restart' : undefined,
  begin: ({ sideEffects }) => {
    sideEffects.reboot?.(true);
    return () => sideEffects.reboot?.(false);
  },
};

export const streamLost: FaultKindOf<'stream_lost'> = {
  claims: () => ['video streams'],
  lacking: ({ sideEffects }) => (sideEffects.streamLost === undefined ? 'this station has no video' : undefined),
  begin: ({ sideEffects }, { stream_id }) => {
    sideEffects.streamLost?.(true, stream_id);
    return () => sideEffects.streamLost?.(false, stream_id);
  },
};

export const storageFull: FaultKindOf<'storage_full'> = {
  claims: () => ['space for recordings'],
  lacking: ({ sideEffects }) => (sideEffects.storageFull === undefined ? 'this station has no recorder' : undefined),
  begin: ({ sideEffects }) => {
    sideEffects.storageFull?.(true);
    return () => sideEffects.storageFull?.(false);
  },
};

const lacking = ({ simulation }: FaultWorld) =>
  simulation.rooftopBox === undefined ? 'this station has no Rooftop Box' : undefined;

export const lidsStuck: FaultKindOf<'lids_stuck'> = {
  claims: () => ['lids'],
  lacking,
  begin: ({ simulation: { rooftopBox } }) => {
    if (rooftopBox) rooftopBox.isStuck = true;
    return () => {
      if (rooftopBox) rooftopBox.isStuck = false;
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
    return () => {
      if (vehicle) vehicle.voltageV = healthyV;
    };
  },
};

/** The Ground Station is driven away. At the end it brakes, and stays where it stops. */
export const systemMoving: TetheredFaultOf<'system_moving'> = {
  claims: () => ['place of the Ground Station'],
  begin: ({ simulation: { base } }, { speed_mps, heading_deg }, severity) => {
    base.drive(severity * speed_mps, heading_deg);
    return () => base.stop();
  },
};
