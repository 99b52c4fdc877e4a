import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, every, US_PER_S } from '@kitestring/station/ports/clock.ts';
import { Station } from '@kitestring/station/station.ts';
import type { StationGauge } from './api/pages/metrics-page.ts';
import { makeApi } from './composition/api.ts';
import { Network } from './composition/network.ts';
import { type SimulatedWorld, simulatedWorld } from './composition/simulated-world.ts';
import { stationGauges } from './composition/station-gauges.ts';
import { keepStationTime, stationStartUs } from './composition/station-time.ts';
import type { Log } from './http/log.ts';
import { DEADLINES, type Deadlines } from './listen/http-limits.ts';
import { nodeSecrets } from './secrets.ts';
import type { ListenAddress, ServerSettings } from './server-settings.ts';
import { openStore } from './store/open-store.ts';
import type { SqliteStore } from './store/sqlite-store.ts';
import { certificateNames } from './tls/certificate-names.ts';
import { ServerCertificate } from './tls/server-certificate.ts';
import { WallClock } from './wall-clock.ts';

/** How often is looked whether another process (the plugin command) has changed the store, seconds. */
const FOLLOW_STORE_S = 1;

export interface StartOptions {
  readonly log: Log;
  /** Real time for limits and pace, where a test wants another one. */
  readonly wall?: Clock;
  /** False: simulated time stands still until somebody advances the clock. */
  readonly drive?: boolean;
  readonly deadlines?: Deadlines;
}

/** A station that runs: its parts, for whoever started it. */
export interface RunningStation extends AsyncDisposable {
  readonly station: Station;
  readonly world: SimulatedWorld;
  /** Where it listens, in the order of the settings, with real ports. */
  readonly addresses: readonly ListenAddress[];
  /** `http://127.0.0.1:3128`: where the first listener can be reached from this machine. */
  readonly url: string;
  /** Public key of HTTPS, `sha256//...`. */
  readonly pin: string;
  /** The API key that this start has made, to be shown once. It is also in `firstKeyFile`. */
  readonly firstKey: string | undefined;
  /** Ends it in good order: requests and WebSockets first, the store last. Harmless when it has ended. */
  stop(): Promise<void>;
}

/** Where the first API key is written, readable by its owner only. */
export const firstKeyFile = (dataDir: string): string => join(dataDir, 'api-key');

/**
 * Starts everything and answers when the last listener is open.
 * @throws StoreFault, TlsFault, ListenFault; what had begun by then has ended again
 */
export async function startStation(settings: ServerSettings, options: StartOptions): Promise<RunningStation> {
  // Ends what was begun in the opposite order, whether a later part fails or the station stops.
  await using begun = new AsyncDisposableStack();
  const { log } = options;
  const realTime = begun.adopt(new WallClock(), (clock) => clock.stop());
  const wall = options.wall ?? realTime;
  const store = begun.adopt(openStore(settings.dataDir, { lock: true }), (it) => it.close());
  const secrets = nodeSecrets({
    salt: store.keySalt,
    ...(settings.keyHashCost !== undefined && { cost: settings.keyHashCost }),
  });
  const onStoreFault = (fault: unknown) => log.error({ err: fault }, 'the store cannot be written');
  const world = simulatedWorld(settings, stationStartUs(store, wall.nowUs()));
  const { aircraft, clock, driver } = world;
  begun.defer(keepStationTime(store, clock, wall, onStoreFault));
  const stationParts = { aircraft, clock, secrets, settings: settings.station, store, onStoreFault };
  const station = begun.adopt(new Station(stationParts), (it) => it.stop());
  const firstKey = await ensureFirstKey(station, settings);
  begun.defer(followStore(store, station, wall, onStoreFault));
  const isHealthy = () => store.isUsable() && clock.fault === undefined;
  clock.onFault((fault) => log.error({ err: fault }, 'the simulation has stopped'));
  const gauges: readonly StationGauge[] = stationGauges(station, driver);
  const api = begun.adopt(await makeApi({ settings, station, secrets, wall, log, isHealthy, gauges }), (it) =>
    it.stop(),
  );
  begun.defer(() => api.app.close());
  const certificate = begun.adopt(await openCertificate(settings, wall, log), (it) => it.stop());
  begun.defer(() => driver.stop());
  const network = begun.adopt(await openNetwork(settings, options, api, certificate, realTime), (it) => it.stop());
  certificate.watch((pair) => network.renewTls(pair), station.notifications);
  if (options.drive !== false) driver.start();
  return running(begun.move(), { station, world, network, certificate, firstKey });
}

async function ensureFirstKey(station: Station, { apiKey, dataDir }: ServerSettings): Promise<string | undefined> {
  const made = await station.auth.ensureFirstPlugin(apiKey === undefined ? {} : { key: apiKey });
  if (made !== undefined) writeFileSync(firstKeyFile(dataDir), `${made}\n`, { mode: 0o600 });
  return made;
}

function followStore(store: SqliteStore, station: Station, wall: Clock, onFault: (fault: unknown) => void) {
  let version = store.dataVersion();
  return every(wall, FOLLOW_STORE_S * US_PER_S, () => {
    try {
      const now = store.dataVersion();
      if (now !== version) station.auth.reload();
      version = now;
    } catch (fault) {
      onFault(fault);
    }
  });
}

function openCertificate(
  { dataDir, listeners, tls }: ServerSettings,
  wall: Clock,
  log: Log,
): Promise<ServerCertificate> {
  return ServerCertificate.open({ files: tls, dataDir, names: certificateNames(listeners), wall, log });
}

function openNetwork(
  { limits, listeners }: ServerSettings,
  { deadlines = DEADLINES, log }: StartOptions,
  api: Awaited<ReturnType<typeof makeApi>>,
  certificate: ServerCertificate,
  wall: Clock,
): Promise<Network> {
  const tls = certificate.current.pair;
  return Network.open({ api, tls, listeners, connectionsMax: limits.connections, deadlines, log, wall });
}

interface Parts extends Pick<RunningStation, 'station' | 'world' | 'firstKey'> {
  readonly network: Network;
  readonly certificate: ServerCertificate;
}

function running(
  begun: AsyncDisposableStack,
  { station, world, network, certificate, firstKey }: Parts,
): RunningStation {
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= begun.disposeAsync();
    return stopped;
  };
  const { addresses } = network;
  const { pin } = certificate.current;
  return { station, world, addresses, url: urlOf(addresses[0]), pin, firstKey, stop, [Symbol.asyncDispose]: stop };
}

/** An address of all interfaces is reached at the loopback one. */
function urlOf(address: ListenAddress | undefined): string {
  if (address === undefined) throw new Error('a station needs a place to listen at');
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.host] ?? address.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
