import type { Facts } from '@kitestring/flightlog/mcap/file-head.ts';
import { flightFolder } from '@kitestring/flightlog/write/flight-folder.ts';
import { FlightLog } from '@kitestring/flightlog/write/flight-log.ts';
import type { SimulatedSources } from '@kitestring/flightlog/write/flight-log-writer.ts';
import { DEFAULT_FLIGHT_LOG_SETTINGS } from '@kitestring/settings/flight-log-settings.ts';
import type { ServerSettings, SimulationSettings } from '@kitestring/settings/server-settings.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { World } from './worlds/world.ts';

/** The flight log of a station. */
export function stationFlightLog(settings: ServerSettings, world: World, realTimeClock: Clock, log: Log): FlightLog {
  return new FlightLog({
    clock: world.clock,
    simulated: simulatedSources(world),
    settings: settings.flightLog ?? DEFAULT_FLIGHT_LOG_SETTINGS,
    folder: flightFolder(settings.dataDir),
    facts: factsOf(settings, world),
    realTimeClock,
    log,
  });
}

/** Equal settings give equal facts: no path, no id, no real time. */
export function factsOf({ apiVersion, simulation, station }: ServerSettings, world: World): Facts {
  const { kiteName, simulated } = world.aircraft.identity;
  return {
    version: station.softwareVersion,
    api_version: apiVersion,
    simulated: String(simulated),
    gs_name: station.gsName,
    model: station.model,
    installation: station.installation,
    timezone: station.timezone,
    ...(kiteName !== undefined && { kite_name: kiteName }),
    ...(world.simulation !== undefined && simulationFacts(simulation)),
    settings: JSON.stringify(station),
  };
}

const simulationFacts = (simulation: SimulationSettings): Facts => ({
  seed: String(simulation.seed),
  wind: `${simulation.windSpeedMps} m/s from ${simulation.windFromDeg}°, turbulence ${simulation.turbulence}`,
  ...(simulation.seaState > 0 && { sea: `sea state ${simulation.seaState}, waves from ${simulation.wavesFromDeg}°` }),
  camera_model: simulation.cameraModel,
});

/** True state for the log of a simulated aircraft; undefined with a real one. */
export function simulatedSources({ simulation }: World): SimulatedSources | undefined {
  if (simulation === undefined) return undefined;
  const { aircraft } = simulation;
  return { truth: () => aircraft.truth(), faults: () => aircraft.faults.list() };
}
