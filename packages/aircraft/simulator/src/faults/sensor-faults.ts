import { LEAST_DIPOLE_M, MagneticDipole } from '../sensors/magnetic-dipole.ts';
import type { Simulation } from '../simulation.ts';
import type { FaultKindOf, TetheredFaultOf } from './fault-kind.ts';
import { rampShare } from './ramp.ts';

export const forceSensor: TetheredFaultOf<'force_sensor'> = {
  claims: () => ['force sensor'],
  begin: ({ simulation: { forceSensor } }, { mode, bias_n, bias_deg }, severity) => {
    forceSensor.isFrozen = mode === 'freeze';
    forceSensor.isSilent = mode === 'silent';
    forceSensor.biasN = mode === 'bias' ? severity * bias_n : 0;
    forceSensor.biasDeg = mode === 'bias' ? severity * bias_deg : 0;
    return () => {
      forceSensor.isFrozen = false;
      forceSensor.isSilent = false;
      forceSensor.biasN = 0;
      forceSensor.biasDeg = 0;
    };
  },
};

/** The Kite's barometer freezes or drifts. */
export const barometer: FaultKindOf<'barometer'> = {
  claims: () => ['barometer'],
  begin: ({ simulation }, { mode, drift_mps }) => {
    const sensor = simulation.barometer;
    sensor.isFrozen = mode === 'freeze';
    return {
      step: (sinceS) => {
        sensor.faultM = mode === 'drift' ? drift_mps * sinceS : 0;
      },
      end: () => {
        sensor.isFrozen = false;
        sensor.faultM = 0;
      },
    };
  },
};

/** The field of a thing of steel that builds up on top of the Earth's; one set by hand is added to it. */
export const magneticDisturbance: FaultKindOf<'magnetic_disturbance'> = {
  claims: () => ['field at the magnetometer'],
  refusal: (_world, { at_m, ...source }) =>
    Math.hypot(source.source_east_m, source.source_north_m, source.source_up_m - at_m) < LEAST_DIPOLE_M
      ? `the field is given at less than ${LEAST_DIPOLE_M} m from its source`
      : undefined,
  begin: ({ simulation: { body, magnetometer } }, { east_ut, north_ut, ramp_s, at_m, ...source }, severity) => {
    const place = { eastM: source.source_east_m, northM: source.source_north_m, upM: source.source_up_m };
    const dipole = new MagneticDipole(place, { eastUt: east_ut, northUt: north_ut }, at_m);
    return {
      step: (sinceS) => {
        const share = severity * rampShare(sinceS, ramp_s);
        dipole.meet(body.motion);
        magnetometer.faultEastUt = share * dipole.eastUt;
        magnetometer.faultNorthUt = share * dipole.northUt;
        magnetometer.faultDownUt = -share * dipole.upUt;
      },
      end: () => {
        magnetometer.faultEastUt = 0;
        magnetometer.faultNorthUt = 0;
        magnetometer.faultDownUt = 0;
      },
    };
  },
};

/** A motor lead has shifted: its magnetic calibration no longer fits. */
export const motorMagneticField: FaultKindOf<'motor_magnetic_field'> = {
  claims: () => ['leads of the motors'],
  begin: ({ simulation: { magnetometer } }, { ut_per_kw }, severity) => {
    magnetometer.faultUtPerW = (severity * ut_per_kw) / 1000;
    return () => {
      magnetometer.faultUtPerW = 0;
    };
  },
};

type Receiver = 'both' | 'kite' | 'ground_station';

const namesOf = (receiver: Receiver) =>
  receiver === 'both'
    ? (['kite', 'groundStation'] as const)
    : receiver === 'kite'
      ? (['kite'] as const)
      : (['groundStation'] as const);

const receiversOf = ({ position }: Simulation, receiver: Receiver) => namesOf(receiver).map((name) => position[name]);

/** No satellites at severity 1; a degraded fix below it. */
export const gpsLoss: FaultKindOf<'gps_loss'> = {
  claims: ({ receiver }) => namesOf(receiver).map((name) => `GPS receiver (${name})`),
  begin: ({ simulation }, { receiver, sigma_factor }, severity) => {
    const receivers = receiversOf(simulation, receiver);
    for (const one of receivers) {
      if (severity === 1) one.setJammed(true, simulation.stepCount);
      else one.errorFactor = 1 + severity * (sigma_factor - 1);
    }
    return () => {
      for (const one of receivers) {
        one.setJammed(false, simulation.stepCount);
        one.errorFactor = 1;
      }
    };
  },
};

/** A step of the Kite's GPS position. Allowed on top of a degraded fix: multipath and few satellites come together. */
export const gpsMultipath: FaultKindOf<'gps_multipath'> = {
  claims: () => ['reflections at the Kite’s GPS receiver'],
  begin: ({ simulation }, { east_m, north_m }, severity) => {
    const { kite } = simulation.position;
    kite.multipathEastM = severity * east_m;
    kite.multipathNorthM = severity * north_m;
    return () => {
      kite.multipathEastM = 0;
      kite.multipathNorthM = 0;
    };
  },
};

/** No corrections from the reference station. */
export const gpsCorrectionsLost: FaultKindOf<'gps_corrections_lost'> = {
  claims: () => ['corrections of the reference station'],
  lacking: ({ simulation }) =>
    simulation.parameters.rtk.isUsed ? undefined : 'this aircraft uses no corrections (parameter rtk.isUsed)',
  begin: ({ simulation: { position } }) => {
    position.areCorrectionsLost = true;
    return () => {
      position.areCorrectionsLost = false;
    };
  },
};
