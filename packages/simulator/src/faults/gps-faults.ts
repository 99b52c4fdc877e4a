import type { Simulation } from '../simulation.ts';
import type { FaultKindOf } from './fault-kind.ts';

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
    return {
      end: () => {
        for (const one of receivers) {
          one.setJammed(false, simulation.stepCount);
          one.errorFactor = 1;
        }
      },
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
    return {
      end: () => {
        kite.multipathEastM = 0;
        kite.multipathNorthM = 0;
      },
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
    return {
      end: () => {
        position.areCorrectionsLost = false;
      },
    };
  },
};
