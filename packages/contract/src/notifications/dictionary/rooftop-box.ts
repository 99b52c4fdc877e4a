import { entries } from './entry.ts';

/** 60000 to 69999: the Rooftop Box. */
export const ROOFTOP_BOX_NOTIFICATIONS = entries({
  LIDS_STUCK: {
    code: 60010,
    severity: 'Critical',
    message: 'The lids of the Rooftop Box do not move to their end.',
    system_reaction:
      'Take-off is refused. The lids stay where they are. With a Kite in the air a landing is refused while they are not open, unless the settings say otherwise; a landing that safety needs is made all the same.',
    instructions: 'Clear snow, ice or objects off the lids, then open them once by command.',
    parameters: [],
  },
  SAFETY_LAND_BUTTON_PRESSED: {
    code: 60020,
    severity: 'Critical',
    message: 'The external safety land button is pressed.',
    system_reaction: 'A Kite in the air makes a safety landing. Take-off is refused while the button is pressed.',
    instructions: 'Keep the landing area free. Release the button when it is safe to fly again.',
    parameters: [],
  },
  PARKING_BRAKE: {
    code: 60030,
    severity: 'Warning',
    message: 'The parking brake is not {required}.',
    system_reaction: 'Take-off is refused.',
    instructions: 'Set the parking brake to {required}.',
    parameters: [{ name: 'required', description: 'Position that take-off needs: `Engaged` or `Disengaged`' }],
  },
  SUPPLY_LOW: {
    code: 60040,
    severity: 'Warning',
    message: 'The vehicle’s supply of the Rooftop Box is low ({voltage} V).',
    system_reaction:
      'None at first. After 5 minutes a box whose Kite has landed goes to sleep: no data comes from the Kite and the flight state is Unknown.',
    instructions: 'Start the engine of the vehicle, or connect a charger.',
    parameters: [{ name: 'voltage', description: 'Voltage of the supply when this began', unit: 'V' }],
  },
});
