import { entries } from './entry.ts';

const turns = [
  { name: 'turns', description: 'Turns of the tether, positive clockwise' },
  { name: 'limit', description: 'Turns at which no further turn that way is allowed' },
];

/** 30000 to 39999: the flight as a whole: wind, altitude, tether. */
export const FLIGHT_NOTIFICATIONS = entries({
  HIGH_WIND: {
    code: 30001,
    severity: 'Critical',
    message: 'The wind is over the limit for normal flight ({wind_speed} m/s).',
    system_reaction:
      'By its level, now {level}. `warn`: nothing yet. `reduce`: the Kite descends to a safe altitude and stays below it. `land`: the Kite lands. `safetyLanding`: the Kite makes a safety landing. Over after a minute of much less wind, or on the ground.',
    instructions: 'Land, or stay low and wait for less wind.',
    parameters: [
      { name: 'wind_speed', description: 'Wind at the Kite when the level was reached', unit: 'm/s' },
      { name: 'level', description: '`warn`, `reduce`, `land` or `safetyLanding`' },
    ],
  },
  WIND_TOO_STRONG_FOR_TAKEOFF: {
    code: 30002,
    severity: 'Warning',
    message: 'The wind is over the limit for take-off: {wind_speed} m/s, limit {limit} m/s.',
    system_reaction: 'Take-off is refused until the wind has been below the limit for 10 s.',
    instructions: 'Wait for less wind.',
    parameters: [
      { name: 'wind_speed', description: 'Wind at the Kite', unit: 'm/s' },
      { name: 'limit', description: 'Highest wind for take-off', unit: 'm/s' },
    ],
  },
  ALTITUDE_SOFT_MAX_REACHED: {
    code: 30010,
    severity: 'Info',
    message: 'The Kite is at the highest altitude that is allowed now ({altitude_soft_max} m).',
    system_reaction: 'The Kite does not climb further.',
    instructions: 'Raise the soft maximum if you need to fly higher.',
    parameters: [{ name: 'altitude_soft_max', description: 'Soft maximum of the altitude', unit: 'm' }],
  },
  TETHER_TWIST_WARNING: {
    code: 30020,
    severity: 'Warning',
    message: 'The tether is twisted by {turns} turns; the limit is {limit}.',
    system_reaction: 'None yet. At the limit, turning further that way is refused.',
    instructions: 'Turn the other way.',
    parameters: turns,
  },
  TETHER_TWIST_CRITICAL: {
    code: 30021,
    severity: 'Critical',
    message: 'The tether is twisted by {turns} turns, which is the limit ({limit}).',
    system_reaction: 'Turning further that way is refused. The other way is free.',
    instructions: 'Turn the other way.',
    parameters: turns,
  },
  TETHER_DAMAGED: {
    code: 30030,
    severity: 'Fatal',
    message: 'The tether is damaged.',
    system_reaction: 'The Kite makes a safety landing. Take-off is refused.',
    instructions: 'Keep the landing area free. Do not fly again before the tether has been replaced.',
    parameters: [],
  },
  SAFETY_LANDING: {
    code: 30040,
    severity: 'Critical',
    message: 'Safety landing: {reason}.',
    system_reaction: 'The Kite comes down at once, twice as fast as usual. This cannot be aborted.',
    instructions: 'Keep the landing area free. Find the cause before the next flight.',
    parameters: [{ name: 'reason', description: 'What made the landing necessary' }],
  },
  SAFETY_DESCENT: {
    code: 30041,
    severity: 'Warning',
    message: 'Descending to a safe altitude ({altitude} m): {reason}.',
    system_reaction: 'The Kite goes down to the safe altitude and stays below it until the cause is gone.',
    instructions: 'Wait, or land.',
    parameters: [
      { name: 'altitude', description: 'Safe altitude', unit: 'm' },
      { name: 'reason', description: 'What made the descent necessary' },
    ],
  },
  ORDERED_LANDING: {
    code: 30042,
    severity: 'Critical',
    message: 'The station has ordered a landing: {reason}.',
    system_reaction: 'The Kite lands at its normal speed. This cannot be aborted while the cause lasts.',
    instructions: 'Keep the landing area free.',
    parameters: [{ name: 'reason', description: 'What made the landing necessary' }],
  },
});
