import type { RequestListener } from 'node:http';
import { isLoopback } from '@kitestring/base/client-address.ts';
import type { CameraLab, OnvifUser } from '@kitestring/onvif';
import { onvifUsersFile } from '@kitestring/settings/data-folder.ts';
import { SettingsFault } from '@kitestring/settings/settings-fault.ts';
import type { LoginThrottle } from '@kitestring/station-core/auth';
import type { Station } from '@kitestring/station-core/station.ts';
import { type UsedSecrets, viewerOfUser } from '@kitestring/station-core/videostreams';
import type { Video } from '@kitestring/video-host/video.ts';
import { InProcessClient } from '@kitestring/web/listen';
import type { Core } from '../core.ts';
import { StationClient } from '../mavlink/station-client.ts';
import { videoHost } from '../station-video.ts';
import { onvifStation } from './onvif-station.ts';

interface OnvifDeps {
  readonly core: Core;
  readonly station: Station;
  /** Handler of the station's API. */
  readonly apiListener: RequestListener;
  readonly video: Video | undefined;
  readonly used: Required<Pick<UsedSecrets, 'cameraUsers'>>;
  readonly loginThrottle: LoginThrottle;
  /** Absent with a real aircraft. */
  readonly lab?: CameraLab;
  /** Port before the restart of the computer. */
  readonly port?: number;
}

/** The ONVIF device of a running station. */
export interface RunningOnvif extends AsyncDisposable {
  readonly port: number;
  /** Address of its device service. */
  readonly url: string;
  readonly users: readonly OnvifUser[];
  /** RTSP address of the first profile; undefined where RTSP is off. */
  mainStream(): Promise<string | undefined>;
}

/**
 * Offers the camera by ONVIF; undefined where no port is set. Its code is loaded here: a station without ONVIF never loads it.
 * @throws SettingsFault for a port that cannot be used, StoreFault
 */
export async function startOnvif(deps: OnvifDeps): Promise<RunningOnvif | undefined> {
  const { apiListener, core, loginThrottle, station, used, video } = deps;
  const { onvif, dataDir } = core.settings;
  const port = deps.port ?? onvif?.port;
  if (port === undefined || video === undefined) return undefined;
  const { DISCOVERY_PORT, OnvifServer, OnvifUsers } = await import('@kitestring/onvif');
  const file = onvifUsersFile(dataDir);
  const users = OnvifUsers.open(file, (now) => followUsers(now, used.cameraUsers, video));
  const { documents } = core.store;
  const client = new StationClient({
    name: 'ONVIF',
    session: 'onvif',
    document: 'onvif.client',
    auth: station.auth,
    documents,
    api: new InProcessClient(apiListener),
    apiVersion: core.settings.apiVersion,
  });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => client.stop());
  cleanup.defer(() => used.cameraUsers.clear());
  const host = videoHost(core.settings);
  const shownHost = host.includes(':') ? `[${host}]` : host;
  const hasRtsp = (core.settings.video?.rtspPort ?? 'off') !== 'off';
  const seen = onvifStation({ station, video, documents, client, hasRtsp, multicast: onvif?.multicast });
  try {
    const server = cleanup.use(
      await OnvifServer.open(
        {
          station: seen,
          users,
          throttle: loginThrottle,
          realClock: core.systemClock,
          log: core.log,
          ...(deps.lab !== undefined && { lab: deps.lab }),
          onBug: (bug) => core.bugs.report(bug, 'subscription'),
        },
        { host, port, ...(onvif?.discovery === true && !isLoopback(host) && { discoveryPort: DISCOVERY_PORT }) },
      ),
    );
    core.log.info({ host, port: server.port, users: file }, 'the camera is offered by ONVIF');
    const stop = cleanup.move();
    return {
      port: server.port,
      url: `http://${shownHost}:${server.port}/onvif/device_service`,
      mainStream: async () => {
        const [first] = await seen.streams();
        if (first?.rtsp_url === undefined) return undefined;
        // In the list of streams stands the address by which this process asked for it.
        const { pathname, port: rtspPort } = new URL(first.rtsp_url);
        return `rtsp://${shownHost}:${rtspPort}${pathname}`;
      },
      get users() {
        return users.list;
      },
      [Symbol.asyncDispose]: () => stop.disposeAsync(),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new SettingsFault('onvif.port', `port ${port} on ${host} cannot be used (${code}): choose another one`, {
      cause: error,
    });
  }
}

/** A user that is removed, or has another password, stops watching. */
function followUsers(now: readonly OnvifUser[], watching: Map<string, string>, video: Video): void {
  for (const [name, password] of watching) {
    if (now.some((user) => user.name === name && user.password === password)) continue;
    watching.delete(name);
    video.supervisor.send({ kind: 'endViewer', viewerId: viewerOfUser(name) });
  }
  for (const { name, password } of now) watching.set(name, password);
}
