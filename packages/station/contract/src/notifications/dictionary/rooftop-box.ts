import { entries } from './entry.ts';

/** 60000 to 69999: the Rooftop Box. */
export const ROOFTOP_BOX_NOTIFICATIONS = entries({
  LIDS_STUCK: {
    code: 60010,
    severity: 'Critical',
    message: 'Rooftop Box lids stuck.',
    system_reaction:
      'Take-off is refused. A requested landing is refused while the lids are not open, unless the settings say otherwise; a safety landing never.',
    instructions: 'Clear snow, ice or objects from the lids, then open them once by command.',
  },
  SAFETY_LAND_BUTTON_PRESSED: {
    code: 60020,
    severity: 'Critical',
    message: 'External safety land button pressed.',
    system_reaction: 'A flying Kite makes a safety landing. Take-off is refused while the button is pressed.',
    instructions: 'Clear the landing area. Release the button when it is safe to fly again.',
  },
  PARKING_BRAKE: {
    code: 60030,
    severity: 'Warning',
    message: 'Parking brake not {required}.',
    system_reaction: 'Take-off is refused.',
    instructions: 'Set the parking brake to {required}.',
    parameters: [{ name: 'required', description: 'Position that take-off needs: `Engaged` or `Disengaged`' }],
  },
  SUPPLY_LOW: {
    code: 60040,
    severity: 'Warning',
    message: 'Vehicle supply of the Rooftop Box low ({voltage} V).',
    system_reaction:
      'None at first. After 5 minutes a box whose Kite has landed goes to sleep: no data from the Kite, flight state Unknown.',
    instructions: 'Start the engine of the vehicle, or connect a charger.',
    parameters: [{ name: 'voltage', description: 'Supply voltage', unit: 'V' }],
  },
});
