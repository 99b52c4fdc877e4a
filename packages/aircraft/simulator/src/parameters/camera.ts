import { ANGLE_DEG, figure, NOISE, WANDER_S } from '../parameter-ranges.ts';

/** The gimballed camera. */
export const CAMERA_PARAMETERS = {
  gimbal: {
    /** Pan of the camera relative to the Kite, in each direction. Assumed. */
    panRangeDeg: figure(20, ...ANGLE_DEG),
    /** Travel of the tilt relative to the Kite, positive down. Published figures of the 2nd Generation. */
    tiltMinDeg: figure(-11, -180, 180, 'half a turn either way'),
    tiltMaxDeg: figure(80, -180, 180, 'half a turn either way'),
    /** Rate of moves to an angle. Assumed, within the published 2 to 25 degrees per second. */
    moveRateDps: figure(20, 0.1, 720, 'two turns a second: full scale of small gyros is 2,000'),
    /** Published. */
    maxRateDps: figure(25, 0.1, 720, 'two turns a second: full scale of small gyros is 2,000'),
    accelerationDps2: figure(40, 0.1, 7200, 'ten times the greatest rate in a second'),
    /** Deceleration of a stop. Assumed. */
    brakingDps2: figure(120, 0.1, 7200, 'ten times the greatest rate in a second'),
    /** Second-order response of the axes. Assumed. */
    naturalFrequencyRadps: figure(30, 0.1, 300, 'limit of the step of 5 ms: 2 / step = 400, with room'),
    damping: figure(0.9, 0, 10, 'ten times critical'),
    /** Noise of the reported angles. Assumed. */
    jitterDeg: figure(0.02, ...NOISE),
    /**
     * Tracking error of the motors at 8 m/s of airspeed, standard deviation. Makers of small gimbals publish 0.01 to
     * 0.02.
     */
    servoErrorDeg: figure(0.01, ...ANGLE_DEG),
    /** Each of its two lags: the error varies at about 2 Hz. Assumed. */
    servoErrorTimeS: figure(0.08, ...WANDER_S),
    /** Slowly varying error of its attitude, in tilt and roll. Assumed; makers let users trim 2 degrees. */
    attitudeBiasDeg: figure(0.15, ...ANGLE_DEG),
    attitudeBiasTimeS: figure(120, ...WANDER_S),
    /**
     * Vibration by the propellers' imbalance at hover, behind the dampers, each axis, standard deviation. Assumed,
     * within the 0.01 of makers.
     */
    vibrationDeg: figure(0.004, ...ANGLE_DEG),
    /** From power-on to the first picture. Assumed. */
    cameraBootS: figure(3, 0, 600, 'computers start within ten minutes'),
  },
};
