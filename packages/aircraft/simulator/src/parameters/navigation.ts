import {
  FORCE_N,
  figure,
  GAIN,
  LEAN_ERROR_DEG,
  LONG_S,
  NOISE,
  OFF_SHARE,
  SHARE,
  SHORT_S,
  WANDER_S,
} from '../parameter-ranges.ts';

/** How the autopilot estimates its height, position and attitude. */
export const NAVIGATION_PARAMETERS = {
  height: {
    /** Climb rate per height error, 1/s; acceleration per climb rate error, 1/s; integral gain, 1/s^2. Assumed. */
    positionGain: figure(0.8, ...GAIN),
    rateGain: figure(3, ...GAIN),
    integralGain: figure(0.8, ...GAIN),
    /** Limits of height correction and integral. Assumed. */
    maxCorrectionMps: figure(1, 0, 50, 'terminal speed of a falling multirotor, 30, with room'),
    maxIntegralN: figure(5, ...FORCE_N),
    /** The Kite stops climbing against a tether force above this. Assumed: the tension at which the winch pays out. */
    maxPullN: figure(20, ...FORCE_N),
    /** Low-pass of the vertical disturbance, which is the tether's pull: it is fed forward to the thrust. Assumed. */
    disturbanceTimeS: figure(0.3, ...SHORT_S),
    /** Time constant with which the length of the tether corrects the barometer. Assumed. */
    tetherTimeS: figure(30, ...WANDER_S),
  },
  position: {
    /** Acceleration per position error (1/s^2), velocity (1/s) and integral of the error (1/s^3). Assumed. */
    errorGain: figure(0.6, ...GAIN),
    speedGain: figure(1.2, ...GAIN),
    integralGain: figure(0.12, ...GAIN),
    maxIntegralMps2: figure(4, 0, 50, 'five times gravity'),
    maxAccelerationMps2: figure(5, 0, 50, 'five times gravity'),
    /** Low-pass of the disturbance from accelerometer and thrust: wind drag and tether pull. Assumed. */
    disturbanceTimeS: figure(0.7, ...SHORT_S),
    /** Weight of a new position fix in the estimate. Assumed. */
    fixShare: figure(0.25, ...SHARE),
  },
  inertial: {
    /** White noise and constant bias of the accelerometer, filtered to 100 Hz. Assumed: a MEMS sensor of the kind. */
    accelerometerNoiseMps2: figure(0.05, ...NOISE),
    accelerometerBiasMps2: figure(0.03, ...NOISE),
    /** Largest bias that the height filter attributes to the accelerometer: a larger one has another cause. Assumed. */
    maxBiasMps2: figure(0.15, ...NOISE),
    /** Error of the horizontal velocity by GPS and accelerometer. Assumed. */
    speedErrorMps: figure(0.05, ...NOISE),
    speedErrorTimeS: figure(5, ...WANDER_S),
    /** White noise of the gyro's rate, filtered to 100 Hz. PX4: 0.0107 degrees per second and root hertz. */
    gyroNoiseDps: figure(0.076, ...NOISE),
    /** Slow drift of the gyro's rate. Assumed. */
    gyroDriftDps: figure(0.02, ...NOISE),
    gyroDriftTimeS: figure(300, ...WANDER_S),
    /** Natural frequency of the height filter. Assumed. */
    heightFilterRadps: figure(0.7, 0.001, 20, 'limit of the rate of control: a fifth of 100 per second'),
    /** Time constant with which the compass corrects the gyro. Assumed. */
    headingFilterS: figure(10, ...LONG_S),
  },
  /** Errors of the figures in the aircraft's own software: relative standard deviations. */
  ownModel: {
    /** Mass, weighed with payload. Assumed: a kitchen scale. */
    massShare: figure(0.01, ...OFF_SHARE),
    /** Thrust by rotor speed: wear and spread of propellers. Assumed. */
    thrustShare: figure(0.02, ...OFF_SHARE),
    /**
     * Drag of the Kite. Flight tests with anemometers show an error of 0.3 m/s at 5: Drones 2020, 4(2), 23; twice that
     * in drag.
     */
    dragShare: figure(0.1, ...OFF_SHARE),
    /** Drag of the tether: 1.0 to 1.2 is published for a smooth cylinder at these Reynolds numbers (Hoerner 1965). */
    tetherDragShare: figure(0.06, ...OFF_SHARE),
    tetherMassShare: figure(0.02, ...OFF_SHARE),
    /** Wind profile exponent of the software's model at every site: open country. */
    profileExponent: figure(1 / 7, ...SHARE),
    /** Error of the tilt estimate by gyro and accelerometer, each axis: constant, and slowly varying. Assumed. */
    leanBiasDeg: figure(0.3, ...LEAN_ERROR_DEG),
    leanErrorDeg: figure(0.3, ...LEAN_ERROR_DEG),
    leanErrorTimeS: figure(60, ...WANDER_S),
  },
};
