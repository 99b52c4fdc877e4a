import { entries } from './entry.ts';

/** 10000 to 19999: the Ground Station, its power, and what holds the tether. */
export const GROUND_STATION_NOTIFICATIONS = entries({
  GS_GPS_BAD: {
    code: 10010,
    severity: 'Warning',
    message: 'The Ground Station has no GPS position.',
    system_reaction: 'The position of the Ground Station is not shown and cannot stand in for that of the operator.',
    instructions: 'Give the Ground Station a free view of the sky and wait a minute.',
    parameters: [],
  },
  GS_BATTERY_LEVEL_LOW: {
    code: 10030,
    severity: 'Warning',
    message: 'The backup battery of the Ground Station is low ({level} %).',
    system_reaction: 'Take-off is refused until it has charged. In flight nothing changes while main power is there.',
    instructions: 'Leave the Ground Station on main power until the battery has charged.',
    parameters: [{ name: 'level', description: 'Charge of the battery', unit: '%' }],
  },
  GS_BATTERY_VOLTAGE: {
    code: 10031,
    severity: 'Critical',
    message: 'The voltage of the Ground Station’s backup battery is out of range ({voltage} V).',
    system_reaction: 'Take-off is refused.',
    instructions: 'Land. If it stays so after an hour of charging, have the battery replaced.',
    parameters: [{ name: 'voltage', description: 'Voltage of the battery', unit: 'V' }],
  },
  GS_BATTERY_TEMPERATURE: {
    code: 10032,
    severity: 'Warning',
    message: 'The temperature of the Ground Station’s backup battery is out of range ({temperature} °C).',
    system_reaction: 'Take-off is refused until the temperature is back in range.',
    instructions: 'Shade or warm the Ground Station and keep its vents free.',
    parameters: [{ name: 'temperature', description: 'Temperature of the battery', unit: '°C' }],
  },
  MAIN_POWER_DISCONNECTED: {
    code: 10040,
    severity: 'Critical',
    message: 'The Ground Station has lost main power.',
    system_reaction: 'The Kite makes a safety landing on battery power. Take-off is refused.',
    instructions: 'Keep the landing area free. Then check the supply, the plug and the fuse.',
    parameters: [],
  },
  SYSTEM_MOVING: {
    code: 10050,
    severity: 'Warning',
    message: 'The Ground Station is moving.',
    system_reaction: 'Take-off is refused while it moves.',
    instructions: 'Stop the vehicle. If the Kite is in the air, land before you drive on.',
    parameters: [],
  },
  SPOOL_STUCK: {
    code: 10060,
    severity: 'Critical',
    message: 'The spool of the tether does not turn.',
    system_reaction: 'The Kite makes a safety landing.',
    instructions: 'Keep the landing area free. Look for a crossed or frozen tether before the next flight.',
    parameters: [],
  },
  FORCE_SENSOR: {
    code: 10070,
    severity: 'Critical',
    message: 'The force on the tether cannot be measured.',
    system_reaction: 'Take-off is refused.',
    instructions: 'Land. Check that nothing touches the tether at its exit, then restart the system.',
    parameters: [],
  },
});
