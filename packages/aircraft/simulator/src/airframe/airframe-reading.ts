import { DEG_PER_RAD, wrap360 } from '../angle.ts';
import type { TetheredAirframe } from './tethered-airframe.ts';

/** The state of an airframe on our tether, for people and programs. True values, not measured ones. */
export function readAirframe(airframe: TetheredAirframe) {
  const { electrics, headingDeg, isPowered, multirotor, timeS, wind, winching } = airframe;
  const { eastM, northM, upM, upMps, attitude } = multirotor.body;
  const { tether, winch } = winching;
  const { heat, power } = electrics;
  const { kiteBattery } = power;
  return {
    /** Simulated time since the start, seconds. */
    timeS,
    /** Above its place on the ground, metres. */
    heightM: upM,
    /** From the place of the exit at the start, metres. */
    eastM,
    northM,
    climbMps: upMps,
    headingDeg: wrap360(headingDeg),
    tiltDeg: Math.acos(Math.max(-1, Math.min(1, attitude.uprightness))) * DEG_PER_RAD,
    isOnGround: multirotor.isOnGround,
    thrustN: multirotor.motors.totalN,
    /** Wind at the Kite, m/s. */
    windMps: wind.speedMps,
    paidOutM: winch.lengthM,
    /** Positive pays out, m/s. */
    reelMps: winch.speedMps,
    /** At the Kite and at the exit, newton. */
    tensionN: tether.kiteTensionN,
    baseTensionN: tether.baseTensionN,
    /** Angle of the tether at the exit, against the vertical. */
    baseAngleDeg: tether.baseAngleDeg,
    isCut: tether.isCut,
    /** Power of the whole Kite, watt. */
    powerW: power.kiteW,
    /** At the two ends of the tether, volts, and through it, amperes. */
    supplyV: power.supplyV,
    kiteV: power.kiteV,
    currentA: power.currentA,
    batteryPercent: kiteBattery.percent,
    batteryV: kiteBattery.voltageV,
    /** Positive while it supplies the Kite. */
    batteryA: kiteBattery.currentA,
    isPowered,
    motorC: heat.motorC,
    spoolC: heat.spool.temperatureC,
  };
}
export type AirframeReading = Readonly<ReturnType<typeof readAirframe>>;
