import type { Installation, RegulatoryMode } from '@kitestring/contract/system/system-info.ts';

/** Figures and choices of one installation. The defaults marked (a) are assumptions until a builder says better. */
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
    /** Where a SafetyDescending for wind goes; for lost GPS it is just below `altitudeMaxWithoutGpsM`. */
    readonly safeAltitudeWindM: number;
  };
  readonly tether: { readonly twistWarningTurns: number; readonly twistLimitTurns: number };
  readonly rooftopBox: {
    readonly lidsTimeoutS: number;
    readonly parkingBrake: 'engaged' | 'disengaged' | 'ignored';
  };
  readonly handoff: { readonly leaseS: number; readonly queuePlaceS: number; readonly operatorMaxAgeS: number };
  readonly tokens: { readonly validityS: number; readonly rotatedKeyGraceS: number; readonly maxSessions: number };
  readonly notifications: { readonly keepDays: number; readonly historyLimit: number };
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
  tether: { twistWarningTurns: 5, twistLimitTurns: 10 },
  rooftopBox: { lidsTimeoutS: 12, parkingBrake: 'engaged' },
  handoff: { leaseS: 10, queuePlaceS: 60, operatorMaxAgeS: 20 },
  tokens: { validityS: 86_400, rotatedKeyGraceS: 86_400, maxSessions: 1000 },
  notifications: { keepDays: 90, historyLimit: 1000 },
};
