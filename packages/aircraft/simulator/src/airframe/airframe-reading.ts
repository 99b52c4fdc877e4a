import { DEG_PER_RAD, wrap360 } from '../angle.ts';
import type { TetheredAirframe } from './tethered-airframe.ts';

/** The state of an airframe on our tether, for people and programs. True values, not measured ones. */
export interface AirframeReading {
  /** Simulated time since the start, seconds. */
  readonly timeS: number;
  /** Above its place on the ground, metres. */
  readonly heightM: number;
  /** From the place of the exit at the start, metres. */
  readonly eastM: number;
  readonly northM: number;
  readonly climbMps: number;
  readonly headingDeg: number;
  readonly tiltDeg: number;
  readonly isOnGround: boolean;
  readonly thrustN: number;
  /** Wind at the Kite, m/s. */
  readonly windMps: number;
  readonly paidOutM: number;
  /** Positive pays out, m/s. */
  readonly reelMps: number;
  /** At the Kite and at the exit, newton. */
  readonly tensionN: number;
  readonly baseTensionN: number;
  /** Angle of the tether at the exit, against the vertical. */
  readonly baseAngleDeg: number;
  readonly isCut: boolean;
  /** Power of the whole Kite, watt. */
  readonly powerW: number;
  /** At the two ends of the tether, volts, and through it, amperes. */
  readonly supplyV: number;
  readonly kiteV: number;
  readonly currentA: number;
  readonly batteryPercent: number;
  readonly batteryV: number;
  /** Positive while it supplies the Kite. */
  readonly batteryA: number;
  readonly isPowered: boolean;
  readonly motorC: number;
  readonly spoolC: number;
}

export function readAirframe(airframe: TetheredAirframe): AirframeReading {
  const { electrics, headingDeg, isPowered, multirotor, timeS, wind, winching } = airframe;
  const { eastM, northM, upM, upMps, attitude } = multirotor.body;
  const { tether, winch } = winching;
  const { heat, power } = electrics;
  const { kiteBattery } = power;
  return {
    timeS,
    heightM: upM,
    eastM,
    northM,
    climbMps: upMps,
    headingDeg: wrap360(headingDeg),
    tiltDeg: Math.acos(Math.max(-1, Math.min(1, attitude.uprightness))) * DEG_PER_RAD,
    isOnGround: multirotor.isOnGround,
    thrustN: multirotor.motors.totalN,
    windMps: wind.speedMps,
    paidOutM: winch.lengthM,
    reelMps: winch.speedMps,
    tensionN: tether.kiteTensionN,
    baseTensionN: tether.baseTensionN,
    baseAngleDeg: tether.baseAngleDeg,
    isCut: tether.isCut,
    powerW: power.kiteW,
    supplyV: power.supplyV,
    kiteV: power.kiteV,
    currentA: power.currentA,
    batteryPercent: kiteBattery.percent,
    batteryV: kiteBattery.voltageV,
    batteryA: kiteBattery.currentA,
    isPowered,
    motorC: heat.motorC,
    spoolC: heat.spool.temperatureC,
  };
}
