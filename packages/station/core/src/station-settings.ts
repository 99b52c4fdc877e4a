import type { Installation, RegulatoryMode } from '@kitestring/station-contract/system/system-info.ts';

/** Settings of one installation. Defaults marked (a) are assumptions until the manufacturer provides figures. */
export interface StationSettings {
  readonly gsName: string;
  readonly gsMac: string;
  readonly model: string;
  readonly installation: Installation;
  /** IANA name, for example Europe/Zurich. */
  readonly timezone: string;
  readonly softwareVersion: string;
  readonly regulatoryMode: RegulatoryMode;
  readonly flight: {
    readonly altitudeTakeoffM: number;
    readonly altitudeHardMaxM: number;
    readonly altitudeMaxWithoutGpsM: number;
    /** Positions with a larger error are ignored. */
    readonly gpsAccuracyMaxM: number;
    readonly preflightCheckS: number;
    readonly kiteDataTimeoutS: number;
    readonly safetyResetS: number;
    readonly altitudeReachedWithinM: number;
    /** Hours flown before this station counted. */
    readonly initialFlightHours: number;
    readonly takeoffWindMaxMps: number;
    readonly takeoffBatteryMinPercent: number;
    readonly takeoffTemperatureMinC: number;
    readonly takeoffTemperatureMaxC: number;
    /**
     * Lowest altitude of a SafetyDescending for wind; below it the Kite lands. For lost GPS the altitude is just below
     * `altitudeMaxWithoutGpsM`.
     */
    readonly safeAltitudeWindM: number;
  };
  readonly wind: WindSettings;
  readonly heat: {
    /** Hottest of the Kite's motors and converters. */
    readonly kiteWarnC: number;
    readonly kiteLandC: number;
    readonly spoolWarnC: number;
    readonly spoolLandC: number;
    /** A temperature must fall this far below a limit before it counts as below it. */
    readonly hysteresisC: number;
  };
  readonly batteries: {
    /** Absent: the voltage of the Kite's battery is not compared with its charge. */
    readonly kiteCells?: number;
    readonly groundStationCells: number;
    /** Tolerance of the voltage of a resting cell for its state of charge. */
    readonly cellToleranceV: number;
    /**
     * Below this voltage at the Kite's end of the tether its battery supplies current, too, and its voltage is not
     * judged.
     */
    readonly kiteSupplyMinV: number;
  };
  readonly tether: { readonly twistWarningTurns: number; readonly twistLimitTurns: number };
  readonly rooftopBox: {
    readonly lidsTimeoutS: number;
    readonly parkingBrake: 'engaged' | 'disengaged' | 'ignored';
    /** Reaction to a requested landing while the lids below the Kite are not open. */
    readonly lidsStuckLanding: 'hold' | 'land';
    /** Low supply voltage of the vehicle below this. */
    readonly supplyLowV: number;
    /** Sufficient again from this on. */
    readonly supplyGoodV: number;
  };
  readonly handoff: { readonly leaseS: number; readonly queuePlaceS: number; readonly operatorMaxAgeS: number };
  readonly tokens: {
    readonly validityS: number;
    readonly rotatedKeyGraceS: number;
    readonly maxSessions: number;
    readonly maxSessionsPerPlugin: number;
  };
  readonly notifications: { readonly keepDays: number; readonly historyLimit: number };
}

/** Limits of the wind reactions, by the measured effects of its force. */
export interface WindSettings {
  /** Angle of the tether at the base, mean of 5 s. */
  readonly warnAngleDeg: number;
  readonly warnDriftM: number;
  readonly warnThrustShare: number;
  /** Wind at the Kite, mean of 10 s. */
  readonly warnSpeedMps: number;
  readonly warnAfterS: number;
  readonly reduceAngleDeg: number;
  readonly reduceDriftM: number;
  readonly reduceSpeedMps: number;
  readonly reduceAfterS: number;
  /** Minimum height of one reduction. */
  readonly reduceByM: number;
  /** Landing when the limits are still exceeded this long after a reduction began. */
  readonly landAfterS: number;
  readonly safetyThrustShare: number;
  /** Maximum tilt of the airframe. */
  readonly safetyLeanDeg: number;
  readonly safetyAfterS: number;
  readonly safetySinkMps: number;
  readonly safetySinkAfterS: number;
  readonly normalAfterS: number;
  /** Below this altitude some decimetres of drift are many degrees, so that the angle is no sign of wind. */
  readonly angleFromAltitudeM: number;
  /** Diameter of the tether times its drag coefficient. */
  readonly tetherDragWidthMm: number;
}

export const DEFAULT_STATION_SETTINGS: StationSettings = {
  gsName: 'kitestring',
  gsMac: '02:4b:53:00:00:01',
  model: 'Kitestring',
  installation: 'Rooftop Box',
  timezone: 'UTC',
  softwareVersion: '0.1.0',
  regulatoryMode: 'DISABLED',
  flight: {
    altitudeTakeoffM: 1,
    altitudeHardMaxM: 45,
    altitudeMaxWithoutGpsM: 25,
    gpsAccuracyMaxM: 5,
    preflightCheckS: 3,
    kiteDataTimeoutS: 2,
    safetyResetS: 20,
    altitudeReachedWithinM: 0.5,
    initialFlightHours: 0,
    takeoffWindMaxMps: 12,
    takeoffBatteryMinPercent: 50,
    takeoffTemperatureMinC: -20,
    takeoffTemperatureMaxC: 60,
    safeAltitudeWindM: 10,
  },
  wind: {
    warnAngleDeg: 15,
    warnDriftM: 2,
    warnThrustShare: 0.8,
    warnSpeedMps: 12,
    warnAfterS: 3,
    reduceAngleDeg: 20,
    reduceDriftM: 2.5,
    reduceSpeedMps: 14,
    reduceAfterS: 5,
    reduceByM: 5,
    landAfterS: 30,
    safetyThrustShare: 0.92,
    safetyLeanDeg: 42,
    safetyAfterS: 2,
    safetySinkMps: 0.5,
    safetySinkAfterS: 1,
    normalAfterS: 60,
    angleFromAltitudeM: 5,
    tetherDragWidthMm: 2.2,
  },
  heat: { kiteWarnC: 85, kiteLandC: 100, spoolWarnC: 70, spoolLandC: 85, hysteresisC: 5 },
  batteries: { kiteCells: 4, groundStationCells: 3, cellToleranceV: 0.15, kiteSupplyMinV: 70 },
  tether: { twistWarningTurns: 5, twistLimitTurns: 10 },
  rooftopBox: {
    lidsTimeoutS: 12,
    parkingBrake: 'engaged',
    lidsStuckLanding: 'hold',
    supplyLowV: 12.4,
    supplyGoodV: 13.1,
  },
  handoff: { leaseS: 10, queuePlaceS: 60, operatorMaxAgeS: 20 },
  tokens: { validityS: 86_400, rotatedKeyGraceS: 86_400, maxSessions: 1000, maxSessionsPerPlugin: 250 },
  notifications: { keepDays: 90, historyLimit: 1000 },
};
