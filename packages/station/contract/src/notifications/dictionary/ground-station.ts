import { entries } from './entry.ts';

/** 10000 to 19999: the Ground Station, its power, its spool and its mount. */
export const GROUND_STATION_NOTIFICATIONS = entries({
  GS_GPS_BAD: {
    code: 10010,
    severity: 'Warning',
    message: 'Ground Station: no reliable GPS position.',
    system_reaction: 'The position of the Ground Station is not shown and cannot replace the operator position.',
    instructions: 'Place the Ground Station with a clear view of the sky and wait a minute.',
  },
  GS_BATTERY_LEVEL_LOW: {
    code: 10030,
    severity: 'Warning',
    message: 'Ground Station backup battery low ({level} %).',
    system_reaction: 'Take-off is refused until the battery has charged. A flight on main power continues.',
    instructions: 'Leave the Ground Station on main power until the battery has charged.',
    parameters: [{ name: 'level', description: 'Charge of the battery', unit: '%' }],
  },
  GS_BATTERY_VOLTAGE: {
    code: 10031,
    severity: 'Critical',
    message: 'Ground Station backup battery: voltage implausible for its charge ({voltage} V).',
    system_reaction: 'A flying Kite lands. Take-off is refused.',
    instructions: 'If the problem persists after an hour of charging, have the battery replaced.',
    parameters: [{ name: 'voltage', description: 'Voltage of the battery', unit: 'V' }],
  },
  GS_BATTERY_TEMPERATURE: {
    code: 10032,
    severity: 'Warning',
    message: 'Ground Station backup battery: temperature out of range ({temperature} °C).',
    system_reaction: 'Take-off is refused until the temperature is back in range. A flight continues.',
    instructions: 'Shade or warm the Ground Station and keep its vents clear.',
    parameters: [{ name: 'temperature', description: 'Temperature of the battery', unit: '°C' }],
  },
  MAIN_POWER_DISCONNECTED: {
    code: 10040,
    severity: 'Critical',
    message: 'Main power lost.',
    system_reaction: 'The Kite makes a safety landing on battery power. Take-off is refused.',
    instructions: 'Clear the landing area. Then check the supply, the plug and the fuse.',
  },
  SYSTEM_MOVING: {
    code: 10050,
    severity: 'Warning',
    message: 'Ground Station moving.',
    system_reaction: 'Take-off is refused while it moves.',
    instructions: 'Stop the vehicle. If the Kite is flying, land before driving on.',
  },
  SPOOL_STUCK: {
    code: 10060,
    severity: 'Critical',
    message: 'Tether spool blocked.',
    system_reaction: 'The Kite makes a safety landing.',
    instructions: 'Clear the landing area. Check for a crossed or frozen tether before the next flight.',
  },
  SPOOL_TEMPERATURE_HIGH: {
    code: 10061,
    severity: 'Warning',
    message: 'Tether spool hot ({temperature} °C).',
    system_reaction:
      'Take-off is refused until the spool has cooled down. A flight continues; above the upper limit the Kite makes a safety landing.',
    instructions: 'Climb, so that less tether stays on the spool, or land.',
    parameters: [{ name: 'temperature', description: 'Spool temperature', unit: '°C' }],
  },
  SPOOL_OVERHEATING: {
    code: 10062,
    severity: 'Critical',
    message: 'Tether spool overheated ({temperature} °C).',
    system_reaction: 'The Kite makes a safety landing. Take-off is refused until the spool has cooled down.',
    instructions: 'Clear the landing area. Let the spool cool down and keep its vents clear.',
    parameters: [{ name: 'temperature', description: 'Spool temperature', unit: '°C' }],
  },
  FORCE_SENSOR: {
    code: 10070,
    severity: 'Critical',
    message: 'Tether force sensor failed.',
    system_reaction: 'Take-off is refused. In flight the winch uses a model of the tether.',
    instructions: 'Land. Check that nothing touches the tether at its exit, then restart the system.',
  },
  GROUND_EQUIPMENT_SILENT: {
    code: 10071,
    severity: 'Critical',
    message: 'Ground equipment not heard.',
    system_reaction:
      'Take-off is refused. A flight continues: its winch, its tether power and its box are not measured.',
    instructions: 'Land. Check the cable and the power of the winch electronics.',
  },
  FLIGHT_LOG_FAILED: {
    code: 10080,
    severity: 'Warning',
    message: 'Flight log not written: {reason}.',
    system_reaction: 'The flight continues without a log. The part already written is kept.',
    instructions: 'Free disk space on the station. The next flight is logged again.',
    parameters: [{ name: 'reason', description: 'Cause' }],
  },
  STORE_INCOMPLETE: {
    code: 10082,
    severity: 'Warning',
    message: 'Station database incomplete: {reason}.',
    system_reaction: 'The station works with what is left. A damaged log is kept beside the database.',
    instructions:
      'Check accounts, API keys and pins that were changed before the last stop. Have the disk checked. Copy a database only together with its log.',
    parameters: [{ name: 'reason', description: 'Cause' }],
  },
  FLIGHT_LOG_REMOVED: {
    code: 10083,
    severity: 'Info',
    message: 'Flight log {flight_id} removed to make room.',
    system_reaction: 'The oldest flight logs are removed when the space for flight logs is used up.',
    instructions: 'Download flight logs that must stay, or raise the limits.',
    parameters: [{ name: 'flight_id', description: 'Id of the flight' }],
  },
  STORE_UNUSABLE: {
    code: 10081,
    severity: 'Critical',
    message: 'Station database not writable: {reason}.',
    system_reaction:
      'The flight continues. New sessions, notifications and audit entries are held in memory until the station ends; administration is refused.',
    instructions: 'Free disk space on the station, or have the disk checked. The station keeps retrying.',
    parameters: [{ name: 'reason', description: 'Cause' }],
  },
});
