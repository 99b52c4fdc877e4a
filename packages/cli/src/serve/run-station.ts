import type { Log } from '@kitestring/base/log.ts';
import type { LoadedSettings } from '@kitestring/settings/load-settings.ts';
import { serverSettings } from '@kitestring/settings/server-settings-of.ts';
import type { SettingValues } from '@kitestring/settings/settings.ts';
import { checkStart, SHORT_KEY_LENGTH } from '@kitestring/settings/start-checks.ts';
import type { RunningStation } from '@kitestring/station-app/running-station.ts';
import { scenariosOnDemand } from '@kitestring/station-app/scenarios/scenarios-on-demand.ts';
import type { StationSnapshot } from '@kitestring/station-app/snapshot/station-snapshot.ts';
import { startStation, startStationIn } from '@kitestring/station-app/start.ts';
import type { MavlinkConnection } from '@kitestring/station-app/worlds/mavlink.ts';
import type { World } from '@kitestring/station-app/worlds/world.ts';
import type { Context, ExitStatus } from '../context.ts';
import { rollLibraries } from '../libraries/roll-libraries.ts';
import { stopped } from '../stop-signal.ts';
import { VERSION } from '../version.ts';
import { announcementOf } from './announcement.ts';
import { bannerText } from './banner.ts';
import { containUncaught } from './contain-uncaught.ts';
import { isPretty, serviceLog } from './service-log.ts';

/**
 * Runs the station until a stop is requested.
 * @param snapshot from which it continues
 * @throws SettingsFault, StationSnapshotFault, StoreFault, TlsFault, ListenFault when it cannot start
 */
export async function runStation(
  loaded: LoadedSettings,
  context: Context,
  snapshot?: StationSnapshot,
): Promise<ExitStatus> {
  checkStart(loaded);
  const { values } = loaded;
  const { out, err, stop } = context;
  const log = serviceLog(values, context);
  const settings = serverSettings(values, VERSION);
  await using real = values.aircraft === 'simulated' ? undefined : await connectAircraft(values, log);
  await using running: RunningStation<World> =
    real === undefined
      ? await startStation(settings, {
          log,
          makeScenarioRunner: scenariosOnDemand(values, log),
          ...(snapshot !== undefined && { snapshot }),
        })
      : await startStationIn(real.makeWorld, settings, { log });
  using _net = containUncaught(running.onBug);
  // Nothing else may be written to the log in JSON.
  const bannerOut = isPretty(values, out) ? out : err;
  const aircraft = running.station.aircraft.identity.simulated ? 'simulated' : 'real';
  const announcement = {
    ...announcementOf(running, values, bannerOut),
    ...(real === undefined ? { speed: values['sim.speed'] } : { speed: 1, autopilot: await real.describe() }),
    aircraft,
  } as const;
  bannerOut.write(bannerText(bannerOut, announcement));
  warnOfShortKey(values, log);
  log.info({ url: running.url, addresses: running.addresses, dataDir: values.data_dir }, 'listening');
  void rollLibraries();
  await stopped(stop);
  sayWhatEnds(running, log);
  await running.stop();
  log.info({}, 'stopped');
  return 0;
}

/** Loaded late: a station with a simulated aircraft has nothing of it. @throws SettingsFault */
async function connectAircraft(values: SettingValues, log: Log): Promise<MavlinkConnection> {
  const { connectMavlink } = await import('@kitestring/station-app/worlds/mavlink.ts');
  return connectMavlink({
    setting: values.aircraft,
    ceilingM: values['flight.altitude_hard_max_m'],
    log,
    ground: values['ground.equipment'],
    passphrase: values['mavlink.signing_passphrase'],
    batteryIds: { backup: values['mavlink.backup_battery'], tether: values['mavlink.tether_battery'] },
  });
}

function warnOfShortKey({ api_key: key }: SettingValues, log: Log): void {
  if (key === undefined || key.length >= SHORT_KEY_LENGTH) return;
  log.warn({}, `KITESTRING_API_KEY has fewer than ${SHORT_KEY_LENGTH} characters: acceptable for tests only`);
}

/** Activity interrupted by a stop. */
function sayWhatEnds({ station }: RunningStation<World>, log: Log): void {
  const { flight_state: state, altitude } = station.topics.flight.value;
  const isFlying = state !== 'StandBy' && state !== 'Unknown';
  const { simulated } = station.aircraft.identity;
  if (!isFlying) log.info({}, 'stopping');
  else if (simulated)
    log.warn({ state, altitude }, 'stopping while the simulated Kite is in the air; its flight ends here');
  else log.warn({ state, altitude }, 'stopping while the Kite is in the air; its own failsafe will land it');
}
