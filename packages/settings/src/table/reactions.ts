import { DEFAULT_STATION_SETTINGS } from '@kitestring/station-core/station-settings.ts';
import { optionalSetting } from '../setting.ts';
import { groupSettings } from './group-settings.ts';
import { count, quantity } from './quantity.ts';

const { wind, heat } = DEFAULT_STATION_SETTINGS;
const { kiteCells, ...batteries } = DEFAULT_STATION_SETTINGS.batteries;

/** Thresholds of the wind reactions: warn, descend, land, safety landing. */
export const windSettings = groupSettings('wind', wind, {
  warn_angle_deg: [
    quantity('°', 1, 89),
    'Angle of the tether at the base from the vertical, mean of 5 s, above which the wind is high (level `warn`).',
  ],
  warn_drift_m: [
    quantity('m', 0.1, 50),
    'Horizontal distance from the station above which the wind is high (level `warn`).',
  ],
  warn_thrust_share: [
    quantity('0 to 1', 0.1, 1),
    'Share of the available thrust above which the wind is high (level `warn`).',
  ],
  warn_speed_mps: [
    quantity('m/s', 1, 60),
    'Wind speed at the Kite, mean of 10 s, above which the wind is high (level `warn`).',
  ],
  warn_after_s: [quantity('s', 0, 600), 'Time that one of these conditions lasts before the warning.'],
  reduce_angle_deg: [
    quantity('°', 1, 89),
    'Angle of the tether at the base from the vertical, mean of 5 s, above which the Kite descends (level `reduce`).',
  ],
  reduce_drift_m: [
    quantity('m', 0.1, 50),
    'Horizontal distance from the station above which the Kite descends (level `reduce`).',
  ],
  reduce_speed_mps: [
    quantity('m/s', 1, 60),
    'Wind speed at the Kite, mean of 10 s, above which the Kite descends (level `reduce`).',
  ],
  reduce_after_s: [quantity('s', 0, 600), 'Time that one of these conditions lasts before the Kite descends.'],
  reduce_by_m: [quantity('m', 0.5, 100), 'Minimum height difference of a wind descent.'],
  land_after_s: [
    quantity('s', 0, 600),
    'Time after the start of a wind descent at which the Kite lands if the wind is still above a limit.',
  ],
  safety_thrust_share: [
    quantity('0 to 1', 0.1, 1),
    'Share of the available thrust above which the Kite makes a safety landing.',
  ],
  safety_lean_deg: [
    quantity('°', 1, 89),
    'Kite tilt at which it makes a safety landing; the default is the limit of the autopilot.',
  ],
  safety_after_s: [quantity('s', 0, 600), 'Time that thrust or tilt stays at its limit before the safety landing.'],
  safety_sink_mps: [quantity('m/s', 0.05, 20), 'Uncommanded descent rate above which the Kite makes a safety landing.'],
  safety_sink_after_s: [quantity('s', 0, 600), 'Time that an uncommanded descent lasts before the safety landing.'],
  normal_after_s: [
    quantity('s', 0, 3600),
    'Time for which all values must be below their lower limits (70 % of angle and drift, 84 % of the speed) before the wind counts as normal again.',
  ],
  angle_from_altitude_m: [
    quantity('m', 0, 100),
    'Altitude above which the tether angle is evaluated; below it a small drift causes a large angle.',
  ],
  tether_drag_width_mm: [
    quantity('mm', 0.1, 100),
    'Diameter of the tether times its drag coefficient, from which the safe altitude in wind is calculated.',
  ],
});

/** Temperature limits of a flight. */
export const heatSettings = groupSettings('heat', heat, {
  kite_warn_c: [
    quantity('°C', -60, 300),
    'Temperature of the Kite’s hottest motor or converter at which a warning begins.',
  ],
  kite_land_c: [
    quantity('°C', -60, 300),
    'Temperature of the Kite’s hottest motor or converter at which it makes a safety landing.',
  ],
  spool_warn_c: [
    quantity('°C', -60, 300),
    'Temperature of the tether’s spool at which a warning begins and take-off is refused.',
  ],
  spool_land_c: [
    quantity('°C', -60, 300),
    'Temperature of the tether’s spool at which the Kite makes a safety landing.',
  ],
  hysteresis_c: [
    quantity('°C', 0, 50),
    'Hysteresis: difference below a limit at which the limit counts as no longer exceeded.',
  ],
});

/** Properties of the backup batteries, to judge their voltage. */
export const batterySettings = {
  'batteries.kite_cells': optionalSetting(
    count(1, 32),
    `Lithium polymer cells in series in the Kite’s backup battery. If not set, ${kiteCells} for the simulated Kite; the voltage of a real aircraft’s battery is then not compared with its charge.`,
  ),
  ...groupSettings('batteries', batteries, {
    ground_station_cells: [count(1, 32), 'Lithium polymer cells in series in the Ground Station’s backup battery.'],
    cell_tolerance_v: [
      quantity('V', 0.02, 2),
      'Maximum difference of a cell’s voltage below the value for its state of charge.',
    ],
    kite_supply_min_v: [
      quantity('V', 0, 1000),
      'Voltage at the Kite’s end of the tether below which the backup battery supplies current too; its own voltage is then not evaluated.',
    ],
  }),
};
