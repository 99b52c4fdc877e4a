import type { Turbulence } from '../src/air/dryden.ts';
import { FlownAircraft } from '../test/flown-aircraft.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const FLOWN_S = 400;

/** Flights at 30 m on the default 112 V that are not ended; a station would end them. */
interface StormFlights {
  /** Lowest charge of the backup battery of all flights, percent. */
  readonly leastPercent: number;
  /** Greatest power that the Kite took at a moment, and the least that the tether could carry, watt. */
  readonly peakW: number;
  readonly carriedW: number;
  /** Flights that the Kite ended by a landing of its own, and those whose battery could not give what was missing. */
  readonly landed: number;
  readonly fell: number;
}

export function stormFlights(speedMps: number, turbulence: Turbulence): StormFlights {
  const flights = SEEDS.map((seed) => stormFlight(seed, speedMps, turbulence));
  return {
    leastPercent: Math.min(...flights.map(({ leastPercent }) => leastPercent)),
    peakW: Math.max(...flights.map(({ peakW }) => peakW)),
    carriedW: Math.min(...flights.map(({ carriedW }) => carriedW)),
    landed: flights.filter(({ hasLanded }) => hasLanded).length,
    fell: flights.filter(({ hasFallen }) => hasFallen).length,
  };
}

function stormFlight(seed: number, speedMps: number, turbulence: Turbulence) {
  const flight = FlownAircraft.at(30, { seed, wind: { speedMps, fromDeg: 270, turbulence } });
  const { autopilot, power } = flight.aircraft.simulation;
  let [leastPercent, peakW, carriedW] = [100, 0, Number.POSITIVE_INFINITY];
  const isOver = () => power.kiteBattery.isCutOff || autopilot.phase === 'Off';
  for (let look = 0; look < 10 * FLOWN_S && !isOver(); look += 1) {
    flight.advance(0.1);
    leastPercent = Math.min(leastPercent, power.kiteBattery.percent);
    peakW = Math.max(peakW, power.kiteW);
    carriedW = Math.min(carriedW, power.line.limitW);
  }
  const hasFallen = power.kiteBattery.isCutOff;
  return { leastPercent, peakW, carriedW, hasFallen, hasLanded: !hasFallen && autopilot.phase === 'Off' };
}

/** Number of ten safety landings from 40 m on the backup battery in which it could not deliver the required power. */
export function fallenLandings(ambientC: number): number {
  const wind = { speedMps: 10, fromDeg: 270, turbulence: 'moderate' } as const;
  return SEEDS.filter((seed) => {
    const flight = FlownAircraft.at(40, { seed, wind, parameters: { site: { ambientC } } });
    const { autopilot, power } = flight.aircraft.simulation;
    power.isMainPowerPresent = false;
    flight.aircraft.land('safety');
    const isOver = () => power.kiteBattery.isCutOff || autopilot.phase === 'Off';
    for (let look = 0; look < 600 && !isOver(); look += 1) flight.advance(0.1);
    return power.kiteBattery.isCutOff;
  }).length;
}
