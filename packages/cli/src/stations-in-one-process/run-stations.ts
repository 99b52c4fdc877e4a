import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '@kitestring/base/log.ts';
import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import type { LoadedSettings } from '@kitestring/settings/load-settings.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { checkStart } from '@kitestring/settings/start-checks.ts';
import { CommandFault, type Context, type ExitStatus } from '../context.ts';
import type { HubAdministrator } from '../hub/hub-administrator.ts';
import { membership } from '../hub/membership.ts';
import { containUncaught } from '../serve/contain-uncaught.ts';
import { isPretty, serviceLog } from '../serve/service-log.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { type StartedStation, startStations, stopStations } from './start-stations.ts';
import { type StationMember, stationMembers } from './station-members.ts';
import { stationsBanner } from './stations-banner.ts';

/** Machine-readable list of the stations, in the data folder while they are running. */
class StationList {
  readonly file: string;

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'fleet.json');
  }

  /** Contains no secrets, only the locations of the keys. @throws CommandFault when the file can't be written */
  write(stations: readonly StartedStation[], hasOneKey: boolean): void {
    const list = stations.map(({ member: { name, values }, running }) => ({
      name,
      url: running.url,
      pin: running.pin,
      seed: values['sim.seed'],
      data_dir: values.data_dir,
      ...(!hasOneKey && { api_key_file: firstKeyFile(values.data_dir) }),
    }));
    try {
      writeFileSync(this.file, `${JSON.stringify({ stations: list }, undefined, 2)}\n`);
    } catch (cause) {
      throw new CommandFault(`${this.file} cannot be written (${(cause as Error).message})`, { cause });
    }
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}

/** Runs many simulated stations in this process until a stop is requested. @throws CommandFault, UsageFault */
export async function runStations(
  loaded: LoadedSettings,
  size: number,
  context: Context,
  hub?: HubAdministrator,
): Promise<ExitStatus> {
  checkStart(loaded);
  const values = stationValues(loaded);
  const { err, out, stop } = context;
  const log = serviceLog(values, context);
  const alone = stationMembers(values, size);
  const members = hub === undefined ? alone : await membersOf(hub, alone);
  const startMs = performance.now();
  const logOf = ({ name }: { readonly name: string }) => log.child({ station: name });
  const stations = await startStations(members, { logOf, stop });
  // Its station is unknown: the first station counts it for all.
  using _net = containUncaught((bug, place) => stations[0]?.running.onBug(bug, place));
  const list = new StationList(values.data_dir);
  try {
    const hasOneKey = values.api_key !== undefined;
    list.write(stations, hasOneKey);
    const startedS = (performance.now() - startMs) / 1000;
    // Nothing else may be written to the log in JSON.
    const bannerOut = isPretty(values, out) ? out : err;
    const speed = values['sim.speed'];
    bannerOut.write(
      stationsBanner(bannerOut, { version: VERSION, stations, hasOneKey, listFile: list.file, speed, startedS }),
    );
    if (!values['video.enabled'])
      log.info({}, 'several stations in one process have no live video; enable it with --video-enabled');
    log.info({ url: stations[0]?.running.url, stations: stations.length, list: list.file }, 'listening');
    await stopped(stop);
    sayWhatEnds(stations, log);
  } finally {
    list.remove();
    await stopStations(stations);
  }
  log.info({ stations: stations.length }, 'stopped');
  return 0;
}

/** The same stations, each enrolled at the hub. @throws CommandFault */
async function membersOf(hub: HubAdministrator, members: readonly StationMember[]): Promise<readonly StationMember[]> {
  const enrolled: StationMember[] = [];
  for (const { name, values } of members) {
    await membership(values.data_dir, hub, { name, software: VERSION, api: values.api_version, cameras: [] });
    enrolled.push({ name, values: { ...values, 'hub.url': hub.hubUrl, 'hub.ca_file': hub.caFile } });
  }
  return enrolled;
}

/** Live video takes a process and memory per station: several stations in one process have it only on request. */
function stationValues({ origins, values }: LoadedSettings): SettingValues {
  return origins.has('video.enabled') ? values : { ...values, 'video.enabled': false };
}

/** Flights interrupted by a stop. */
function sayWhatEnds(stations: readonly StartedStation[], log: Log): void {
  const flying = stations.filter(({ running }) => {
    const { flight_state: state } = running.station.topics.flight.value;
    return state !== 'StandBy' && state !== 'Unknown';
  });
  if (flying.length === 0) log.info({}, 'stopping');
  else log.warn({ flying: flying.length }, 'stopping while simulated Kites are in the air; their flights end here');
}
