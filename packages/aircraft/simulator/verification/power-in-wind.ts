import { FlownAircraft, NO_NOISE } from '../test/flown-aircraft.ts';
import { once } from './row.ts';

const HEIGHT_M = 40;
const EXPONENT = 1 / 7;
const FLOWN_S = 30;

/** Power of a Kite that hovers at 40 m in a steady wind of this speed at its height, watt, and the base angle, degrees. */
export function hoverIn(windMps: number): { readonly kiteW: number; readonly angleDeg: number } {
  const speedMps = windMps / (HEIGHT_M / 10) ** EXPONENT;
  const wind = { speedMps, fromDeg: 270, turbulence: 'none' } as const;
  const flight = FlownAircraft.at(HEIGHT_M, { wind, parameters: NO_NOISE });
  const { power, tether } = flight.aircraft.simulation;
  flight.advance(60);
  let [kiteW, angleDeg] = [0, 0];
  for (let look = 0; look < 10 * FLOWN_S; look += 1) {
    flight.advance(0.1);
    kiteW += power.kiteW / (10 * FLOWN_S);
    angleDeg += tether.baseAngleDeg / (10 * FLOWN_S);
  }
  return { kiteW, angleDeg };
}

export const hoverInCalm = once(() => hoverIn(0));

/** Beffert and Zell 2025, arXiv 2504.07802: a tethered quadrotor of 2.26 kg, at hover and at 30 km/h. */
export const PUBLISHED_POWER = [
  [0, 405],
  [30 / 3.6, 445],
] as const;
