import type { Aircraft } from '@kitestring/station-core/ports';
import type { VehicleSession } from './vehicle-session.ts';

type Capabilities = Aircraft['capabilities'];

/** Turns that a tether and a picture bear; both autopilots turn faster. */
const SPEEDS = { minDps: 2, maxDps: 25 };
/** Where a gimbal does not say how far it goes. */
const WHOLE_TRAVEL = { minDeg: -90, maxDeg: 90 };

/** Parts that are known so far. Without a vehicle nothing can be ordered. */
export function capabilities(session: VehicleSession | undefined): Capabilities {
  return {
    gimbal: session?.gimbal?.hasPitchAxis === true ? gimbalOf(session) : {},
    compass: true,
    lids: false,
    winch: session?.telemetry.hasWinch === true,
    cradleSwitch: false,
    mainPower: false,
    motionSensor: false,
    groundGps: false,
    remoteId: session?.telemetry.remoteIdSerial !== undefined,
    reset: false,
    // No message tells them. Both autopilots land at about this rate by default, whatever the reason of the landing.
    rates: { sampleHz: 10, normalMps: 0.75, safetyMps: 0.75 },
  };
}

function gimbalOf({ gimbal }: VehicleSession): Capabilities['gimbal'] {
  const [leastDeg, mostDeg] = gimbal?.pitchDeg ?? [];
  // Up is positive for the gimbal, and down for the station.
  const travel =
    leastDeg === undefined || mostDeg === undefined
      ? WHOLE_TRAVEL
      : { minDeg: clamped(-mostDeg), maxDeg: clamped(-leastDeg) };
  // The Kite turns alone; its gimbal stays in the middle.
  return { pan: { ...SPEEDS, isLed: false }, tilt: { ...SPEEDS, ...travel } };
}

/** Hundredths: a gimbal tells single-precision radians, whose further digits say nothing. */
const clamped = (deg: number): number => Math.round(Math.max(-90, Math.min(90, deg)) * 100) / 100;
