// Which values are plotted, from the top down.
const line = (name, label, hue, unit, scale = 'y', decimals = 1) => ({ name, label, hue, unit, scale, decimals });

export const PLOTS = [
  {
    title: 'Altitude',
    height: 210,
    withStates: true,
    floor: 0,
    lines: [
      line('true_altitude_m', 'really', 'pale', 'm'),
      line('altitude_target_m', 'target', 'b', 'm'),
      line('altitude_m', 'measured', 'a', 'm'),
    ],
  },
  {
    title: 'Wind at the Kite',
    height: 160,
    floor: 0,
    lines: [line('true_wind_mps', 'really', 'pale', 'm/s'), line('wind_mps', 'estimated', 'a', 'm/s')],
  },
  {
    title: 'Tether at the Ground Station',
    height: 160,
    floor: 0,
    lines: [
      line('tether_tension_n', 'tension', 'a', 'N'),
      line('tether_angle_deg', 'from the vertical', 'b', '°', 'right'),
    ],
  },
  {
    title: 'Attitude of the Ground Station',
    height: 140,
    lines: [line('base_roll_deg', 'roll', 'a', '°'), line('base_pitch_deg', 'pitch', 'b', '°')],
  },
  {
    title: 'Heave of the Ground Station',
    height: 110,
    lines: [line('base_up_m', 'against still water', 'a', 'm', 'y', 2)],
  },
  {
    title: 'Speed of the Ground Station',
    height: 110,
    floor: 0,
    lines: [line('base_speed_mps', 'over the ground', 'a', 'm/s')],
  },
  {
    title: 'Drift and tilt',
    height: 160,
    floor: 0,
    limits: [
      [2, 'watch'],
      [2.5, 'bad'],
    ],
    lines: [line('drift_m', 'drift', 'a', 'm', 'y', 2), line('lean_deg', 'tilt', 'b', '°', 'right')],
  },
  {
    title: 'Heading',
    height: 140,
    range: [0, 360],
    isAngle: true,
    lines: [line('heading_deg', 'Kite', 'a', '°', 'y', 0), line('camera_pan_deg', 'camera', 'c', '°', 'y', 0)],
  },
  {
    title: 'Thrust',
    height: 130,
    range: [0, 100],
    lines: [line('thrust_percent', 'of what the rotors can give', 'a', '%')],
  },
  {
    title: 'Supply',
    height: 140,
    lines: [line('kite_supply_v', 'at the Kite', 'a', 'V'), line('gs_input_v', 'input', 'b', 'V')],
  },
  {
    title: 'Backup batteries',
    height: 140,
    range: [0, 100],
    lines: [
      line('kite_battery_percent', 'Kite', 'a', '%'),
      line('gs_battery_percent', 'Ground Station', 'b', '%'),
      line('kite_battery_v', 'Kite', 'c', 'V', 'right', 2),
      line('gs_battery_v', 'Ground Station', 'd', 'V', 'right', 2),
    ],
  },
  {
    title: 'Temperatures',
    height: 150,
    lines: [
      line('kite_c', 'motors, converters', 'a', '°C'),
      line('spool_c', 'spool', 'b', '°C'),
      line('kite_battery_c', 'Kite’s battery', 'c', '°C'),
      line('gs_battery_c', 'Ground Station’s battery', 'd', '°C'),
    ],
  },
];
