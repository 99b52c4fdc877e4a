import { FIELD_UT, figure, NOISE, OFF_SHARE, SHARE, SHORT_S, WANDER_S } from '../parameter-ranges.ts';

/** Barometer and magnetometer. */
export const SENSORS_PARAMETERS = {
  barometer: {
    /** PX4. */
    whitePa: figure(1, ...NOISE),
    /**
     * Slow drift of each of the two sensors. BMP388: 0.75 Pa per degree, for the three degrees by which its housing
     * warms and cools.
     */
    driftPa: figure(2.5, ...NOISE),
    driftTimeS: figure(600, ...WANDER_S),
    /** Error by dynamic pressure at the static port, as a share of it. Assumed: a port in foam; a bare one has 0.1. */
    windPressureShare: figure(0.02, -1, 1, 'Bernoulli: a port sees at most all of the dynamic pressure'),
    /**
     * The Ground Station's barometer removes the weather while the link works. Otherwise the Kite's barometer is used
     * alone.
     */
    usesStation: true,
  },
  /** Three axes after calibration: the residual of the Kite's own field. Standard deviations of each axis. */
  magnetometer: {
    /** Hard iron, constant. Beard: 1 degree of heading in Central Europe. */
    hardIronUt: figure(0.37, ...FIELD_UT),
    /** Soft iron, as a share of the field. Assumed: calibration by rotation leaves half a per cent. */
    softIronShare: figure(0.005, ...OFF_SHARE),
    /** Slow change. Assumed. */
    driftUt: figure(0.04, ...FIELD_UT),
    driftTimeS: figure(300, ...WANDER_S),
    /** Noise of one reading. HMC5883L: 2 milligauss. */
    whiteUt: figure(0.2, ...FIELD_UT),
    /**
     * Field of the motor leads. ArduPilot rates less than 30 % of the Earth's field at full power as good: a third of
     * that.
     */
    leadsUtPerKw: figure(8, 0, 2000, 'a lead of 60 A 2 cm away: 0.6 mT at a kilowatt of 16 V; three times that'),
    /** Calibration error of that field, as a share. Assumed. */
    leadsErrorShare: figure(0.15, ...SHARE),
  },
  /** Plausibility checks of the compass heading. */
  compass: {
    /**
     * Disturbed: the field strength is off by this share, or the heading differs from the gyro's by this angle, for
     * this time. Assumed.
     */
    fieldTolerance: figure(0.25, 0, 10, 'ten times the field'),
    headingToleranceDeg: figure(15, 0, 180, 'half a turn'),
    headingToleranceS: figure(3, ...SHORT_S),
  },
};
