import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import type { TetherShape, Truth } from '@kitestring/station-contract/sim/truth.ts';
import { DEG_PER_RAD, wrap360 } from '../angle.ts';
import type { Simulation } from '../simulation.ts';

/** Maximum number of points of a shape: one per decimetre for a tether of 50 m. */
const MAX_SHAPE_POINTS = 500;

/** True state at this station time. */
export function truth(simulation: Simulation, timeUs: number): Truth {
  const { body, camera } = simulation;
  const { motion, rotors } = body;
  return {
    time: formatTimestamp(timeUs),
    position: { east_m: motion.eastM, north_m: motion.northM, up_m: motion.upM },
    velocity: { east_mps: motion.eastMps, north_mps: motion.northMps, up_mps: motion.upMps },
    heading_deg: wrap360(body.yaw.headingDeg),
    lean_deg: Math.acos(1 / body.lean.stretch) * DEG_PER_RAD,
    is_on_ground: body.isOnGround,
    has_crashed: body.hasCrashed,
    rotor_thrust_n: Array.from(rotors.thrustN),
    thrust_share: shareOf(rotors.totalN, rotors.limitN),
    wind: windOf(simulation),
    tether: tetherOf(simulation),
    power: powerOf(simulation),
    temperature: temperature(simulation),
    ...(simulation.base.hasMoved && { base: baseOf(simulation) }),
    camera: {
      pan_deg: wrap360(camera.actual.panDeg),
      tilt_deg: camera.actual.tiltDeg,
      roll_deg: camera.actual.rollDeg,
    },
  };
}

/**
 * The tether as a number of points at equal spacing, from the Ground Station to its other end.
 * @throws RangeError for a number of points outside 2 to 500
 */
export function tetherShape({ tether }: Simulation, points: number): TetherShape {
  if (!Number.isInteger(points) || points < 2 || points > MAX_SHAPE_POINTS) {
    throw new RangeError(`points must be an integer from 2 to ${MAX_SHAPE_POINTS}, got ${points}`);
  }
  // Plus 0: turns -0 into 0.
  return tether.shape(points).map(({ eastM, northM, upM }) => ({
    east_m: eastM + 0,
    north_m: northM + 0,
    up_m: upM + 0,
  }));
}

/** When all motors are given up the limit is 0. */
export const shareOf = (thrustN: number, limitN: number): number => (limitN > 0 ? Math.min(1, thrustN / limitN) : 0);

/** Relative to the ground, whatever the Ground Station's movement. */
function windOf({ wind }: Simulation): Truth['wind'] {
  const fromDeg = wrap360(Math.atan2(-wind.eastMps, -wind.northMps) * DEG_PER_RAD);
  return { speed_mps: wind.speedMps, from_deg: fromDeg, up_mps: wind.upMps };
}

const tetherOf = ({ tether, winch }: Simulation): Truth['tether'] => ({
  length_m: winch.lengthM,
  reel_speed_mps: winch.speedMps,
  tension_kite_n: tether.kiteTensionN,
  tension_base_n: tether.baseTensionN,
  base_angle_deg: tether.baseAngleDeg,
  is_slack: tether.isSlack,
  is_cut: tether.isCut,
});

const baseOf = ({ base }: Simulation): NonNullable<Truth['base']> => ({
  east_m: base.eastM,
  north_m: base.northM,
  up_m: base.upM,
  east_mps: base.eastMps,
  north_mps: base.northMps,
  up_mps: base.upMps,
  heading_deg: wrap360(base.headingDeg),
  roll_deg: base.rollDeg,
  pitch_deg: base.pitchDeg,
  wave_m: base.waveM,
});

const powerOf = ({ power }: Simulation): Truth['power'] => ({
  supply_v: power.supplyV,
  kite_v: power.line.kiteV,
  tether_a: power.line.currentA,
  kite_w: power.kiteW,
  tether_loss_w: power.line.lossW,
  kite_battery_percent: power.kiteBattery.percent,
  kite_battery_v: power.kiteBattery.voltageV,
  ground_station_battery_percent: power.groundStationBattery.percent,
  ground_station_battery_v: power.groundStationBattery.voltageV,
});

const temperature = ({ heat }: Simulation): Truth['temperature'] => ({
  air_c: heat.ambientC,
  motor_c: heat.motorC,
  converter_c: heat.converter.temperatureC,
  spool_c: heat.spool.temperatureC,
});
