import type { Simulation } from './simulation.ts';

/**
 * Every number that the next step depends on and that must stay one, by its name; causes stand before what they would
 * spoil.
 */
export const STATE_VARIABLES: Readonly<Record<string, (simulation: Simulation) => number>> = {
  'wind east (m/s)': ({ wind }) => wind.eastMps,
  'wind north (m/s)': ({ wind }) => wind.northMps,
  'wind up (m/s)': ({ wind }) => wind.upMps,
  'height setpoint (m)': ({ autopilot }) => autopilot.heightSetpointM,
  'azimuth setpoint (deg)': ({ autopilot }) => autopilot.pan.azimuthDeg,
  'heading setpoint (deg)': ({ autopilot }) => autopilot.pan.headingDeg,
  'estimated height (m)': ({ navigation }) => navigation.height.heightM,
  'estimated climb rate (m/s)': ({ navigation }) => navigation.height.climbRateMps,
  'estimated heading (deg)': ({ navigation }) => navigation.heading.headingDeg,
  'estimated east (m)': ({ navigation }) => navigation.horizontal.eastM,
  'estimated north (m)': ({ navigation }) => navigation.horizontal.northM,
  'commanded thrust (N)': ({ autopilot }) => autopilot.thrustN,
  'commanded lean east': ({ autopilot }) => autopilot.leanEast,
  'commanded lean north': ({ autopilot }) => autopilot.leanNorth,
  'rotor thrust (N)': ({ body }) => body.rotors.totalN,
  'lean east': ({ body }) => body.lean.east,
  'lean north': ({ body }) => body.lean.north,
  'tether pull east (N)': ({ body }) => body.motion.tetherEastN,
  'tether pull north (N)': ({ body }) => body.motion.tetherNorthN,
  'tether pull up (N)': ({ body }) => body.motion.tetherUpN,
  'yaw rate (deg/s)': ({ body }) => body.yaw.rateDps,
  'heading (deg)': ({ body }) => body.yaw.headingDeg,
  'speed east (m/s)': ({ body }) => body.motion.eastMps,
  'speed north (m/s)': ({ body }) => body.motion.northMps,
  'speed up (m/s)': ({ body }) => body.motion.upMps,
  'position east (m)': ({ body }) => body.motion.eastM,
  'position north (m)': ({ body }) => body.motion.northM,
  'position up (m)': ({ body }) => body.motion.upM,
  'air density (kg/m3)': ({ body }) => body.motion.airDensity,
  'estimated wind (m/s)': ({ windEstimate }) => windEstimate.speedMps,
  'camera pan (deg)': ({ camera }) => camera.panDeg,
  'camera tilt (deg)': ({ camera }) => camera.tiltDeg,
  'motor temperature (C)': ({ power }) => power.motorC,
  'Kite battery (%)': ({ power }) => power.kiteBattery.percent,
  'Ground Station battery (%)': ({ power }) => power.groundStationBattery.percent,
};

/** The first state variable that is no finite number; undefined while all are. */
export function brokenVariable(simulation: Simulation): string | undefined {
  for (const name in STATE_VARIABLES) {
    if (!Number.isFinite(STATE_VARIABLES[name]?.(simulation))) return name;
  }
  return undefined;
}

/** A cheap look, for every step, at what any fault of the physics reaches at once. */
export function isMotionSound({ body }: Simulation): boolean {
  const { motion } = body;
  const sum = motion.eastM + motion.northM + motion.upM + motion.eastMps + motion.northMps + motion.upMps;
  return Number.isFinite(sum + body.yaw.headingDeg + body.rotors.totalN);
}
