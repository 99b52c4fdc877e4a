/** Speeds of one axis of the camera and, where it has ends, its travel. */
export interface AxisCapability {
  /** Slowest and fastest turn, degrees per second. */
  readonly minDps: number;
  readonly maxDps: number;
}

interface AxisTravel {
  /** Ends of the travel, degrees: for tilt below the horizon, for roll clockwise. */
  readonly minDeg: number;
  readonly maxDeg: number;
}

/**
 * The capability record of an aircraft. The station refuses by it, and leaves out of its answers what is not there.
 * `false` and absent mean that the part is not fitted, not that it is silent now.
 */
export interface Capabilities {
  /** Axes that point the camera. Absent: the camera does not turn about it. */
  readonly gimbal: {
    readonly pan?: AxisCapability & {
      /** A gimbal turns ahead of the Kite; without one the Kite turns alone. */
      readonly isLed: boolean;
    };
    readonly tilt?: AxisCapability & AxisTravel;
    readonly roll?: AxisTravel;
  };
  /** Azimuths are degrees from North. Without one they only count turns, and no client may see or give a direction. */
  readonly compass: boolean;
  /** A Rooftop Box, with lids that open and close by command. */
  readonly lids: boolean;
  /** A winch whose spool is measured. */
  readonly winch: boolean;
  /** The cradle tells whether the Kite is in it. */
  readonly cradleSwitch: boolean;
  /** The supply of the Ground Station tells when it is lost. */
  readonly mainPower: boolean;
  /** The Ground Station tells when it is moved. */
  readonly motionSensor: boolean;
  /** The Ground Station has a GPS receiver of its own. */
  readonly groundGps: boolean;
  readonly remoteId: boolean;
  /** A safety landing locks the aircraft until `reset`. */
  readonly reset: boolean;
  readonly rates: {
    /** Samples per second, from 4 to 20. */
    readonly sampleHz: number;
    /** Climb and normal descent, metres per second. */
    readonly normalMps: number;
    /** Descent of a safety landing, metres per second. */
    readonly safetyMps: number;
  };
}

/** The product as published, complete. The figures of the 1st Generation camera are assumed to be those of the 2nd. */
export const EVERYTHING: Capabilities = {
  gimbal: {
    pan: { minDps: 2, maxDps: 25, isLed: true },
    tilt: { minDps: 2, maxDps: 25, minDeg: -11, maxDeg: 80 },
    roll: { minDeg: 0, maxDeg: 0 },
  },
  compass: true,
  lids: true,
  winch: true,
  cradleSwitch: true,
  mainPower: true,
  motionSensor: true,
  groundGps: true,
  remoteId: true,
  reset: true,
  rates: { sampleHz: 20, normalMps: 0.75, safetyMps: 1.5 },
};
