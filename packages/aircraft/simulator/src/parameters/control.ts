import { figure, GAIN, SHARE, SHORT_S, WANDER_S } from '../parameter-ranges.ts';

/** How the autopilot flies. */
export const CONTROL_PARAMETERS = {
  attitude: {
    /** Second-order response of the tilt. Assumed. */
    naturalFrequencyRadps: figure(12, 0.1, 100, 'limit of the rotors’ lag: a quarter of the rate of control'),
    damping: figure(0.7, 0, 0.999, 'limit of the model: at 1 and above the response would be another formula'),
    /**
     * Maximum tilt of the airframe that the drag area is taken from: DJI's Phantom 4 Pro in its fastest mode.
     * Published.
     */
    maxLeanDeg: figure(42, 1, 80, 'upright at 0; at 90 no thrust is left to carry'),
  },
  yaw: {
    /** Gains of the yaw controller, per s^2 and per s. Assumed. */
    stiffness: figure(8, ...GAIN),
    damping: figure(4, ...GAIN),
    maxRateDps: figure(40, 0.1, 720, 'two turns a second: full scale of small gyros is 2,000'),
    /** Acceleration of the commanded heading. Assumed; half of what the rotors can give. */
    accelerationDps2: figure(30, 0.1, 7200, 'ten times the greatest rate in a second'),
    maxAccelerationDps2: figure(60, 0.1, 7200, 'ten times the greatest rate in a second'),
    /** Yaw rate of a Kite without heading control (1 sigma), and its correlation time. Assumed. */
    freeRateDps: figure(20, 0, 720, 'two turns a second: full scale of small gyros is 2,000'),
    freeTimeS: figure(3, ...WANDER_S),
  },
  flight: {
    /** Mean rate of climb and descent: 45 m in 60 s. Published. */
    normalRateMps: figure(0.75, 0.01, 20, 'a multirotor’s rates: Regulation (EU) 2019/945 ends at 19 m/s'),
    /** Published: 45 m in 30 s. */
    safetyRateMps: figure(1.5, 0.01, 20, 'a multirotor’s rates: Regulation (EU) 2019/945 ends at 19 m/s'),
    /** Acceleration of the height setpoint. Assumed. */
    accelerationMps2: figure(0.5, 0.01, 20, 'twice gravity'),
    /** From motor start to lift-off. Assumed. */
    spinUpS: figure(1, ...SHORT_S),
    /** Touch-down rate, and the height above which it must be reached. Assumed. */
    touchDownRateMps: figure(0.4, 0.01, 5, 'a fall from 1.3 m'),
    flareHeightM: figure(0.5, 0, 50, 'the length of a tether'),
    /** A landing Kite reaches its cradle's heading this long before touch-down. Assumed. */
    alignMarginS: figure(2, ...SHORT_S),
    /** Landed: thrust below this share of the weight, without motion, for this time. Assumed. */
    touchDownThrustShare: figure(0.6, ...SHARE),
    touchDownSpeedMps: figure(0.15, 0, 5, 'a fall from 1.3 m'),
    touchDownS: figure(0.5, ...SHORT_S),
    /** Limited by the tether length. Published. */
    maxHeightM: figure(45, 1, 1000, 'published tethered multirotors end below 200 m; five times that'),
    /** From power-on to the first data. Assumed. */
    bootS: figure(2, 0, 600, 'computers start within ten minutes'),
  },
};
