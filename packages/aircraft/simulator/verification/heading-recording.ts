import type { Turbulence } from '../src/air/dryden.ts';
import { horizontalScaleM, horizontalSigmaMps, W20_MPS } from '../src/air/dryden.ts';
import { meanWindMps } from '../src/air/wind-profile.ts';
import { DEFAULT_PARAMETERS } from '../src/parameters.ts';
import type { SimulatedAircraftOptions } from '../src/simulated-aircraft.ts';
import { FlownAircraft, NO_NOISE } from '../test/flown-aircraft.ts';
import { once } from './row.ts';
import { standardDeviation } from './statistics.ts';

export const HEADING_PERIOD_S = 0.1;
const HEIGHT_M = 30;
/** The Kite points to 40 degrees, perpendicular to this wind: gusts along it cause yaw. */
const FROM_DEG = 310;
/** A line with more power than the default: in the strongest winds an hour would empty the backup battery. */
const POWER = { inputVoltageV: 200 } as const;

/** Heading of a Kite that hovers for 2,400 s in 8 m/s of moderate turbulence with an exact heading estimate, relative to its mean, degrees. */
export const moderateHeading = once(() => {
  const wind = { speedMps: 8, fromDeg: FROM_DEG, turbulence: 'moderate' } as const;
  return headingsOf({ seed: 5, wind, parameters: { ...NO_NOISE, power: POWER } }, 2400);
});

/** Standard deviation of the heading with all sensor errors, from four flights of 400 s, degrees. */
export function flownSpreadDeg(speedMps: number, turbulence: Turbulence): number {
  let squares = 0;
  for (const [seed, fromDeg] of [
    [1, 270],
    [2, 270],
    [1, 340],
    [2, 340],
  ] as const) {
    const headings = headingsOf({ seed, wind: { speedMps, fromDeg, turbulence }, parameters: { power: POWER } }, 400);
    squares += standardDeviation(headings) ** 2;
  }
  return Math.sqrt(squares / 4);
}

function headingsOf(options: Partial<SimulatedAircraftOptions>, seconds: number): Float64Array {
  const flight = FlownAircraft.at(HEIGHT_M, options);
  const { yaw } = flight.aircraft.simulation.body;
  const headings = Float64Array.from({ length: seconds / HEADING_PERIOD_S }, () => {
    flight.advance(HEADING_PERIOD_S);
    return yaw.headingDeg;
  });
  const mean = headings.reduce((sum, value) => sum + value, 0) / headings.length;
  return headings.map((value) => value - mean);
}

/**
 * Spectrum of the heading, degrees^2 per rad/s: Dryden's along the wind, the part that is faster than gusts which
 * reach all rotors alike, and the response of the controller, s^2 + damping s + stiffness.
 */
export function headingSpectrum(speedMps: number, turbulence: 'moderate' | 'severe', radps: number): number {
  const { kite, yaw, wind } = DEFAULT_PARAMETERS;
  const airspeedMps = meanWindMps(speedMps, HEIGHT_M, wind.profileExponent);
  const timeS = horizontalScaleM(HEIGHT_M) / airspeedMps;
  const sigmaMps = horizontalSigmaMps(HEIGHT_M, W20_MPS[turbulence]);
  const gusts = (2 * sigmaMps ** 2 * timeS) / Math.PI / (1 + (timeS * radps) ** 2);
  const fast = (kite.yawGustTimeS * radps) ** 2;
  // 20 degrees at 408 m + 30 m.
  const perGust = (0.5 * 1.1438 * kite.yawGustVolumeM3 * airspeedMps * 180) / Math.PI / kite.yawInertiaKgM2;
  const controller = (yaw.stiffness - radps ** 2) ** 2 + (yaw.damping * radps) ** 2;
  return (gusts * (fast / (1 + fast)) * perGust ** 2) / controller;
}

/** Standard deviation of the heading by that spectrum, degrees. */
export function headingSpreadDeg(speedMps: number, turbulence: 'moderate' | 'severe'): number {
  const step = 0.002;
  let variance = 0;
  for (let radps = step / 2; radps < 60; radps += step) variance += headingSpectrum(speedMps, turbulence, radps) * step;
  return Math.sqrt(variance);
}
