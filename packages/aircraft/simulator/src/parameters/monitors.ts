import { FORCE_N, figure, LONG_S, NOISE, SHARE, SHORT_S } from '../parameter-ranges.ts';

/** Limits at which the monitors report. */
export const MONITORS_PARAMETERS = {
  /** Detection of a motor that does not deliver its command: by the speeds that the controllers report. */
  motorMonitor: {
    /** Error of a reading, as a share of the speed. Assumed. */
    speedNoise: figure(0.01, ...SHARE),
    /** Motors with a smaller commanded thrust are not judged. Assumed; an idling one gives 0.48 N. */
    leastThrustN: figure(0.3, ...FORCE_N),
    /** Failed: below this share of the thrust for this time. Assumed. */
    failedShare: figure(0.5, ...SHARE),
    failedS: figure(0.15, ...SHORT_S),
    /** Weak: below this share, averaged over this time, for this long; healthy again above this. Assumed. */
    weakShare: figure(0.9, ...SHARE),
    averageS: figure(0.5, ...SHORT_S),
    weakS: figure(1, ...SHORT_S),
    wellShare: figure(0.95, ...SHARE),
    /** A stopped motor that passes its winding test for this time counts as healthy again. Assumed. */
    wellS: figure(2, ...SHORT_S),
  },
  /** Monitoring of mains and power line by voltage and current at both ends of the tether. */
  powerMonitor: {
    /** Errors of the readings. Assumed. */
    voltageNoiseV: figure(0.1, ...NOISE),
    currentNoiseA: figure(0.02, ...NOISE),
    /** Mains lost: below this share of the supply voltage for this time. Assumed. */
    mainsShare: figure(0.6, ...SHARE),
    mainsS: figure(0.2, ...SHORT_S),
    /** A resistance above this multiple of the cold line cannot come from heat: 1.35 is 110 degrees. Derived. */
    warmestFactor: figure(1.35, 1, 10, 'copper: 10 would be far above its melting point'),
    /** Damaged: a voltage drop of this much more, for this time. Assumed. */
    excessV: figure(3, 0, 1500, 'Directive 2014/35/EU: low voltage ends at 1,500 V direct'),
    excessS: figure(0.5, ...SHORT_S),
    /** Flickering: mean change of resistance between readings above this, averaged over this time. Assumed. */
    flickerOhm: figure(0.4, 0, 1000, 'more is an open line'),
    flickerS: figure(3, ...SHORT_S),
    /** Minimum current for a judgement of the resistance. Assumed. */
    leastA: figure(1, 0, 1000, 'short circuit of a mains connection'),
    /** A damage clears after this time without evidence. Assumed. */
    clearS: figure(5, ...LONG_S),
  },
  /** Detection of a blocked spool: by commanded distance and encoder. */
  spoolMonitor: {
    /** Time over which distances are counted; shorter commanded distances are not judged. Assumed. */
    memoryS: figure(1.5, ...SHORT_S),
    leastWayM: figure(0.1, 0, 100, 'the length of a tether'),
    /** Stuck: less than this share of it for this time; turning: more than that share for that time. Assumed. */
    stuckShare: figure(0.2, ...SHARE),
    stuckS: figure(0.5, ...SHORT_S),
    freeShare: figure(0.5, ...SHARE),
    clearS: figure(1, ...LONG_S),
    /** The winch stops by itself this close to either end of the tether. Derived: twice the encoder's error there. */
    endM: figure(0.3, 0, 100, 'the length of a tether'),
  },
  /** Plausibility checks of the force sensor. */
  forceSensorMonitor: {
    /** No reading for this time. Assumed. */
    silentS: figure(0.2, ...SHORT_S),
    /** Frozen: identical readings for this time, which noise rules out. A slack tether reads 0 for a while. Assumed. */
    frozenS: figure(0.5, ...SHORT_S),
    frozenSlackS: figure(3, ...SHORT_S),
    /** Difference to the Kite's estimate, averaged over this time, above this for this long. Assumed. */
    averageS: figure(2, ...SHORT_S),
    /**
     * The error of the Kite's own figures is learned in flight with this time constant, up to this limit. Derived: 3
     * sd of ownModel at full thrust.
     */
    zeroS: figure(30, ...LONG_S),
    mostZeroN: figure(2.5, ...FORCE_N),
    disagreeN: figure(1.4, ...FORCE_N),
    /**
     * Additional tolerance with the square of the tether's wind load, part of which acts vertically. Derived: see
     * README.
     */
    disagreePerLoad2: figure(0.008, 0, 100, 'not negative; more would never disagree'),
    disagreeS: figure(1.5, ...SHORT_S),
    /** Clears below this share of it for this time. Assumed. */
    agreeShare: figure(0.5, ...SHARE),
    clearS: figure(3, ...LONG_S),
  },
  /** Plausibility checks of the barometer: by its noise and by the height by the tether. */
  barometerMonitor: {
    /** Frozen: identical readings for this time. Assumed. */
    frozenS: figure(1, ...SHORT_S),
    /** Averaging time of its zero in the cradle. Assumed: the weather is slower, a fault faster. */
    zeroS: figure(20, ...LONG_S),
    averageS: figure(2, ...SHORT_S),
    /** Tolerance, and its increase with the sideways bow of the tether by the wind. Derived: see README. */
    disagreeM: figure(1.8, 0, 1000, 'published tethered multirotors end below 200 m; five times that'),
    disagreeShare: figure(0.08, ...SHARE),
    disagreeS: figure(1.5, ...SHORT_S),
    agreeShare: figure(0.5, ...SHARE),
    clearS: figure(3, ...LONG_S),
  },
  /** Plausibility check of the GPS position: by the position by the tether. */
  estimationMonitor: {
    /** Minimum length of tether for the comparison. Assumed. */
    leastLengthM: figure(3, 0, 1000, 'published tethered multirotors end below 200 m; five times that'),
    averageS: figure(1, ...SHORT_S),
    /** As for the barometer: in a strong wind the tether itself is inaccurate. Derived: see README. */
    disagreeM: figure(3, 0, 1000, 'published tethered multirotors end below 200 m; five times that'),
    disagreeShare: figure(0.3, ...SHARE),
    disagreeS: figure(1.5, ...SHORT_S),
    agreeShare: figure(0.6, ...SHARE),
    clearS: figure(5, ...LONG_S),
    /** No comparison above this wind, or while its short mean differs from the longer one by this. Assumed. */
    mostWindMps: figure(14, 0, 100, 'WMO: the strongest measured gust is 113 m/s'),
    steadyMps: figure(1.8, 0, 100, 'WMO: the strongest measured gust is 113 m/s'),
    /** Time for which this must have held. Assumed. */
    steadyS: figure(3, ...SHORT_S),
    /** A jump: this many fixes in a row this far from the inertial estimate. Assumed. */
    jumpM: figure(2.5, 0.1, 1000, 'published tethered multirotors end below 200 m; five times that'),
    jumpFixes: figure(5, 1, 1000, '200 s of fixes'),
  },
  /** Detection of a parted tether at the Ground Station. */
  tetherMonitor: {
    /** Less force and less current than these, and no data, for this time, without a Kite in the cradle. Assumed. */
    leastN: figure(0.4, ...FORCE_N),
    leastA: figure(0.1, 0, 1000, 'short circuit of a mains connection'),
    cutS: figure(0.3, ...SHORT_S),
    clearS: figure(1, ...LONG_S),
  },
};
