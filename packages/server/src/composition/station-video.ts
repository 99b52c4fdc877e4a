import { resolve } from 'node:path';
import type { OutputPorts } from '@kitestring/media/process/protocol.ts';
import { sceneOf } from '@kitestring/media/source/scene-of-truth.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import type { Station } from '@kitestring/station/station.ts';
import { rtspSignIn } from '../audit/rtsp-sign-in.ts';
import type { WrongKeys } from '../limits/wrong-keys.ts';
import type { TlsPair } from '../listen/http-servers.ts';
import { recordingsFolder } from '../recordings/recordings-folder.ts';
import type { ServerSettings } from '../server-settings.ts';
import { mediaChildOf } from '../video/media-child.ts';
import { servedAgain } from '../video/output-ports.ts';
import { Video } from '../video/video.ts';
import type { VideoSettings } from '../video/video-settings.ts';
import type { UsedSecrets } from '../video/viewing-permits.ts';
import type { Core } from './core.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** Enough for a bend that can be seen. */
const TETHER_POINTS = 12;

export interface StationVideoParts {
  readonly core: Core;
  readonly station: Station;
  readonly settings: VideoSettings;
  readonly tls: TlsPair;
  readonly used: UsedSecrets;
  readonly wrongKeys: WrongKeys;
  /** Where it was served before the computer restarted. */
  readonly ports?: OutputPorts;
}

/** The live video of a station with a simulated aircraft. Its process starts by itself: nobody waits for it. */
export function stationVideo({ core, ports = {}, settings, station, tls, used, wrongKeys }: StationVideoParts): Video {
  const { log, lostStreams: lost, realTime: clock, settings: all, world } = core;
  return new Video({
    station,
    settings,
    outputs: servedAgain(
      {
        host: videoHost(all),
        rtspPort: settings.rtspPort,
        rtspsPort: settings.rtspsPort,
        udpPorts: settings.udpPorts,
        hasMetadataTrack: settings.hasKlvTrack,
        webRtcPorts: settings.webRtcPorts,
        tls: { key: tls.key, cert: tls.cert },
        authentication: settings.authentication,
      },
      ports,
    ),
    seed: all.simulation.seed,
    scene: sceneReader(world),
    lost,
    clock,
    log,
    used,
    ticketSecret: core.store.keySalt,
    onBug: core.bugs.report,
    wrongKeys,
    onSignIn: (question, answer) => core.audit.note(rtspSignIn(question, answer)),
    startChild: mediaChildOf({ writes: writtenFolders(all) }),
    recorder: core.recorderLink,
  });
}

/** Recordings, and a transport stream that goes to a file. */
function writtenFolders({ dataDir, video }: ServerSettings): readonly string[] {
  const target = video?.klvTarget;
  return [recordingsFolder(dataDir), ...(target === undefined || target.startsWith('udp:') ? [] : [target])].map(
    (path) => resolve(path),
  );
}

/** RTSP is where the first listener of the API is. */
export const videoHost = ({ listeners }: ServerSettings): string => listeners[0]?.host ?? '127.0.0.1';

/** What the camera has before it, by the simulated world itself and not by its sensors. */
function sceneReader({ aircraft, driver }: SimulatedWorld) {
  let newest: AircraftSample | undefined;
  aircraft.onSample((sample) => {
    newest = sample;
  });
  return () => {
    const station = newest?.groundStation.gps;
    const { body, camera, parameters } = aircraft.simulation;
    const { rate } = camera;
    return sceneOf({
      ...driver.now(),
      wallMs: Date.now(),
      truth: aircraft.truth(),
      tether: aircraft.tetherShape(TETHER_POINTS),
      weather: parameters.weather,
      reported: camera.measured,
      turning: {
        panDps: rate.panDeg,
        tiltDps: rate.tiltDeg,
        rollDps: rate.rollDeg,
        vibration: camera.vibration(body),
      },
      ...(station !== undefined && { station }),
    });
  };
}
