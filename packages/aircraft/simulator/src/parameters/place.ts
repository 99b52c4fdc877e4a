import { figure, LONG_S, WANDER_S } from '../parameter-ranges.ts';

/** Where and in which weather pressure the Ground Station stands. */
export const PLACE_PARAMETERS = {
  /** Position of the Ground Station. */
  site: {
    latDeg: figure(47.3769, -90, 90, 'WGS 84'),
    lonDeg: figure(8.5417, -180, 180, 'WGS 84'),
    /** Above mean sea level. */
    elevationM: figure(408, -430, 9000, 'shore of the Dead Sea to the top of Mount Everest'),
    /** The weather's pressure, reduced to sea level (QNH). ISO 2533. */
    seaLevelPressureHpa: figure(1013.25, 870, 1085, 'WMO: records, 870 (Typhoon Tip) and 1,084.8 (Tosontsengel)'),
    /** Heading of a Kite in its cradle. Assumed: any value is valid. */
    cradleHeadingDeg: figure(40, -360, 360, 'a full turn either way'),
    /** Assumed: a mild day. */
    ambientC: figure(20, -68, 57, 'WMO: records of inhabited places'),
  },
  /** Weather pressure over time. */
  pressure: {
    /** Standard deviation of its tendency. Assumed: 1 hPa in three hours, which the Met Office calls slow. */
    tendencyHpaPerH: figure(0.33, 0, 100, 'a tropical cyclone’s record: 100 hPa in a day; more for shorter'),
    tendencyTimeS: figure(10_800, ...WANDER_S),
    /** Time from the start until a cold front passes; 0: none. */
    frontAfterS: figure(0, ...LONG_S),
    /**
     * Pressure falls until the front passes, then rises within a time. Assumed; the Met Office calls a fall of more
     * than 6 hPa in three hours very rapid.
     */
    frontFallHpaPerH: figure(1.5, 0, 100, 'a tropical cyclone’s'),
    frontRiseHpa: figure(2, 0, 100, 'a tropical cyclone’s'),
    frontRiseS: figure(300, 1, 86_400, 'a second to a day'),
  },
};
