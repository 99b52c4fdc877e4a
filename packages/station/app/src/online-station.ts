import { firstKeyFile } from '@kitestring/settings/data-folder.ts';
import { liveOperations, liveTopics } from '@kitestring/station-api/api/live-operations.ts';
import { type Api, type ApiSignIns, makeApi } from '@kitestring/station-api/api/make-api.ts';
import { operationWatch } from '@kitestring/station-api/api/operation-watch.ts';
import type { SimulatedWorldControl } from '@kitestring/station-api/api/sim/simulated-world-control.ts';
import { simulatorLab } from '@kitestring/station-api/api/sim/simulator-lab.ts';
import { KnownPlaces, LoginThrottle, type LoginThrottleOptions } from '@kitestring/station-core/auth';
import type { Station } from '@kitestring/station-core/station.ts';
import { checkChosenPorts } from '@kitestring/video-host/process/output-ports.ts';
import type { Video } from '@kitestring/video-host/video.ts';
import type { OutputPorts, ViewerCounts } from '@kitestring/video-process/process';
import { streamPlans } from '@kitestring/video-process/stream-plan.ts';
import { type Deadlines, EndedConnections, type Network } from '@kitestring/web/listen';
import { areLoopback, type ListenAddress } from '@kitestring/web/listen/listen-address.ts';
import type { StationFamily, StationGauge } from '@kitestring/web/pages';
import type { ServerCertificate } from '@kitestring/web/tls/server-certificate.ts';
import { bugFamily } from './bugs.ts';
import type { Core } from './core.ts';
import { firstKeyFollower } from './first-key/first-key-follower.ts';
import { watchFirstKey } from './first-key/first-key-watch.ts';
import { type HubLink, hubLinkGauges, startHubLink } from './hub-link/hub-link.ts';
import { startMavlink } from './mavlink/start-mavlink.ts';
import { advertise } from './network/advertisement.ts';
import { openNetwork } from './network/open-network.ts';
import { watchOverlap } from './network/overlap-watch.ts';
import { type RunningOnvif, startOnvif } from './onvif/start-onvif.ts';
import { stationGauges } from './station-gauges.ts';
import { stationVideo, videoHost } from './station-video.ts';
import { hasOtherCertificate, watchCertificateFault } from './worlds/certificate-fault.ts';
import { watchSlip } from './worlds/slip-watch.ts';

/** Metrics of viewers, by protocol. */
function viewerFamilies(video: Video): readonly StationFamily[] {
  const family = (name: string, help: string, field: Exclude<keyof ViewerCounts, 'protocol'>): StationFamily => ({
    name: `kitestring_video_${name}`,
    help,
    kind: field === 'viewers' ? 'gauge' : 'counter',
    label: 'protocol',
    read: () => video.viewers.map((counts) => [counts.protocol, counts[field]]),
  });
  return [
    family('protocol_viewers', 'Who watches now.', 'viewers'),
    family('sent_packets_total', 'Packets sent to viewers since the media process started.', 'packets'),
    family('sent_bytes_total', 'Bytes of video sent to viewers since the media process started.', 'bytes'),
    family('slow_frames_total', 'Pictures left out for viewers who read too slowly.', 'framesSkipped'),
  ];
}

interface OnlineDeps {
  readonly core: Core;
  readonly station: Station;
  /** Absent with a real aircraft. */
  readonly simulation?: SimulatedWorldControl;
  readonly certificate: ServerCertificate;
  readonly listeners: readonly ListenAddress[];
  readonly deadlines: Deadlines;
  /** Video ports before the restart of the computer. */
  readonly videoPorts?: OutputPorts;
  /** Port of ONVIF before it. */
  readonly onvifPort?: number;
  /** Settles when what was online before the restart has ended. */
  readonly after?: Promise<unknown>;
}

/** A station on the network. */
export interface OnlineStation {
  /** Listening addresses, in the order of the settings, with actual ports. */
  readonly addresses: readonly ListenAddress[];
  readonly video: Video | undefined;
  /** Undefined where no port is set. */
  readonly onvif: RunningOnvif | undefined;
  /** Closes every WebSocket of the API; clients may reconnect at once. */
  endSubscriptions(reason: string): void;
  /** Stops gracefully: requests in progress are still answered. */
  stop(): Promise<void>;
  /** Stops like a restart: from this call on no connection is accepted and no request starts. */
  breakOff(): Promise<void>;
}

/** Opens every listener, or none. @throws ListenFault */
export async function goOnline(deps: OnlineDeps): Promise<OnlineStation> {
  await using cleanup = new AsyncDisposableStack();
  const { certificate, core, station } = deps;
  const driver = core.world.simulation?.driver;
  const used = {
    tokens: new Map<string, string>(),
    keys: new Map<string, string>(),
    cameraUsers: new Map<string, string>(),
  };
  const loginThrottle = cleanup.adopt(new LoginThrottle(loginThrottleOptions(deps)), (it) => it.stop());
  const video = await startVideo({ ...deps, used, loginThrottle }, cleanup);
  const ended = new EndedConnections();
  let link: HubLink | undefined;
  const linkGauges = core.settings.hub?.url === undefined ? [] : hubLinkGauges(() => link?.status());
  const api = await startApi({ ...deps, ended, linkGauges, signIns: { used, loginThrottle }, video }, cleanup);
  const network = cleanup.adopt(await openNetwork({ ...deps, ended, loginThrottle }, api), (it) => it.stop());
  // Requests that wait for a change are answered before the network waits for requests in progress.
  cleanup.defer(core.captures.version.hold());
  cleanup.defer(station.readinessWatch.hold());
  cleanup.defer(station.lists.hold());
  if (video !== undefined) cleanup.defer(() => video.truths.end());
  if (deps.simulation !== undefined) cleanup.defer(watchCertificateFault(deps, deps.simulation, network));
  cleanup.defer(
    certificate.watch((pair) => {
      if (!hasOtherCertificate(deps.simulation)) network.renewTls(pair);
      video?.renewTls(pair);
    }, station.notifications),
  );
  const watch = {
    mode: core.settings.network.mode,
    realTimeClock: core.systemClock,
    notifications: station.notifications,
  };
  cleanup.defer(watchOverlap(watch));
  if (driver !== undefined) cleanup.defer(watchSlip({ driver, realTimeClock: core.systemClock, log: core.log }));
  if (!areLoopback(core.settings.listeners)) {
    const { notifications } = station;
    cleanup.defer(
      watchFirstKey({ file: firstKeyFile(core.settings.dataDir), realTimeClock: core.systemClock, notifications }),
    );
  }
  link = await startLink(deps, video, api.listener);
  if (link !== undefined) cleanup.use(link);
  const mavlink = await startMavlink({ apiListener: api.listener, core, station });
  if (mavlink !== undefined) cleanup.use(mavlink);
  const { onvifPort } = deps;
  const onvif = await startOnvif({
    apiListener: api.listener,
    core,
    station,
    video,
    used,
    loginThrottle,
    ...(deps.simulation !== undefined && { lab: deps.simulation.onvif }),
    ...(onvifPort !== undefined && { port: onvifPort }),
  });
  if (onvif !== undefined) cleanup.use(onvif);
  // The first to end: a goodbye message after the next announcement would remove the restarted station.
  if (core.settings.network.mdns) cleanup.use(await advertiseStation(station, network, core));
  const online = cleanup.move();
  const stop = () => online.disposeAsync();
  const breakOff = async () => {
    network.refuseAll();
    api.answers.endConnections();
    await stop();
  };
  const endSubscriptions = (reason: string) => api.connections.restartAll(reason);
  return { addresses: network.addresses, video, onvif, endSubscriptions, stop, breakOff };
}

const loginThrottleOptions = ({
  core: { settings, store, realTimeClock },
  station,
}: OnlineDeps): LoginThrottleOptions => ({
  realTimeClock,
  perMin: settings.limits.wrongKeysPerMin,
  notifications: station.notifications,
  known: new KnownPlaces(store.documents),
});

async function startVideo(deps: OnlineDeps & ApiSignIns, cleanup: AsyncDisposableStack): Promise<Video | undefined> {
  const { after, certificate, core, station, used, videoPorts, loginThrottle } = deps;
  const settings = core.settings.video;
  if (settings?.isOn !== true) return undefined;
  // At the first start only: during a restart the Kite may be in the air, and a station without RTSP is better than
  // none.
  if (videoPorts === undefined) await checkChosenPorts({ ...settings, host: videoHost(core.settings) });
  const tls = certificate.current.pair;
  const given = { core, station, settings, tls, used, loginThrottle };
  const video = cleanup.adopt(
    stationVideo({
      ...given,
      ...(videoPorts !== undefined && { ports: videoPorts }),
      ...(after !== undefined && { after }),
    }),
    (it) => it.stop(),
  );
  // Before the process that writes it ends. The restarted station may already record.
  cleanup.defer(() => core.recordings.stopOf(station));
  return video;
}

async function startLink(
  { after, core, station }: OnlineDeps,
  video: Video | undefined,
  apiListener: Api['listener'],
): Promise<HubLink | undefined> {
  const { hub, simulation } = core.settings;
  if (hub?.url === undefined) return undefined;
  // Both write the same journal.
  await after?.catch(() => {});
  const streamIds = streamPlans(simulation.cameraModel).map(({ id }) => id);
  const settings = { ...hub, url: hub.url };
  const streamTopic = (id: string) => {
    const topic = video?.topicOf(id);
    return topic?.ok === true ? topic.value : undefined;
  };
  const streams = { streamIds, streamTopic, video: video?.browser.relay };
  return startHubLink({ apiListener, core, station, settings, ...streams });
}

interface ApiOwnDeps extends OnlineDeps {
  readonly ended: EndedConnections;
  readonly linkGauges: readonly StationGauge[];
  readonly signIns: ApiSignIns;
  readonly video: Video | undefined;
}

async function startApi(deps: ApiOwnDeps, cleanup: AsyncDisposableStack): Promise<Api> {
  const { core, ended, linkGauges, signIns, simulation, station, video } = deps;
  const { audit, bugs, captures, console, flightLog, flights, log, realTimeClock, recordings, secrets } = core;
  const { onStoreFault, settings, settled, store, systemClock, world } = core;
  const isAlive = () => world.simulation?.clock.fault === undefined;
  const isHealthy = () => store.isUsable() && isAlive();
  const shownVideo = video !== undefined && { video };
  const operations = liveOperations({
    audit,
    captures,
    flights,
    isHealthy,
    log,
    recordings,
    settings,
    station,
    ...signIns,
    ...shownVideo,
    stationSpeed: () => world.simulation?.driver.speed ?? 1,
    followFirstKey: firstKeyFollower({ secrets, folder: settings.dataDir, log }),
  });
  const topics = liveTopics(station, recordings);
  const api = makeApi({
    base: { settings, secrets, realTimeClock, systemClock, onBug: bugs.report, log },
    content: { station, topics, operations, ...shownVideo, ...(console !== undefined && { console }) },
    status: {
      isAlive,
      isHealthy,
      gauges: [...stationGauges(station, world.simulation, video), ...linkGauges],
      families: [bugFamily(bugs), ended.family, ...(video === undefined ? [] : viewerFamilies(video))],
    },
    signIns,
    records: {
      watchOf: operationWatch({ audit, onCommand: (command) => flightLog.command(command) }),
      onStoreFault,
      settled,
    },
    ...(simulation !== undefined && { lab: simulatorLab(simulation, video?.truths) }),
  });
  return cleanup.adopt(api, (it) => it.stop());
}

function advertiseStation({ aircraft, settings }: Station, { addresses }: Network, core: Core) {
  const { simulated } = aircraft.identity;
  const { apiVersion } = core.settings;
  return advertise({ gsName: settings.gsName, port: addresses[0]?.port ?? 0, apiVersion, simulated });
}
