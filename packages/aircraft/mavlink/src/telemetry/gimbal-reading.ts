import { nearestTurn } from '@kitestring/base/angles.ts';
import type { MessageFields } from '@kitestring/mavlink-codec/codec.ts';
import { gimbalAttitude } from '@kitestring/mavlink-link';

/** Slower is drift and noise, degrees per second. */
const MOVING_DPS = 1;
/** Time over which a rate is measured: two messages may be a few milliseconds apart. */
const MEASURED_OVER_US = 200_000;

export interface GimbalReading {
  /** Without wrapping, as the heading. Undefined where the frame is not known: a wrong azimuth is worse. */
  readonly azimuthDeg: number | undefined;
  /** From the nose, right is positive. */
  readonly vehicleYawDeg: number | undefined;
  /** Up is positive. */
  readonly pitchDeg: number;
  readonly rollDeg: number;
  readonly isTilting: boolean;
}

/** Where the gimbal points, and whether its tilt moves. */
export class GimbalReadings {
  #before: { readonly pitchDeg: number; readonly atUs: number } | undefined;
  #isTilting = false;
  #latest: Omit<GimbalReading, 'isTilting'> | undefined;

  /** @param headingDeg of the vehicle, without wrapping */
  take(status: MessageFields['GIMBAL_DEVICE_ATTITUDE_STATUS'], headingDeg: number | undefined, nowUs: number): void {
    const attitude = gimbalAttitude(status, headingDeg);
    if (attitude === undefined) {
      this.#latest = undefined;
      return;
    }
    const { azimuthDeg, pitchDeg, rollDeg, vehicleYawDeg } = attitude;
    const isKnown = azimuthDeg !== undefined && headingDeg !== undefined;
    this.#latest = {
      pitchDeg,
      rollDeg,
      vehicleYawDeg,
      azimuthDeg: isKnown ? nearestTurn(headingDeg + (vehicleYawDeg ?? 0), azimuthDeg) : undefined,
    };
    const passedUs = nowUs - (this.#before?.atUs ?? 0);
    if (passedUs < MEASURED_OVER_US) return;
    const rateDps = (Math.abs(pitchDeg - (this.#before?.pitchDeg ?? pitchDeg)) * 1e6) / passedUs;
    this.#isTilting = rateDps > MOVING_DPS;
    this.#before = { pitchDeg, atUs: nowUs };
  }

  get latest(): GimbalReading | undefined {
    return this.#latest === undefined ? undefined : { ...this.#latest, isTilting: this.#isTilting };
  }
}
