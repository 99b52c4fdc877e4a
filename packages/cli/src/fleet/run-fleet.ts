import type { LoadedSettings } from '@kitestring/settings/load-settings.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { checkStart } from '@kitestring/settings/start-checks.ts';
import type { Log } from '@kitestring/station/ports/log.ts';
import type { Context, ExitStatus } from '../context.ts';
import { containUncaught } from '../serve/contain-uncaught.ts';
import { isPretty, serviceLog } from '../serve/service-log.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { fleetBanner } from './fleet-banner.ts';
import { FleetList } from './fleet-list.ts';
import { fleetMembers } from './fleet-members.ts';
import { type FleetStation, startFleet, stopFleet } from './start-fleet.ts';

/** Runs many simulated stations in this process until a stop is requested. @throws CommandFailure, UsageError */
export async function runFleet(loaded: LoadedSettings, size: number, context: Context): Promise<ExitStatus> {
  checkStart(loaded);
  const values = fleetValues(loaded);
  const { err, out, stop } = context;
  const members = fleetMembers(values, size);
  const log = serviceLog(values, out);
  const startMs = performance.now();
  const logOf = ({ name }: { readonly name: string }) => log.child({ station: name });
  const stations = await startFleet(members, { logOf, stop });
  // Its station is unknown: the first station counts it for all.
  using _net = containUncaught((bug, place) => stations[0]?.running.onBug(bug, place));
  const list = new FleetList(values.data_dir);
  try {
    const hasOneKey = values.api_key !== undefined;
    list.write(stations, hasOneKey);
    const startedS = (performance.now() - startMs) / 1000;
    // Nothing else may be written to the log in JSON.
    const bannerOut = isPretty(values, out) ? out : err;
    const speed = values['sim.speed'];
    bannerOut.write(
      fleetBanner(bannerOut, { version: VERSION, stations, hasOneKey, listFile: list.file, speed, startedS }),
    );
    if (!values['video.enabled']) log.info({}, 'a fleet has no live video; enable it with --video-enabled');
    log.info({ url: stations[0]?.running.url, stations: stations.length, list: list.file }, 'listening');
    await stopped(stop);
    sayWhatEnds(stations, log);
  } finally {
    list.remove();
    await stopFleet(stations);
  }
  log.info({ stations: stations.length }, 'stopped');
  return 0;
}

/** Live video takes a process and memory per station: a fleet has it only on request. */
function fleetValues({ origins, values }: LoadedSettings): SettingValues {
  return origins.has('video.enabled') ? values : { ...values, 'video.enabled': false };
}

/** Flights interrupted by a stop. */
function sayWhatEnds(stations: readonly FleetStation[], log: Log): void {
  const flying = stations.filter(({ running }) => {
    const { flight_state: state } = running.station.topics.flight.value;
    return state !== 'StandBy' && state !== 'Unknown';
  });
  if (flying.length === 0) log.info({}, 'stopping');
  else log.warn({ flying: flying.length }, 'stopping while simulated Kites are in the air; their flights end here');
}
