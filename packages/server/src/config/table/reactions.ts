import { DEFAULT_STATION_SETTINGS } from '@kitestring/station/station-settings.ts';
import { setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

const { wind, heat, batteries } = DEFAULT_STATION_SETTINGS;

/** When wind makes the station warn, descend, land, or land at once. */
export const windSettings = {
  'wind.warn_angle_deg': setting(
    quantity('°', 1, 89),
    wind.warnAngleDeg,
    'Lean of the tether at the base, mean of 5 s, above which the wind is high (level `warn`).',
  ),
  'wind.warn_drift_m': setting(quantity('m', 0.1, 50), wind.warnDriftM, 'Drift above which the wind is high.'),
  'wind.warn_thrust_share': setting(
    quantity('0 to 1', 0.1, 1),
    wind.warnThrustShare,
    'Share of the possible thrust above which the wind is high.',
  ),
  'wind.warn_speed_mps': setting(
    quantity('m/s', 1, 60),
    wind.warnSpeedMps,
    'Wind at the Kite, mean of 10 s, above which it is high.',
  ),
  'wind.warn_after_s': setting(
    quantity('s', 0, 600),
    wind.warnAfterS,
    'How long one of these lasts before the warning.',
  ),
  'wind.reduce_angle_deg': setting(
    quantity('°', 1, 89),
    wind.reduceAngleDeg,
    'Lean of the tether at the base, mean of 5 s, above which the Kite must go down (level `reduce`).',
  ),
  'wind.reduce_drift_m': setting(quantity('m', 0.1, 50), wind.reduceDriftM, 'Drift above which the Kite must go down.'),
  'wind.reduce_speed_mps': setting(
    quantity('m/s', 1, 60),
    wind.reduceSpeedMps,
    'Wind at the Kite, mean of 10 s, above which the Kite must go down.',
  ),
  'wind.reduce_after_s': setting(
    quantity('s', 0, 600),
    wind.reduceAfterS,
    'How long one of these lasts before the Kite goes down.',
  ),
  'wind.reduce_by_m': setting(quantity('m', 0.5, 100), wind.reduceByM, 'The least that such a descent goes down.'),
  'wind.land_after_s': setting(
    quantity('s', 0, 600),
    wind.landAfterS,
    'How long after a descent for wind has begun the Kite lands, when it is still too much.',
  ),
  'wind.safety_thrust_share': setting(
    quantity('0 to 1', 0.1, 1),
    wind.safetyThrustShare,
    'Share of the possible thrust above which the Kite makes a safety landing.',
  ),
  'wind.safety_lean_deg': setting(
    quantity('°', 1, 89),
    wind.safetyLeanDeg,
    'Lean of the Kite, the most that it leans, at which it makes a safety landing.',
  ),
  'wind.safety_after_s': setting(
    quantity('s', 0, 600),
    wind.safetyAfterS,
    'How long thrust or lean last before the safety landing.',
  ),
  'wind.safety_sink_mps': setting(
    quantity('m/s', 0.05, 20),
    wind.safetySinkMps,
    'Sinking that nobody asked for above which the Kite makes a safety landing.',
  ),
  'wind.safety_sink_after_s': setting(
    quantity('s', 0, 600),
    wind.safetySinkAfterS,
    'How long such sinking lasts before the safety landing.',
  ),
  'wind.normal_after_s': setting(
    quantity('s', 0, 3600),
    wind.normalAfterS,
    'How long everything must be well below the limits (70 % of angle and drift, 84 % of the speed) before the wind is normal again.',
  ),
  'wind.angle_from_altitude_m': setting(
    quantity('m', 0, 100),
    wind.angleFromAltitudeM,
    'Height from which the lean of the tether counts; lower down a small drift makes a large angle.',
  ),
  'wind.tether_drag_width_mm': setting(
    quantity('mm', 0.1, 100),
    wind.tetherDragWidthMm,
    'Diameter of the tether times its drag coefficient, for the altitude that is safe in a wind.',
  ),
};

/** When a temperature ends a flight. */
export const heatSettings = {
  'heat.kite_warn_c': setting(
    quantity('°C', -60, 300),
    heat.kiteWarnC,
    'Temperature of the Kite’s hottest motor or converter at which a warning begins.',
  ),
  'heat.kite_land_c': setting(
    quantity('°C', -60, 300),
    heat.kiteLandC,
    'Temperature of the Kite’s hottest motor or converter at which it makes a safety landing.',
  ),
  'heat.spool_warn_c': setting(
    quantity('°C', -60, 300),
    heat.spoolWarnC,
    'Temperature of the tether’s spool at which a warning begins and take-off is refused.',
  ),
  'heat.spool_land_c': setting(
    quantity('°C', -60, 300),
    heat.spoolLandC,
    'Temperature of the tether’s spool at which the Kite makes a safety landing.',
  ),
  'heat.hysteresis_c': setting(
    quantity('°C', 0, 50),
    heat.hysteresisC,
    'How far below such a temperature it must fall to count as below it.',
  ),
};

/** What the backup batteries are, to judge their voltage. */
export const batterySettings = {
  'batteries.kite_cells': setting(
    count(1, 32),
    batteries.kiteCells,
    'Lithium polymer cells in series in the Kite’s backup battery.',
  ),
  'batteries.ground_station_cells': setting(
    count(1, 32),
    batteries.groundStationCells,
    'Lithium polymer cells in series in the Ground Station’s backup battery.',
  ),
  'batteries.cell_tolerance_v': setting(
    quantity('V', 0.02, 2),
    batteries.cellToleranceV,
    'How far a cell may be below the voltage of its charge.',
  ),
  'batteries.kite_supply_min_v': setting(
    quantity('V', 0, 1000),
    batteries.kiteSupplyMinV,
    'Below this voltage at the Kite’s end of the tether its battery gives current too, and its voltage is not judged.',
  ),
};
