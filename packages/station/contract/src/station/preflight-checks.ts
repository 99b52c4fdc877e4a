/** All preflight checks, in the order in which an operator would fix them: nearest first. */
export const PREFLIGHT_CHECKS = [
  'reset',
  'kite_detected',
  'safety_land_button',
  'parking_brake',
  'lids',
  'moving',
  'remote_id',
  'kite_battery',
  'gs_battery',
  'kite_battery_voltage',
  'gs_battery_voltage',
  'kite_temperature',
  'kite_battery_temperature',
  'gs_battery_temperature',
  'spool_temperature',
  'wind',
  'main_power',
  'aircraft',
  'thrust',
  'failsafe',
] as const;
export type PreflightCheckName = (typeof PREFLIGHT_CHECKS)[number];

export const PREFLIGHT_STATES = ['ok', 'refuses', 'unknown'] as const;
export type PreflightState = (typeof PREFLIGHT_STATES)[number];

export const PREFLIGHT_UNITS = ['%', 'V', '°C', 'm/s', 's'] as const;
export type PreflightUnit = (typeof PREFLIGHT_UNITS)[number];
