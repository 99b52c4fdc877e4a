import type { VerificationRow } from './row.ts';
import { AIR_ROWS } from './rows/air.ts';
import { BASE_ROWS } from './rows/base.ts';
import { FLIGHT_ROWS } from './rows/flight.ts';
import { GEODESY_ROWS } from './rows/geodesy.ts';
import { HEADING_ROWS } from './rows/heading.ts';
import { HEAT_ROWS } from './rows/heat.ts';
import { MAGNETIC_ROWS } from './rows/magnetic.ts';
import { MOTION_ROWS } from './rows/motion.ts';
import { NAVIGATION_ROWS } from './rows/navigation.ts';
import { NUMBER_ROWS } from './rows/numbers.ts';
import { POWER_ROWS } from './rows/power.ts';
import { ROTOR_POWER_ROWS } from './rows/rotor-power.ts';
import { SATELLITE_ROWS } from './rows/satellites.ts';
import { SENSOR_ROWS } from './rows/sensors.ts';
import { TETHER_ROWS } from './rows/tether.ts';
import { TETHER_GROUND_ROWS } from './rows/tether-ground.ts';
import { TETHER_MOTION_ROWS } from './rows/tether-motion.ts';
import { TETHER_SPECTRUM_ROWS } from './rows/tether-spectrum.ts';
import { TETHER_TAIL_ROWS } from './rows/tether-tail.ts';
import { TETHER_WIND_ROWS } from './rows/tether-wind.ts';
import { TURBULENCE_ROWS } from './rows/turbulence.ts';

const place = ({ row }: VerificationRow): number => (row.startsWith('V') ? 0 : 1000) + Number(row.slice(1));

/** Every row of the verification, in the order of their numbers. */
export const VERIFICATION_ROWS: readonly VerificationRow[] = [
  ...AIR_ROWS,
  ...BASE_ROWS,
  ...FLIGHT_ROWS,
  ...GEODESY_ROWS,
  ...HEADING_ROWS,
  ...HEAT_ROWS,
  ...MAGNETIC_ROWS,
  ...MOTION_ROWS,
  ...NAVIGATION_ROWS,
  ...NUMBER_ROWS,
  ...POWER_ROWS,
  ...ROTOR_POWER_ROWS,
  ...SATELLITE_ROWS,
  ...SENSOR_ROWS,
  ...TETHER_ROWS,
  ...TETHER_GROUND_ROWS,
  ...TETHER_MOTION_ROWS,
  ...TETHER_SPECTRUM_ROWS,
  ...TETHER_TAIL_ROWS,
  ...TETHER_WIND_ROWS,
  ...TURBULENCE_ROWS,
].sort((a, b) => place(a) - place(b));
