import { SimulatedAircraft } from '@kitestring/simulator/simulated-aircraft.ts';
import { SimulationClock } from '@kitestring/simulator/simulation-clock.ts';
import { SimulationDriver } from '@kitestring/simulator/simulation-driver.ts';
import type { OnBug } from '@kitestring/station/containment.ts';
import type { Cancel } from '@kitestring/station/ports/clock.ts';
import { readParametersFile } from '../config/parameters-file.ts';
import type { ServerSettings } from '../server-settings.ts';

/** A simulated aircraft, the clock that it makes, and what lets that clock run. */
export interface SimulatedWorld {
  readonly aircraft: SimulatedAircraft;
  readonly clock: SimulationClock;
  readonly driver: SimulationDriver;
}

/**
 * Nothing moves until the driver is started, or somebody advances the clock.
 * @throws SettingsError for a file of parameters that can't be used
 */
export function simulatedWorld(
  { simulation, station }: ServerSettings,
  startTimeUs: number,
  onBug?: OnBug,
): SimulatedWorld {
  const { cameraModel, parametersFile, seaState, seed, speed, turbulence, wavesFromDeg, windFromDeg, windSpeedMps } =
    simulation;
  const aircraft = new SimulatedAircraft({
    seed,
    startTimeUs,
    cameraModel,
    wind: { speedMps: windSpeedMps, fromDeg: windFromDeg, turbulence },
    sea: { seaState, wavesFromDeg },
    rooftopBox: station.installation === 'Rooftop Box',
    ...(parametersFile !== undefined && { parameters: readParametersFile(parametersFile) }),
  });
  const clock = new SimulationClock(aircraft, onBug);
  const driver = new SimulationDriver({ clock, speed, wallNowMs: () => performance.now(), setTimer });
  return { aircraft, clock, driver };
}

/** 0 ms is the next turn of the event loop: a timer of Node would wait a whole millisecond. */
function setTimer(delayMs: number, callback: () => void): Cancel {
  if (delayMs > 0) {
    const timeout = setTimeout(callback, delayMs);
    return () => clearTimeout(timeout);
  }
  const immediate = setImmediate(callback);
  return () => clearImmediate(immediate);
}
