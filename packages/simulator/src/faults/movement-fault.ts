import type { FaultKindOf } from './fault-kind.ts';

/** The Ground Station is driven away. At the end it brakes, and stays where it stops. */
export const systemMoving: FaultKindOf<'system_moving'> = {
  claims: () => ['place of the Ground Station'],
  begin: ({ simulation: { base } }, { speed_mps, heading_deg }, severity) => {
    base.drive(severity * speed_mps, heading_deg);
    return { end: () => base.stop() };
  },
};
