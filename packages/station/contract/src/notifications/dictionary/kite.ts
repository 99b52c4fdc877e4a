import { entries } from './entry.ts';

/** 20000 to 29999: the Kite itself. */
export const KITE_NOTIFICATIONS = entries({
  KITE_NOT_DETECTED: {
    code: 20010,
    severity: 'Warning',
    message: 'Kite not detected in its cradle.',
    system_reaction: 'Take-off is refused.',
    instructions: 'Seat the Kite in its cradle until it clicks, and switch it on.',
  },
  KITE_DATA_MISSING: {
    code: 20020,
    severity: 'Critical',
    message: 'No data from the Kite.',
    system_reaction: 'The flight state is Unknown and flight commands are refused. The Kite follows its own failsafe.',
    instructions:
      'Clear the landing area and watch the Kite. On the ground, check that it is attached and switched on.',
  },
  KITE_LINK_DEGRADED: {
    code: 20021,
    severity: 'Warning',
    message: 'Link to the Kite degraded: {lost} % of its data lost, {delay} s late.',
    system_reaction: 'Commands are repeated until they take effect. The flight continues.',
    instructions: 'Land. Check the tether and its connectors before the next flight.',
    parameters: [
      { name: 'lost', description: 'Share of the data that was lost at the start of the condition', unit: '%' },
      { name: 'delay', description: 'Their delay at the start of the condition', unit: 's' },
    ],
  },
  KITE_BATTERY_LEVEL_LOW: {
    code: 20030,
    severity: 'Warning',
    message: 'Kite backup battery low ({level} %).',
    system_reaction: 'Take-off is refused until the battery has charged. A flight continues.',
    instructions: 'Leave the Kite in its cradle with the system on until the battery has charged.',
    parameters: [{ name: 'level', description: 'Charge of the battery', unit: '%' }],
  },
  KITE_BATTERY_VOLTAGE: {
    code: 20031,
    severity: 'Critical',
    message: 'Kite backup battery: voltage implausible for its charge ({voltage} V).',
    system_reaction: 'A flying Kite lands. Take-off is refused.',
    instructions: 'If the problem persists after an hour of charging, have the battery replaced.',
    parameters: [{ name: 'voltage', description: 'Voltage of the battery', unit: 'V' }],
  },
  KITE_BATTERY_TEMPERATURE: {
    code: 20032,
    severity: 'Warning',
    message: 'Kite backup battery: temperature out of range ({temperature} °C).',
    system_reaction: 'Take-off is refused until the temperature is back in range. A flight continues.',
    instructions: 'Let the Kite cool down or warm up with the lids closed.',
    parameters: [{ name: 'temperature', description: 'Temperature of the battery', unit: '°C' }],
  },
  KITE_MOTOR_PROBLEM: {
    code: 20040,
    severity: 'Fatal',
    message: 'Kite motor failed.',
    system_reaction: 'The Kite makes a safety landing. Take-off is refused.',
    instructions: 'Clear the landing area. Check motors and propellers for damage before the next flight.',
  },
  KITE_MOTOR_WEAK: {
    code: 20041,
    severity: 'Warning',
    message: 'Kite motor degraded.',
    system_reaction: 'Take-off is refused. A flight continues.',
    instructions: 'Land. Check motors and propellers for damage before the next flight.',
  },
  KITE_OVERHEATING: {
    code: 20050,
    severity: 'Critical',
    message: 'Kite overheated ({temperature} °C).',
    system_reaction:
      'In flight the Kite makes a safety landing; on the ground take-off is refused until it has cooled down.',
    instructions: 'Clear the landing area. Let the Kite cool down and check that its vents are clear.',
    parameters: [
      {
        name: 'temperature',
        description: 'Highest temperature of motors and converters',
        unit: '°C',
      },
    ],
  },
  KITE_TEMPERATURE_HIGH: {
    code: 20051,
    severity: 'Warning',
    message: 'Kite motors or converters hot ({temperature} °C).',
    system_reaction:
      'Take-off is refused until they have cooled down. A flight continues; above the upper limit the Kite makes a safety landing.',
    instructions: 'Land and let the Kite cool down.',
    parameters: [
      {
        name: 'temperature',
        description: 'Highest temperature of motors and converters',
        unit: '°C',
      },
    ],
  },
  KITE_GPS_BAD: {
    code: 20060,
    severity: 'Warning',
    message: 'Kite: no reliable GPS position.',
    system_reaction: 'Altitude limited to 25 m. A Kite above it descends automatically.',
    instructions: 'Stay low. Fly with a clear view of the sky.',
  },
  KITE_MAGNETIC_DISTURBANCE: {
    code: 20061,
    severity: 'Warning',
    message: 'Kite compass: magnetic interference.',
    system_reaction: 'The heading of the Kite is not shown. Camera bearings drift slowly.',
    instructions: 'Keep away from steel structures, power lines and vehicles.',
  },
  KITE_ESTIMATION_INCONSISTENT: {
    code: 20062,
    severity: 'Critical',
    message: 'Kite sensors inconsistent.',
    system_reaction: 'The flight continues on the most reliable sensors. Take-off is refused.',
    instructions: 'Land. If it happens again, have the Kite checked.',
  },
  KITE_SECONDARY_AUTOPILOT: {
    code: 20070,
    severity: 'Critical',
    message: 'Kite secondary autopilot failed.',
    system_reaction: 'Take-off is refused. A flight continues without it.',
    instructions: 'Land. Restart the Kite; if the problem persists, have it checked.',
  },
  KITE_SENSOR_FAULT: {
    code: 20080,
    severity: 'Fatal',
    message: 'Kite sensor failed.',
    system_reaction: 'The Kite makes a safety landing. Take-off is refused.',
    instructions: 'Clear the landing area. Restart the Kite; if the problem persists, have it checked.',
  },
});
