import { figure, LONG_S, NOISE, WANDER_S } from '../parameter-ranges.ts';

/** Satellite navigation. */
export const SATELLITES_PARAMETERS = {
  gps: {
    /** Error common to receivers close to each other: cancels in Kite minus Ground Station. Derived: 0.8 m in all. */
    commonHorizontalM: figure(0.76, ...NOISE),
    commonVerticalM: figure(1.43, ...NOISE),
    /** Error of each receiver alone; a relative error of 0.35 m. Assumed. */
    ownHorizontalM: figure(0.25, ...NOISE),
    ownVerticalM: figure(0.45, ...NOISE),
    /** Correlation time of the errors. Assumed, within PX4's and Beard's bounds. */
    errorTimeS: figure(60, ...WANDER_S),
    whiteM: figure(0.05, ...NOISE),
    /** Age of a position on arrival. Assumed. */
    delayS: figure(0.12, 0, 0.19, 'limit of the model: less than the period of 0.2 s'),
    /** Standard deviation that the receiver reports. Derived. */
    statedAccuracyM: figure(0.8, 0, 1000, 'more is no fix'),
    /** With too few satellites the reported accuracy is larger than the actual error. Assumed. */
    fewSatellitesFactor: figure(1.5, 1, 100, 'never better than with many'),
    /**
     * A position with a worse reported accuracy is not used for flight. Published as a warning of bad GPS: assumed
     * figure.
     */
    worstTrustedM: figure(5, 0, 1000, 'more is no fix'),
    /** Time from the start to the first fix; 0: the receiver was on before. Assumed. */
    coldStartS: figure(0, ...LONG_S),
    /** Time from a clear sky to a fix. Assumed. */
    reacquireS: figure(3, ...LONG_S),
    /** Satellites below this elevation are not used. u-blox: 10. */
    maskDeg: figure(10, 0, 80, 'the horizon to almost overhead'),
    /** Adds the 24 satellites of Galileo to the 24 of GPS. */
    hasGalileo: true,
    /** No fix above this dilution of precision (PDOP). u-blox: 25. */
    mostDilution: figure(25, 1, 1000, 'never below 1; more is no fix'),
    /** Dilutions at which the errors above apply. Derived: mean square of ten days under the open sky of Zurich. */
    openHorizontalDilution: figure(0.78, 0.1, 10, 'all satellites at their best to almost none'),
    openVerticalDilution: figure(1.18, 0.1, 10, 'all satellites at their best to almost none'),
    /**
     * Multipath error where houses and trees cover the whole sky; proportional to the covered share. Assumed: 3 m for
     * half.
     */
    reflectedM: figure(6, ...NOISE),
    /** Correlation time of the multipath error: satellites move on, walls stay. Assumed: minutes. */
    reflectedTimeS: figure(120, ...WANDER_S),
  },
  /** Obstructions around the Ground Station that hide satellites from the receivers: none by default. */
  sky: {
    /** Rows of houses on both sides of a street: their height above the Ground Station, and their distance. */
    roofM: figure(0, 0, 500, 'none to the highest street fronts'),
    streetWidthM: figure(20, 2, 500, 'an alley to a wide square'),
    streetHeadingDeg: figure(0, -360, 360, 'a full turn either way'),
    /** Height of the tree tops. */
    canopyM: figure(0, 0, 130, 'none to the highest trees'),
    /**
     * Path length through leaves that blocks all but 1/e of the satellites. Assumed: 15 m of leaves pass two thirds
     * overhead.
     */
    canopyClearM: figure(40, 0.1, 1000, 'a hedge to bare branches'),
  },
  /** Real-time kinematic corrections by a reference station: carrier-phase positioning. */
  rtk: {
    isUsed: false,
    /** Distance to the reference station. Assumed. */
    baseLineKm: figure(5, 0, 100, 'u-blox warns of a long base line above 100 km'),
    /**
     * Median errors (50 %) of a fixed solution, horizontal and vertical, and their growth with the base line. u-blox
     * ZED-F9P: 0.01 m + 1 ppm.
     */
    fixedCepM: figure(0.01, ...NOISE),
    fixedR50M: figure(0.01, ...NOISE),
    partsPerMillion: figure(1, 0, 1000, 'not negative; published receivers have 0.5 to 2'),
    /** Standard deviation of a float solution. Assumed: some decimetres. */
    floatHorizontalM: figure(0.3, ...NOISE),
    floatVerticalM: figure(0.5, ...NOISE),
    /** Time from the first corrections to a fixed solution. u-blox ZED-F9P: less than 10. */
    fixS: figure(10, ...LONG_S),
    /** Maximum age of corrections for a fixed solution. Assumed. */
    fixedAgeS: figure(15, ...LONG_S),
    /** Maximum age of corrections that are used. u-blox: 60. */
    timeoutS: figure(60, ...LONG_S),
  },
};
