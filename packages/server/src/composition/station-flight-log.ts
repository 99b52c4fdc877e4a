import type { Facts } from '@kitestring/flightlog/mcap/file-head.ts';
import type { Clock } from '@kitestring/station/ports/clock.ts';
import { flightFolder } from '../flight-log/flight-folder.ts';
import { FlightLog } from '../flight-log/flight-log.ts';
import { DEFAULT_FLIGHT_LOG_SETTINGS } from '../flight-log/flight-log-settings.ts';
import type { Log } from '../http/log.ts';
import type { ServerSettings } from '../server-settings.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** The flight log of a station with a simulated aircraft. */
export function stationFlightLog(
  settings: ServerSettings,
  world: SimulatedWorld,
  realTime: Clock,
  log: Log,
): FlightLog {
  const { aircraft, clock } = world;
  return new FlightLog({
    clock,
    simulated: { truth: () => aircraft.truth(), faults: () => aircraft.faults.list() },
    settings: settings.flightLog ?? DEFAULT_FLIGHT_LOG_SETTINGS,
    folder: flightFolder(settings.dataDir),
    facts: factsOf(settings, world),
    realTime,
    log,
  });
}

/** The same settings give the same facts: no path, no id, no moment of the world outside. */
export function factsOf({ apiVersion, simulation, station }: ServerSettings, { aircraft }: SimulatedWorld): Facts {
  const { kiteName, simulated } = aircraft.identity;
  return {
    version: station.softwareVersion,
    api_version: apiVersion,
    simulated: String(simulated),
    gs_name: station.gsName,
    model: station.model,
    installation: station.installation,
    timezone: station.timezone,
    ...(kiteName !== undefined && { kite_name: kiteName }),
    seed: String(simulation.seed),
    wind: `${simulation.windSpeedMps} m/s from ${simulation.windFromDeg}°, turbulence ${simulation.turbulence}`,
    ...(simulation.seaState > 0 && { sea: `sea state ${simulation.seaState}, waves from ${simulation.wavesFromDeg}°` }),
    camera_model: simulation.cameraModel,
    settings: JSON.stringify(station),
  };
}
