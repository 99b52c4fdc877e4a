import type { Clock } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { VideoSettings } from '@kitestring/settings/video-settings.ts';
import type { Aircraft, AircraftStream } from '@kitestring/station-core/ports';
import type { StreamPlan } from '@kitestring/video-process/stream-plan.ts';
import type { MediaSupervisor } from '../process/media-supervisor.ts';
import { RealCameras } from './real-cameras.ts';

interface AircraftCamerasDeps {
  readonly aircraft: Pick<Aircraft, 'video'>;
  readonly settings: Pick<VideoSettings, 'cameras' | 'checksCertificate' | 'zoomMax'>;
  /** Real time. */
  readonly clock: Clock;
  readonly log: Log;
  readonly supervisor: () => Pick<MediaSupervisor, 'renew'>;
}

const NONE: readonly AircraftStream[] = [];

/** Takes over the cameras of an aircraft, as soon as it tells their addresses. */
export class AircraftCameras {
  readonly real: RealCameras;
  readonly #deps: AircraftCamerasDeps;
  /** TCP ports that the present media process may reach: what confines it is set when it starts. */
  #granted: ReadonlySet<number> = new Set();

  constructor(deps: AircraftCamerasDeps) {
    this.#deps = deps;
    const { clock, log, settings } = deps;
    const { cameras = {}, checksCertificate, zoomMax = 1 } = settings;
    this.real = new RealCameras({ targets: new Map(Object.entries(cameras)), checksCertificate, zoomMax, clock, log });
  }

  /** The media process starts. */
  started(): void {
    this.#granted = new Set(this.real.ports);
  }

  /** Called with each sample. */
  follow(): void {
    const { aircraft, supervisor } = this.#deps;
    const { real } = this;
    const { version } = real;
    real.follow(aircraft.video?.streams ?? NONE);
    if (real.version === version || real.ports.every((port) => this.#granted.has(port))) return;
    // Once for several cameras that are found before it has started again.
    this.#granted = new Set(real.ports);
    supervisor().renew();
  }

  zoom({ id }: StreamPlan, factor: number): void {
    this.#deps.aircraft.video?.zoom(id as AircraftStream['id'], factor, this.real.zoomMax);
  }
}
