import { errorTable } from './error-definition.ts';

/** Not possible in the current state: 409. */
export const NOT_NOW_ERRORS = errorTable(409, {
  WRONG_FLIGHT_STATE: {
    meaning: 'Not possible in the current flight state.',
    remedy: 'Wait for one of the states that the message names.',
    message: {
      notInState: 'not possible in {state}, only in {allowed}',
      axisNotInState: '{axis} is not possible in {state}, only in {allowed}',
      mustLand: 'not possible during a landing ordered by the station: {reason}',
    },
    sample: { state: 'StandBy', allowed: 'Flying' },
  },
  AIRCRAFT_FLOWN_ELSEWHERE: {
    meaning: 'A pilot or another ground station flies the aircraft. They always win.',
    remedy: 'Wait until they hand it back: with ArduCopter in GUIDED, with PX4 in HOLD.',
    message: 'a pilot or another ground station flies the aircraft',
  },
  RESETTING_AFTER_SAFETY_LANDING: {
    meaning: 'The system is resetting itself after a safety landing.',
    remedy: 'Wait for the seconds that the message names, then check the notifications.',
    message: 'resetting after a safety landing, ready in {waitS} s',
    sample: { waitS: 12 },
  },
  ONLY_DOWNWARDS: {
    meaning: 'In SafetyDescending the altitude can only be lowered.',
    remedy: 'Request a lower altitude or wait for `Flying`.',
    message: 'in SafetyDescending the altitude must be at most {maxM} m, got {gotM} m',
    sample: { maxM: 20, gotM: 30 },
  },
  KITE_NOT_DETECTED: {
    meaning: 'The Kite is not seated in its cradle, or not detected there.',
    remedy: 'Seat the Kite in its cradle and try again.',
    message: 'the Kite is not detected in its cradle',
  },
  KITE_FAULT: {
    meaning: 'The Kite or its tether reports a fault.',
    remedy: 'See the active notifications.',
    message: {
      reported: 'the aircraft reports: {faults}',
      fliesOn: 'the Kite would not land by itself without the station: {settings}',
      settingsNotRead: 'the failsafe settings of the autopilot are not read yet',
      thrust: 'hovering in this air needs {percent} % of the thrust, the limit for take-off is {maxPercent} %',
    },
    sample: { faults: 'a sensor of the Kite has failed' },
  },
  MAIN_POWER_DISCONNECTED: {
    meaning: 'The main power of the Ground Station is disconnected.',
    remedy: 'Connect it.',
    message: '{fault}',
    sample: { fault: 'the Ground Station runs on its backup battery' },
  },
  BATTERY_NOT_READY: {
    meaning: 'A backup battery has too little charge, or a voltage out of range.',
    remedy: 'Let it charge.',
    message: {
      charge: 'the {owner} backup battery must be charged to at least {minPercent} %, is at {percent} %',
      voltage: 'the voltage of the {owner} backup battery does not fit its charge',
    },
    sample: { owner: 'Kite', minPercent: 50, percent: 31.5 },
  },
  TEMPERATURE_OUT_OF_RANGE: {
    meaning: 'A temperature is outside the limits for take-off.',
    remedy: 'Let the system cool down or warm up.',
    message: {
      outside: 'the {part} temperature must be from {minC} to {maxC} °C, is {gotC} °C',
      spool: 'the spool of the tether must cool down below {maxC} °C, is {gotC} °C',
    },
    sample: { part: 'Kite backup battery', minC: -20, maxC: 60, gotC: 63 },
  },
  WIND_TOO_STRONG: {
    meaning: 'The wind is above the limit for take-off.',
    remedy: 'Wait for less wind.',
    message: 'the wind must be at most {maxMps} m/s for take-off, it was {gotMps} m/s just now',
    sample: { maxMps: 12, gotMps: 14.2 },
  },
  PARKING_BRAKE: {
    meaning: 'The parking brake is not in the position required for take-off.',
    remedy: 'Set the brake, or change the setting `rooftop_box.parking_brake`.',
    message: 'the parking brake must be {wanted} for take-off',
    sample: { wanted: 'engaged' },
  },
  SAFETY_LAND_BUTTON_PRESSED: {
    meaning: 'The external safety land button is pressed.',
    remedy: 'Release the button.',
    message: 'the external safety land button is pressed',
  },
  REMOTE_ID_NOT_READY: {
    meaning: 'Remote ID has failed, so take-off is not permitted.',
    remedy: 'See `drone_id` in system/state. ERROR_NO_OPERATOR ends with a handoff request that names the operator.',
    message: 'Remote ID is not ready: {errors}',
    sample: { errors: 'ERROR_NO_OPERATOR' },
  },
  LIDS_STUCK: {
    meaning:
      'The lids of the Rooftop Box did not reach their end position in time, or are not open below a flying Kite.',
    remedy: 'Clear the lids and open them once by command.',
    message: {
      stuck: 'the lids of the Rooftop Box are stuck',
      notOpen: 'the lids of the Rooftop Box are not open, and rooftop_box.lids_stuck_landing is hold',
    },
  },
  GROUND_ORDER_REFUSED: {
    meaning: 'The winch or the power of the tether cannot do this, or not now.',
    remedy: 'Read its limits and its state from station ground.',
    message: 'the ground equipment refuses: {reason}',
    sample: { reason: 'length must be at most 60 m, got 80 m' },
  },
  SYSTEM_MOVING: {
    meaning: 'The Ground Station is moving.',
    remedy: 'Stop the vehicle.',
    message: 'the Ground Station is moving',
  },
  TETHER_TWISTED: {
    meaning: 'The tether twist is at its limit in this direction.',
    remedy: 'Turn the other way.',
    message: 'the tether is twisted by {turns} turns {direction} (limit {limit}); turn the other way',
    sample: { turns: '10.0', direction: 'clockwise', limit: 10 },
  },
  STREAM_NOT_READY: {
    meaning: 'The stream is starting or has been lost, so it cannot do this now.',
    remedy: 'Try again in a second.',
    message: {
      lost: 'the stream {stream} has been lost',
      cameraOff: 'the stream {stream} provides no pictures while the camera is off',
      viewing: '{reason}',
      masked:
        'the stream {stream} shows nothing: it comes from a real camera, and its privacy masks cannot be applied here',
      masksUnreadable:
        'no stream shows anything: the stored privacy masks cannot be read; an administrator must remove and set them again',
      manySnapshots: 'too many snapshots are being taken, try again',
    },
    sample: { stream: 'zoom' },
  },
  ALREADY_RECORDING: {
    meaning: 'A recording is already running.',
    remedy: 'Stop it first.',
    message: 'the recording {recording} is running',
    sample: { recording: '20260301_103000_+0100' },
  },
  NOT_RECORDING: {
    meaning: 'No recording is running.',
    remedy: 'Start one first.',
    message: 'no recording is running',
  },
  NO_GROUND_THERE: {
    meaning: 'The direction does not meet the ground, or too near the horizon for a meaningful position.',
    remedy: 'Look further down.',
    message: {
      nearHorizon:
        'depression must be at least {minDeg} degrees, is {gotDeg} degrees: too near the horizon for a position',
      aboveHorizon: 'depression must be at least {minDeg} degrees, is {gotDeg} degrees: above the horizon',
    },
    sample: { minDeg: 1.5, gotDeg: 0.4 },
  },
  VIEWPOINT_UNKNOWN: {
    meaning: 'The Kite is on the ground, its position or height is unknown, or the camera is off.',
    remedy: 'Wait until the Kite flies with a GPS fix and the camera is online.',
    message: {
      noPosition: 'position or height of the Kite is not available',
      onGround: 'the Kite is on the ground',
      cameraOff: 'the camera is off, or the direction of {stream} is not available',
    },
  },
  TARGET_OUT_OF_REACH: {
    meaning: 'The camera cannot be tilted to the target.',
    remedy: 'Choose a target farther away, or higher.',
    message: 'the target is {gotDeg} degrees below the horizon, the camera tilts from {minDeg} to {maxDeg} degrees',
    sample: { gotDeg: 86.2, minDeg: -11, maxDeg: 80 },
  },
  NOT_FOLLOWING: {
    meaning: 'The camera follows no box of this session.',
    remedy: 'Start with POST /station/v1/camera-follow; GET says why the last follow ended.',
    message: 'the camera follows no box of this session',
  },
  NO_TEMPERATURES: {
    meaning: 'The stream is not thermal, or its camera provides no temperatures.',
    remedy: 'Choose a thermal stream of a radiometric camera.',
    message: {
      notThermal: 'the stream {stream} is not thermal: it has no temperatures',
      masked: 'there are no temperatures: privacy masks hide this part of {stream}',
      realCamera: 'temperatures are not available: the camera of {stream} is not radiometric',
    },
    sample: { stream: 'thermal' },
  },
  READINESS_CHANGED: {
    meaning: 'A check of the readiness list has changed its state since the list was read.',
    remedy: 'Read the list again, review it, and sign the new revision.',
    message: 'the list has changed since it was read: review it again, then sign',
  },
  TOO_MANY_SIGNATURES: {
    meaning: 'The readiness list of this take-off has the maximum number of signatures.',
    remedy: 'None; the existing signatures are kept.',
    message: 'at most {most} signatures for one take-off',
    sample: { most: 20 },
  },
  TOO_MANY_PINS: {
    meaning: 'The maximum number of pins is set.',
    remedy: 'Delete pins that are no longer needed.',
    message: 'at most {most} pins; delete pins that are no longer needed',
    sample: { most: 500 },
  },
  TOO_MANY_ZONES: {
    meaning: 'The maximum number of zones is set.',
    remedy: 'Delete zones that are no longer needed.',
    message: 'at most {most} zones; delete zones that are no longer needed',
    sample: { most: 20 },
  },
});
