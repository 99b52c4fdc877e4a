import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { otherClient } from '@kitestring/console-page/test/support/other-client.ts';
import type { HubProcess } from '@kitestring/hub-app/test/support/hub-process.ts';
import { enrolByAddress } from '@kitestring/hub-app/test/support/proxied-station.ts';
import { cpuSeconds, StationProcess, WIDE_LIMITS } from '@kitestring/lab-testing/station-process.ts';
import type { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import { ClipCamera, type Film, readFilm } from '@kitestring/video-process/test/support';
import { child } from './process-figures.ts';

/** As a station encodes for a mobile uplink. */
export const FILM = { widthPx: 640, heightPx: 360, framesPerS: 10, seconds: 4, kbps: 400 };
const VIDEO = {
  ...WIDE_LIMITS,
  KITESTRING_VIDEO_ENABLED: 'true',
  KITESTRING_VIDEO_RTSP_PORT: '0',
  KITESTRING_VIDEO_RTSPS_PORT: '0',
  KITESTRING_VIDEO_RTSP_UDP_PORTS: 'any',
  KITESTRING_SIM_CAMERA_MODEL: 'Camera 1st Generation',
};
/** Views of the film's flight: altitude in metres, pan and tilt in degrees. */
const VIEWS = [
  [12, 32, 25],
  [40, 32, 14],
  [40, 92, 20],
  [40, 150, 60],
] as const;

/** Films of the views, made once: they take a minute. @param folder where they stay */
export async function filmViews(folder: string): Promise<readonly Film[]> {
  const files = VIEWS.map((view) => join(folder, `film-${view.join('-')}.h264`));
  if (!files.every((file) => existsSync(file))) await fly(files);
  return files.map((file) => readFilm(file, FILM.framesPerS));
}

/** Flies one station and films its views as they come over RTSP. Needs ffmpeg. */
async function fly(files: readonly string[]): Promise<void> {
  await using station = await StationProcess.start({ env: VIDEO, flags: ['--sim-speed', '4'] });
  const client = otherClient(station.url);
  await client.flight.takeOff();
  await client.topic('flight/state').until(({ flight_state }) => flight_state === 'Flying');
  for (const [index, [altitude, pan_ned, tilt_ned]] of VIEWS.entries()) {
    await client.flight.setAltitude({ altitude });
    await client.topic('flight/state').until((state) => Math.abs((state.altitude ?? 0) - altitude) < 1);
    await client.camera.rotateCameraToAngle({ pan_ned, tilt_ned });
    await client
      .topic('camera/state')
      .until((camera) => Math.hypot((camera.pan_ned ?? 0) - pan_ned, (camera.tilt_ned ?? 0) - tilt_ned) < 2);
    const streams = await client.videostreams.listVideoStreams();
    const url = streams.find(({ stream_id }) => stream_id === 'color')?.rtsp_url ?? '';
    execFileSync('ffmpeg', ffmpegArguments(url, files[index] ?? ''), { timeout: 120_000 });
  }
  await client.close({ giveBackToken: true });
}

function ffmpegArguments(url: string, file: string): string[] {
  const { framesPerS, heightPx, kbps, seconds, widthPx } = FILM;
  const rate = ['-b:v', `${kbps}k`, '-maxrate', `${kbps}k`, '-bufsize', `${kbps}k`];
  return [
    ...['-v', 'error', '-y', '-rtsp_transport', 'tcp', '-i', url, '-t', String(seconds)],
    ...['-vf', `scale=${widthPx}:${heightPx},fps=${framesPerS}`, '-c:v', 'libx264', '-profile:v', 'baseline'],
    ...[...rate, '-g', String(framesPerS), '-x264-params', 'aud=1:repeat-headers=1', '-f', 'h264', file],
  ];
}

/** Ground Stations in flight whose cameras show the films, so that none of them encodes: each stream is that of a real camera. */
export class WallStations implements AsyncDisposable {
  readonly sids: string[] = [];
  readonly #processes: StationProcess[] = [];
  readonly #cleanup = new AsyncDisposableStack();

  static async start(hub: HubProcess, folder: TestFolder, films: readonly Film[], names: readonly string[]) {
    const stations = new WallStations();
    const urls: string[] = [];
    for (const film of films) urls.push(stations.#cleanup.use(await ClipCamera.start(0, {}, film)).url);
    for (const [index, name] of names.entries()) {
      await stations.#add(hub, folder.file(name), name, urls[index % urls.length] ?? '');
    }
    return stations;
  }

  /** Processor time of one with its media process, seconds. */
  get cpuS(): number {
    const own = this.#processes.map(({ pid }) => cpuSeconds(pid) + cpuSeconds(child(pid)));
    return own.reduce((sum, seconds) => sum + seconds, 0) / own.length;
  }

  async #add(hub: HubProcess, folder: string, name: string, camera: string): Promise<void> {
    mkdirSync(folder);
    this.sids.push(await enrolByAddress(hub, folder));
    const flags = ['--hub-url', `${hub.url}/`, '--hub-access', 'can_override', '--system-gs-name', name];
    const env = { ...VIDEO, KITESTRING_VIDEO_SOURCES_COLOR: camera };
    const station = this.#cleanup.use(await StationProcess.start({ folder, flags, env }));
    this.#processes.push(station);
    const client = otherClient(station.url);
    await client.flight.takeOff();
    await client.close({ giveBackToken: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanup.disposeAsync();
  }
}
