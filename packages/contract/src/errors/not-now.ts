import { errorTable } from './error-definition.ts';

/** Not possible in the current state: 409. */
export const NOT_NOW_ERRORS = errorTable({
  WRONG_FLIGHT_STATE: {
    status: 409,
    meaning: 'Not possible in the current flight state.',
    remedy: 'Wait for one of the states that the message names.',
    example: 'not possible in StandBy, only in Flying',
  },
  RESETTING_AFTER_SAFETY_LANDING: {
    status: 409,
    meaning: 'The system is resetting itself after a safety landing.',
    remedy: 'Wait for the seconds that the message names, then check the notifications.',
    example: 'resetting after a safety landing, ready in 12 s',
  },
  ONLY_DOWNWARDS: {
    status: 409,
    meaning: 'In SafetyDescending the altitude can only be lowered.',
    remedy: 'Ask for a lower altitude or wait for `Flying`.',
    example: 'in SafetyDescending the altitude must be at most 20 m, got 30 m',
  },
  KITE_NOT_DETECTED: {
    status: 409,
    meaning: 'The Kite is not seated in its cradle, or not detected there.',
    remedy: 'Seat the Kite and try again.',
    example: 'the Kite is not in its cradle',
  },
  KITE_FAULT: {
    status: 409,
    meaning: 'The Kite or its tether reports a fault.',
    remedy: 'See the active notifications.',
    example: 'a sensor of the Kite has failed',
  },
  MAIN_POWER_DISCONNECTED: {
    status: 409,
    meaning: 'The main power of the Ground Station is disconnected.',
    remedy: 'Connect it.',
    example: 'the Ground Station runs on its backup battery',
  },
  BATTERY_NOT_READY: {
    status: 409,
    meaning: 'A backup battery has too little charge, or a voltage out of range.',
    remedy: 'Let it charge.',
    example: 'the Kite’s backup battery must have 50 %, has 31.5 %',
  },
  TEMPERATURE_OUT_OF_RANGE: {
    status: 409,
    meaning: 'A temperature is outside what take-off allows.',
    remedy: 'Let the system cool down or warm up.',
    example: 'the Kite’s battery must be from -20 °C to 60 °C, is 63 °C',
  },
  WIND_TOO_STRONG: {
    status: 409,
    meaning: 'The wind is over the limit for take-off.',
    remedy: 'Wait for less wind.',
    example: 'the wind must be at most 12 m/s, is 14.2 m/s',
  },
  PARKING_BRAKE: {
    status: 409,
    meaning: 'The parking brake is not in the position that take-off needs.',
    remedy: 'Set the brake, or change the setting `rooftop_box.parking_brake`.',
    example: 'the parking brake must be Engaged, is Disengaged',
  },
  SAFETY_LAND_BUTTON_PRESSED: {
    status: 409,
    meaning: 'The external safety land button is pressed.',
    remedy: 'Release the button.',
    example: 'the external safety land button is pressed',
  },
  REMOTE_ID_NOT_READY: {
    status: 409,
    meaning: 'Remote ID does not work, so the system must not fly.',
    remedy: 'See `drone_id` in system/state. ERROR_NO_OPERATOR ends with a handoff request that names the operator.',
    example: 'Remote ID is FAILED: ERROR_NO_OPERATOR',
  },
  LIDS_STUCK: {
    status: 409,
    meaning: 'The lids of the Rooftop Box did not reach their end in time, or are not open below a Kite in the air.',
    remedy: 'Clear the lids and open them once by command.',
    example: 'the lids did not open within 12 s',
  },
  SYSTEM_MOVING: {
    status: 409,
    meaning: 'The Ground Station is moving.',
    remedy: 'Stop the vehicle.',
    example: 'the Ground Station is moving',
  },
  TETHER_TWISTED: {
    status: 409,
    meaning: 'The tether is wound up too far for another turn this way.',
    remedy: 'Turn the other way.',
    example: 'the tether is wound 10 turns clockwise; turn anticlockwise',
  },
  STREAM_NOT_READY: {
    status: 409,
    meaning: 'The stream is starting or has been lost, so it cannot do this now.',
    remedy: 'Try again in a second.',
    example: 'the stream zoom is starting',
  },
  ALREADY_RECORDING: {
    status: 409,
    meaning: 'A recording is running.',
    remedy: 'Stop it first.',
    example: 'the recording 20260301_103000_+0100 is running',
  },
  NOT_RECORDING: {
    status: 409,
    meaning: 'No recording is running.',
    remedy: 'Start one first.',
    example: 'no recording is running',
  },
});
