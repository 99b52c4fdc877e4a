import { resolve } from 'node:path';
import type { ServerSettings } from '@kitestring/settings/server-settings.ts';
import type { VideoSettings } from '@kitestring/settings/video-settings.ts';
import { hasHttps } from '@kitestring/station-contract/versions.ts';
import type { LoginThrottle } from '@kitestring/station-core/auth';
import type { Aircraft } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import type { UsedSecrets } from '@kitestring/station-core/videostreams';
import { mediaChild } from '@kitestring/video-host/process/media-child.ts';
import { servedAgain } from '@kitestring/video-host/process/output-ports.ts';
import { recordingsFolder } from '@kitestring/video-host/recordings/recordings-folder.ts';
import { Video } from '@kitestring/video-host/video.ts';
import { cameraPorts } from '@kitestring/video-process/ingest';
import type { OutputPorts } from '@kitestring/video-process/process';
import type { TlsPair } from '@kitestring/web/listen';
import { messageFrame } from '@kitestring/web/subscriptions';
import type { Core } from './core.ts';
import { rtspSignIn } from './rtsp-sign-in.ts';

interface StationVideoDeps {
  readonly core: Core;
  readonly station: Station;
  readonly settings: VideoSettings;
  readonly tls: TlsPair;
  readonly used: UsedSecrets;
  readonly loginThrottle: LoginThrottle;
  /** Ports before the restart of the computer. */
  readonly ports?: OutputPorts;
  /** Settles when the video before the restart has ended. */
  readonly after?: Promise<unknown>;
}

/** The live video of a station. Its process starts asynchronously. */
export function stationVideo({
  after,
  core,
  ports = {},
  settings,
  station,
  tls,
  used,
  loginThrottle,
}: StationVideoDeps): Video {
  const { log, lostStreams: lost, systemClock: clock, settings: all, world } = core;
  return new Video({
    station,
    settings,
    outputs: servedAgain(
      {
        host: videoHost(all),
        rtspPort: settings.rtspPort,
        rtspsPort: settings.rtspsPort,
        udpPorts: settings.udpPorts,
        multicast: all.onvif?.multicast,
        hasMetadataTrack: settings.hasKlvTrack,
        hasOnvifTrack: all.onvif?.port !== undefined,
        webRtcPorts: settings.webRtcPorts,
        ...(settings.streamPorts !== undefined && { streamPorts: settings.streamPorts }),
        ...(hasHttps(all.apiVersion) && { tls: { key: tls.key, cert: tls.cert } }),
        authentication: settings.authentication,
      },
      ports,
    ),
    seed: all.simulation.seed,
    scene: world.aircraft.identity.simulated ? world.scene : undefined,
    lost,
    clock,
    log,
    used,
    documents: core.store.documents,
    ticketSecret: core.store.keySalt,
    onBug: core.bugs.report,
    loginThrottle,
    messageFrame,
    onSignIn: (question, answer) => core.audit.note(rtspSignIn(question, answer)),
    // Loaded with the first push: its import of `node:http` loads fetch, which would be a tenth of the start.
    openWhip: async (target, offer) =>
      (await import('@kitestring/hub-link/relay/whip-session.ts')).WhipSession.open(target, offer),
    startChild: mediaChild(grants(all, world.aircraft)),
    recorder: core.recorderLink,
    ...(after !== undefined && { after }),
  });
}

/**
 * Grants of the media process: recordings, a transport stream written to a file, the ports of real cameras, also of those
 * that the aircraft has told. A hub names its relays only when a person starts to watch, and a relay that is not reachable by UDP has its own TCP port.
 */
function grants({ dataDir, hub, video }: ServerSettings, aircraft: Aircraft) {
  const cameras = () => [...Object.values(video?.cameras ?? {}), ...(aircraft.video?.streams ?? [])];
  const target = video?.klvTarget;
  return {
    folders: [resolve(recordingsFolder(dataDir))],
    files: target === undefined || target.startsWith('udp:') ? [] : [resolve(target)],
    ports: hub !== undefined ? ('any' as const) : () => cameraPorts(cameras().map(({ url }) => url)),
  };
}

/** RTSP uses the host of the first API listener. */
export const videoHost = ({ listeners }: ServerSettings): string => listeners[0]?.host ?? '127.0.0.1';
