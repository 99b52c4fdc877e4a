import { entries } from './entry.ts';

const turns = [
  { name: 'turns', description: 'Turns of the tether, positive clockwise' },
  { name: 'limit', description: 'Turns at which no further turn that way is allowed' },
];

/** 30000 to 39999: the flight: wind, altitude, tether. */
export const FLIGHT_NOTIFICATIONS = entries({
  HIGH_WIND: {
    code: 30001,
    severity: 'Critical',
    message: 'Wind load high: {measure} {value} {unit}, limit {limit} {unit}.',
    system_reaction: 'Now: {level}. Cleared after a minute of calmer wind, or on the ground.',
    instructions: 'Land, or stay low until the wind decreases.',
    parameters: [
      {
        name: 'measure',
        description:
          'Measured effect of the wind that led to the level: `wind`, `tether angle`, `drift`, `thrust`, `tilt of the Kite` or `uncommanded descent`',
      },
      { name: 'value', description: 'Its value now: below the limit, too, until the notification is cleared' },
      { name: 'limit', description: 'Its limit for this level' },
      { name: 'unit', description: 'Unit of value and limit' },
      { name: 'level', description: '`warning only`, `descent to a safe altitude`, `landing` or `safety landing`' },
      {
        name: 'wind_speed',
        description: 'Wind at the Kite now, mean of 10 s; absent while it is not measured',
        unit: 'm/s',
      },
      {
        name: 'altitude_max',
        description: 'Highest permitted target altitude in this wind; absent while the wind sets no limit',
        unit: 'm',
      },
    ],
  },
  WIND_TOO_STRONG_FOR_TAKEOFF: {
    code: 30002,
    severity: 'Warning',
    message: 'Wind too high for take-off: {wind_speed} m/s, limit {limit} m/s.',
    system_reaction: 'Take-off is refused until the wind has been below the limit for 10 s.',
    instructions: 'Wait until the wind decreases.',
    parameters: [
      { name: 'wind_speed', description: 'Wind at the Kite', unit: 'm/s' },
      { name: 'limit', description: 'Highest wind for take-off', unit: 'm/s' },
    ],
  },
  ALTITUDE_SOFT_MAX_REACHED: {
    code: 30010,
    severity: 'Info',
    message: 'Kite at the altitude limit ({altitude_soft_max} m).',
    system_reaction: 'The Kite does not climb further.',
    instructions: 'Raise the soft maximum to fly higher.',
    parameters: [{ name: 'altitude_soft_max', description: 'Soft maximum of the altitude', unit: 'm' }],
  },
  TETHER_TWIST_WARNING: {
    code: 30020,
    severity: 'Warning',
    message: 'Tether twisted by {turns} turns; limit {limit}.',
    system_reaction: 'None yet. At the limit, further turns in this direction are refused.',
    instructions: 'Turn in the opposite direction.',
    parameters: turns,
  },
  TETHER_TWIST_CRITICAL: {
    code: 30021,
    severity: 'Critical',
    message: 'Tether twist limit reached: {turns} of {limit} turns.',
    system_reaction: 'Further turns in this direction are refused; turns in the opposite direction are allowed.',
    instructions: 'Turn in the opposite direction.',
    parameters: turns,
  },
  TETHER_DAMAGED: {
    code: 30030,
    severity: 'Fatal',
    message: 'Tether damaged.',
    system_reaction: 'The Kite makes a safety landing. Take-off is refused.',
    instructions: 'Clear the landing area. Do not fly before the tether has been replaced.',
  },
  SAFETY_LANDING: {
    code: 30040,
    severity: 'Critical',
    message: 'Safety landing: {reason}.',
    system_reaction: 'The Kite lands at once, at twice the normal rate. This cannot be aborted.',
    instructions: 'Clear the landing area. Find the cause before the next flight.',
    parameters: [{ name: 'reason', description: 'Cause of the landing' }],
  },
  SAFETY_DESCENT: {
    code: 30041,
    severity: 'Critical',
    message: 'Descending to {altitude} m: {reason}.',
    system_reaction: 'The Kite descends to the safe altitude and stays at or below it until the cause is cleared.',
    instructions: 'Wait, or land.',
    parameters: [
      { name: 'altitude', description: 'Safe altitude', unit: 'm' },
      { name: 'reason', description: 'Cause of the descent' },
    ],
  },
  ORDERED_LANDING: {
    code: 30042,
    severity: 'Critical',
    message: 'Automatic landing: {reason}.',
    system_reaction: 'The Kite lands at the normal rate. This cannot be aborted while the cause lasts.',
    instructions: 'Clear the landing area.',
    parameters: [{ name: 'reason', description: 'Cause of the landing' }],
  },
  LANDING_PENDING: {
    code: 30043,
    severity: 'Info',
    message: 'Landing pending: no data from the Kite.',
    system_reaction: 'The Kite lands as soon as it is heard, within 10 minutes.',
    instructions: 'Clear the landing area. Cancel the landing if the Kite must stay in the air.',
  },
  LANDING_NOT_SENT: {
    code: 30044,
    severity: 'Critical',
    message: 'Ordered landing not sent: no data from the Kite for 10 minutes.',
    system_reaction: 'The order has ended. The Kite follows its own failsafe.',
    instructions: 'Order the landing again, or find the Kite.',
  },
  GEOFENCE_CROSSED: {
    code: 30060,
    severity: 'Warning',
    message: 'Geofence crossed: {zones}.',
    system_reaction: 'The station only warns: it neither steers nor lands for a geofence.',
    instructions: 'Lower the Kite, or land.',
    parameters: [{ name: 'zones', description: 'Names of the zones that are crossed' }],
  },
});
