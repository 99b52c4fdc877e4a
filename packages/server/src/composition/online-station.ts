import type { IncomingMessage } from 'node:http';
import type { OutputPorts } from '@kitestring/media/process/protocol.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { SimulatedWorldControl } from '../api/sim/simulated-world-control.ts';
import { bugFamily } from '../bugs.ts';
import { firstKeyFile } from '../config/data-folder.ts';
import { watchFirstKey } from '../first-key-watch.ts';
import type { RequestWatch } from '../http/request-watch.ts';
import { WrongKeys, type WrongKeysParts } from '../limits/wrong-keys.ts';
import { EndedConnections } from '../listen/ended-connections.ts';
import type { Deadlines } from '../listen/http-limits.ts';
import { advertise } from '../network/advertisement.ts';
import { KnownHosts } from '../network/known-hosts.ts';
import { watchOverlap } from '../network/overlap-watch.ts';
import type { ListenAddress } from '../server-settings.ts';
import { certificateNames } from '../tls/certificate-names.ts';
import type { ServerCertificate } from '../tls/server-certificate.ts';
import { areLoopback } from '../tls/tls-mode.ts';
import { checkChosenPorts } from '../video/output-ports.ts';
import type { Video } from '../video/video.ts';
import { type Api, type ApiParts, makeApi } from './api.ts';
import type { Core } from './core.ts';
import { Network } from './network.ts';
import { watchSlip } from './slip-watch.ts';
import { stationGauges } from './station-gauges.ts';
import { stationVideo, videoHost } from './station-video.ts';
import { viewerFamilies } from './viewer-families.ts';

export interface OnlineParts {
  readonly core: Core;
  readonly station: Station;
  readonly simulation: SimulatedWorldControl;
  readonly certificate: ServerCertificate;
  readonly listeners: readonly ListenAddress[];
  readonly deadlines: Deadlines;
  /** Where video was served before the computer restarted. */
  readonly videoPorts?: OutputPorts;
}

/** A station on the network. */
export interface OnlineStation {
  /** Where it listens, in the order of the settings, with real ports. */
  readonly addresses: readonly ListenAddress[];
  readonly video: Video | undefined;
  /** Ends it in good order: what is on its way is still answered. */
  stop(): Promise<void>;
  /** Ends it as a restart does: from this call on no connection is taken and no request begins. */
  breakOff(): Promise<void>;
}

/** Opens every listener, or none. @throws ListenFault */
export async function goOnline(parts: OnlineParts): Promise<OnlineStation> {
  await using begun = new AsyncDisposableStack();
  const { certificate, core, station } = parts;
  const used = { tokens: new Map<string, string>(), keys: new Map<string, string>() };
  const wrongKeys = begun.adopt(new WrongKeys(wrongKeysParts(parts)), (it) => it.stop());
  const video = await startVideo({ ...parts, used, wrongKeys }, begun);
  const ended = new EndedConnections();
  const api = await startApi({ ...parts, ended, used, wrongKeys, ...(video !== undefined && { video }) }, begun);
  const network = await startNetwork({ ...parts, ended }, api, begun);
  begun.defer(
    certificate.watch((pair) => {
      network.renewTls(pair);
      video?.renewTls(pair);
    }, station.notifications),
  );
  const watch = { mode: core.settings.network.mode, wall: core.realTime, notifications: station.notifications };
  begun.defer(watchOverlap(watch));
  begun.defer(watchSlip({ driver: core.world.driver, realTime: core.realTime, log: core.log }));
  if (!areLoopback(core.settings.listeners)) {
    const { notifications } = station;
    begun.defer(watchFirstKey({ file: firstKeyFile(core.settings.dataDir), realTime: core.realTime, notifications }));
  }
  if (core.settings.network.advertise) begun.use(await advertiseStation(station, network, core));
  const cleanup = begun.move();
  const stop = () => cleanup.disposeAsync();
  const breakOff = async () => {
    network.refuseAll();
    api.answers.endConnections();
    await stop();
  };
  return { addresses: network.addresses, video, stop, breakOff };
}

const wrongKeysParts = ({ core: { settings, wall }, station }: OnlineParts): WrongKeysParts => ({
  wall,
  perMin: settings.limits.wrongKeysPerMin,
  notifications: station.notifications,
});

type Doors = Pick<ApiParts, 'used' | 'wrongKeys'>;

async function startVideo(parts: OnlineParts & Doors, begun: AsyncDisposableStack): Promise<Video | undefined> {
  const { certificate, core, station, used, videoPorts, wrongKeys } = parts;
  const settings = core.settings.video;
  if (settings?.isOn !== true) return undefined;
  // Only at first: in a restart there may be a Kite in the air, and a station without RTSP is better than none.
  if (videoPorts === undefined) await checkChosenPorts({ ...settings, host: videoHost(core.settings) });
  const tls = certificate.current.pair;
  const given = { core, station, settings, tls, used, wrongKeys };
  const video = begun.adopt(stationVideo({ ...given, ...(videoPorts !== undefined && { ports: videoPorts }) }), (it) =>
    it.stop(),
  );
  // Before the process that writes it ends.
  begun.defer(async () => void (await core.recordings.stop()));
  return video;
}

type ApiOwnParts = OnlineParts & Doors & Pick<ApiParts, 'video'> & { readonly ended: EndedConnections };

async function startApi(parts: ApiOwnParts, begun: AsyncDisposableStack): Promise<Api> {
  const { core, ended, simulation, station, used, video, wrongKeys } = parts;
  const { flightLog, store, world } = core;
  const isHealthy = () => store.isUsable() && world.clock.fault === undefined;
  const gauges = stationGauges(station, world.driver, video);
  const families = [bugFamily(core.bugs), ended.family, ...(video === undefined ? [] : viewerFamilies(video))];
  const stationSpeed = () => world.driver.speed;
  const onCommand: RequestWatch = (command) => flightLog.command(command);
  const given = {
    isHealthy,
    gauges,
    families,
    stationSpeed,
    simulation,
    onCommand,
    used,
    wrongKeys,
    onBug: core.bugs.report,
  };
  const api = await makeApi({ ...core, ...given, station, ...(video !== undefined && { video }) });
  begun.defer(() => api.app.close());
  return begun.adopt(api, (it) => it.stop());
}

async function startNetwork(
  parts: OnlineParts & { readonly ended: EndedConnections },
  api: Api,
  begun: AsyncDisposableStack,
): Promise<Network> {
  const { certificate, core, deadlines, ended, listeners } = parts;
  const { log, realTime: wall, settings } = core;
  const tls = certificate.current.pair;
  const { limits, tlsMode = 'both' } = settings;
  const hosts = new KnownHosts({
    names: [...certificateNames(settings), ...settings.network.hosts],
    certificate: () => certificate.current.pair.cert,
    proxies: api.proxies,
  });
  const isKnownHost = (request: IncomingMessage) => hosts.has(request);
  const most = { connectionsMax: limits.connections, connectionsPerAddressMax: limits.connectionsPerAddress };
  const given = {
    api,
    tls,
    tlsMode,
    isKnownHost,
    listeners,
    ...most,
    proxies: api.proxies,
    ended,
    deadlines,
    log,
    wall,
  };
  return begun.adopt(await Network.open(given), (it) => it.stop());
}

function advertiseStation({ aircraft, settings }: Station, { addresses }: Network, core: Core) {
  const { simulated } = aircraft.identity;
  const { apiVersion } = core.settings;
  return advertise({ gsName: settings.gsName, port: addresses[0]?.port ?? 0, apiVersion, simulated });
}
