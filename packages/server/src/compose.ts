import type { Station } from '@kitestring/station/station.ts';
import { type Api, makeApi } from './composition/api.ts';
import { type Core, type CoreOptions, startCore } from './composition/core.ts';
import { Network } from './composition/network.ts';
import type { SimulatedWorld } from './composition/simulated-world.ts';
import { stationGauges } from './composition/station-gauges.ts';
import { DEADLINES, type Deadlines } from './listen/http-limits.ts';
import { advertise } from './network/advertisement.ts';
import { watchOverlap } from './network/overlap-watch.ts';
import type { ListenAddress, ServerSettings } from './server-settings.ts';
import { certificateNames } from './tls/certificate-names.ts';
import { ServerCertificate } from './tls/server-certificate.ts';

/** By then the aircraft has reported once: nobody who finds the port open finds the Kite `Unknown`. */
const FIRST_SAMPLE_S = 0.1;

export interface StartOptions extends CoreOptions {
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

/**
 * Starts everything and answers when the last listener is open.
 * @throws StoreFault, TlsFault, ListenFault; what had begun by then has ended again
 */
export async function startStation(settings: ServerSettings, options: StartOptions): Promise<RunningStation> {
  // Ends what has begun, the last first: now if a later part fails, else when the station stops.
  await using begun = new AsyncDisposableStack();
  const core = await startCore(settings, options, begun);
  const api = await startApi(core, begun);
  const certificate = await startTls(core, begun);
  begun.defer(() => core.world.driver.stop());
  if (options.drive !== false) core.world.clock.advance(FIRST_SAMPLE_S);
  const network = await startNetwork(core, api, certificate, options, begun);
  if (options.drive !== false) core.world.driver.start();
  return runningStation(core, network, certificate, begun.move());
}

async function startApi(core: Core, begun: AsyncDisposableStack): Promise<Api> {
  const { station, store, world } = core;
  const isHealthy = () => store.isUsable() && world.clock.fault === undefined;
  const gauges = stationGauges(station, world.driver);
  const api = await makeApi({ ...core, isHealthy, gauges, stationSpeed: () => world.driver.speed });
  begun.defer(() => api.app.close());
  return begun.adopt(api, (it) => it.stop());
}

async function startTls({ settings, wall, log }: Core, begun: AsyncDisposableStack): Promise<ServerCertificate> {
  const { dataDir, tls: files } = settings;
  const names = certificateNames(settings);
  return begun.adopt(await ServerCertificate.open({ files, dataDir, names, wall, log }), (it) => it.stop());
}

async function startNetwork(
  { log, realTime, settings, station }: Core,
  api: Api,
  certificate: ServerCertificate,
  { deadlines = DEADLINES }: StartOptions,
  begun: AsyncDisposableStack,
): Promise<Network> {
  const { limits, listeners } = settings;
  const tls = certificate.current.pair;
  const parts = { api, tls, listeners, connectionsMax: limits.connections, deadlines, log, wall: realTime };
  const network = begun.adopt(await Network.open(parts), (it) => it.stop());
  certificate.watch((pair) => network.renewTls(pair), station.notifications);
  begun.defer(watchOverlap({ mode: settings.network.mode, wall: realTime, notifications: station.notifications }));
  if (settings.network.advertise) begun.use(await advertiseStation(station, network, settings));
  return network;
}

function advertiseStation({ aircraft, settings }: Station, { addresses }: Network, { apiVersion }: ServerSettings) {
  const { simulated } = aircraft.identity;
  return advertise({ gsName: settings.gsName, port: addresses[0]?.port ?? 0, apiVersion, simulated });
}

function runningStation(
  { firstKey, station, world }: Core,
  { addresses }: Network,
  certificate: ServerCertificate,
  begun: AsyncDisposableStack,
): RunningStation {
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= begun.disposeAsync();
    return stopped;
  };
  const { pin } = certificate.current;
  return { station, world, addresses, url: urlOf(addresses[0]), pin, firstKey, stop, [Symbol.asyncDispose]: stop };
}

/** An address of all interfaces is reached at the loopback one. */
function urlOf(address: ListenAddress | undefined): string {
  if (address === undefined) throw new Error('a station needs a place to listen at');
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address.host] ?? address.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
