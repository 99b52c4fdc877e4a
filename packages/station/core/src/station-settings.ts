import type { Installation, RegulatoryMode } from '@kitestring/station-contract/system/system-info.ts';

/** Settings of one installation: their meanings and their defaults. */
export const DEFAULT_STATION_SETTINGS = {
  gsName: 'kitestring',
  gsMac: '02:4b:53:00:00:01',
  model: 'Kitestring',
  installation: 'Rooftop Box' as Installation,
  /** IANA name, for example Europe/Zurich. */
  timezone: 'UTC',
  softwareVersion: '0.1.0',
  regulatoryMode: 'DISABLED' as RegulatoryMode,
  flight: {
    altitudeTakeoffM: 1,
    altitudeHardMaxM: 45,
    /** Height of the landed Kite above the ground around it: the roof of a vehicle. */
    baseHeightM: 2.4,
    altitudeMaxWithoutGpsM: 25,
    /** Positions with a larger error are ignored. */
    gpsAccuracyMaxM: 5,
    preflightCheckS: 3,
    kiteDataTimeoutS: 2,
    safetyResetS: 20,
    altitudeReachedWithinM: 0.5,
    /** Hours flown before this station counted. */
    initialFlightHours: 0,
    takeoffWindMaxMps: 12,
    takeoffBatteryMinPercent: 50,
    takeoffTemperatureMinC: -20,
    takeoffTemperatureMaxC: 60,
    /**
     * Lowest altitude of a SafetyDescending for wind; below it the Kite lands. For lost GPS the altitude is just below
     * `altitudeMaxWithoutGpsM`.
     */
    safeAltitudeWindM: 10,
  },
  /** Limits of the wind reactions, by the measured effects of its force. */
  wind: {
    /** Angle of the tether at the base, mean of 5 s. */
    warnAngleDeg: 15,
    warnDriftM: 2,
    warnThrustShare: 0.8,
    /** Wind at the Kite, mean of 10 s. */
    warnSpeedMps: 12,
    warnAfterS: 3,
    reduceAngleDeg: 20,
    reduceDriftM: 2.5,
    reduceSpeedMps: 14,
    reduceAfterS: 5,
    /** Minimum height of one reduction. */
    reduceByM: 5,
    /** Landing when the limits are still exceeded this long after a reduction began. */
    landAfterS: 30,
    safetyThrustShare: 0.92,
    /** Maximum tilt of the airframe. */
    safetyLeanDeg: 42,
    safetyAfterS: 2,
    safetySinkMps: 0.5,
    safetySinkAfterS: 1,
    normalAfterS: 60,
    /** Below this altitude some decimetres of drift are many degrees, so that the angle is no sign of wind. */
    angleFromAltitudeM: 5,
    /** Diameter of the tether times its drag coefficient. */
    tetherDragWidthMm: 2.2,
  },
  heat: {
    /** Hottest of the Kite's motors and converters. */
    kiteWarnC: 85,
    kiteLandC: 100,
    spoolWarnC: 70,
    spoolLandC: 85,
    /** A temperature must fall this far below a limit before it counts as below it. */
    hysteresisC: 5,
  },
  batteries: {
    /** Absent: the voltage of the Kite's battery is not compared with its charge. */
    kiteCells: 4,
    groundStationCells: 3,
    /** Tolerance of the voltage of a resting cell for its state of charge. */
    cellToleranceV: 0.15,
    /**
     * Below this voltage at the Kite's end of the tether its battery supplies current, too, and its voltage is not
     * judged.
     */
    kiteSupplyMinV: 70,
  },
  tether: { twistWarningTurns: 5, twistLimitTurns: 10 },
  rooftopBox: {
    lidsTimeoutS: 12,
    parkingBrake: 'engaged' as 'engaged' | 'disengaged' | 'ignored',
    /** Reaction to a requested landing while the lids below the Kite are not open. */
    lidsStuckLanding: 'hold' as 'hold' | 'land',
    /** Low supply voltage of the vehicle below this. */
    supplyLowV: 12.4,
    /** Sufficient again from this on. */
    supplyGoodV: 13.1,
  },
  handoff: { leaseS: 10, queuePlaceS: 60, operatorMaxAgeS: 20 },
  tokens: { validityS: 86_400, rotatedKeyGraceS: 86_400, maxSessions: 1000, maxSessionsPerPlugin: 250 },
  notifications: { keepDays: 90, historyLimit: 1000 },
};

type Defaults = typeof DEFAULT_STATION_SETTINGS;
type Batteries = Defaults['batteries'];

export type StationSettings = { readonly [Name in Exclude<keyof Defaults, 'batteries'>]: Readonly<Defaults[Name]> } & {
  readonly batteries: Readonly<Omit<Batteries, 'kiteCells'> & Partial<Pick<Batteries, 'kiteCells'>>>;
};
export type WindSettings = StationSettings['wind'];
