import { DEFAULT_STATION_SETTINGS } from '@kitestring/station/station-settings.ts';
import { setting } from '../setting.ts';
import { count, quantity } from './quantity.ts';

const { wind, heat, batteries } = DEFAULT_STATION_SETTINGS;

/** Thresholds of the wind reactions: warn, descend, land, safety landing. */
export const windSettings = {
  'wind.warn_angle_deg': setting(
    quantity('°', 1, 89),
    wind.warnAngleDeg,
    'Angle of the tether at the base from the vertical, mean of 5 s, above which the wind is high (level `warn`).',
  ),
  'wind.warn_drift_m': setting(
    quantity('m', 0.1, 50),
    wind.warnDriftM,
    'Horizontal distance from the station above which the wind is high (level `warn`).',
  ),
  'wind.warn_thrust_share': setting(
    quantity('0 to 1', 0.1, 1),
    wind.warnThrustShare,
    'Share of the available thrust above which the wind is high (level `warn`).',
  ),
  'wind.warn_speed_mps': setting(
    quantity('m/s', 1, 60),
    wind.warnSpeedMps,
    'Wind speed at the Kite, mean of 10 s, above which the wind is high (level `warn`).',
  ),
  'wind.warn_after_s': setting(
    quantity('s', 0, 600),
    wind.warnAfterS,
    'Time that one of these conditions lasts before the warning.',
  ),
  'wind.reduce_angle_deg': setting(
    quantity('°', 1, 89),
    wind.reduceAngleDeg,
    'Angle of the tether at the base from the vertical, mean of 5 s, above which the Kite descends (level `reduce`).',
  ),
  'wind.reduce_drift_m': setting(
    quantity('m', 0.1, 50),
    wind.reduceDriftM,
    'Horizontal distance from the station above which the Kite descends (level `reduce`).',
  ),
  'wind.reduce_speed_mps': setting(
    quantity('m/s', 1, 60),
    wind.reduceSpeedMps,
    'Wind speed at the Kite, mean of 10 s, above which the Kite descends (level `reduce`).',
  ),
  'wind.reduce_after_s': setting(
    quantity('s', 0, 600),
    wind.reduceAfterS,
    'Time that one of these conditions lasts before the Kite descends.',
  ),
  'wind.reduce_by_m': setting(quantity('m', 0.5, 100), wind.reduceByM, 'Minimum height difference of a wind descent.'),
  'wind.land_after_s': setting(
    quantity('s', 0, 600),
    wind.landAfterS,
    'Time after the start of a wind descent at which the Kite lands if the wind is still above a limit.',
  ),
  'wind.safety_thrust_share': setting(
    quantity('0 to 1', 0.1, 1),
    wind.safetyThrustShare,
    'Share of the available thrust above which the Kite makes a safety landing.',
  ),
  'wind.safety_lean_deg': setting(
    quantity('°', 1, 89),
    wind.safetyLeanDeg,
    'Kite tilt at which it makes a safety landing; the default is the limit of the autopilot.',
  ),
  'wind.safety_after_s': setting(
    quantity('s', 0, 600),
    wind.safetyAfterS,
    'Time that thrust or tilt stays at its limit before the safety landing.',
  ),
  'wind.safety_sink_mps': setting(
    quantity('m/s', 0.05, 20),
    wind.safetySinkMps,
    'Uncommanded descent rate above which the Kite makes a safety landing.',
  ),
  'wind.safety_sink_after_s': setting(
    quantity('s', 0, 600),
    wind.safetySinkAfterS,
    'Time that an uncommanded descent lasts before the safety landing.',
  ),
  'wind.normal_after_s': setting(
    quantity('s', 0, 3600),
    wind.normalAfterS,
    'Time for which all values must be below their lower limits (70 % of angle and drift, 84 % of the speed) before the wind counts as normal again.',
  ),
  'wind.angle_from_altitude_m': setting(
    quantity('m', 0, 100),
    wind.angleFromAltitudeM,
    'Altitude above which the tether angle is evaluated; below it a small drift causes a large angle.',
  ),
  'wind.tether_drag_width_mm': setting(
    quantity('mm', 0.1, 100),
    wind.tetherDragWidthMm,
    'Diameter of the tether times its drag coefficient, from which the safe altitude in wind is calculated.',
  ),
};

/** Temperature limits of a flight. */
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
    'Hysteresis: difference below a limit at which the limit counts as no longer exceeded.',
  ),
};

/** Properties of the backup batteries, to judge their voltage. */
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
    'Maximum difference of a cell’s voltage below the value for its state of charge.',
  ),
  'batteries.kite_supply_min_v': setting(
    quantity('V', 0, 1000),
    batteries.kiteSupplyMinV,
    'Voltage at the Kite’s end of the tether below which the backup battery supplies current too; its own voltage is then not evaluated.',
  ),
};
