import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import type { CameraPose } from '@kitestring/scene/camera/pose.ts';
import type { SceneConditions } from '@kitestring/scene/render/conditions.ts';

/** One moment on the station's clock and on that of the machine, and how the former goes on. */
export interface StationMoment {
  /** Station time, microseconds since 1970. */
  readonly timeUs: number;
  /** The same moment on the wall clock of this machine, milliseconds since 1970. */
  readonly wallMs: number;
  /** Seconds of station time in a second of real time from here on; 0 while it stands still. */
  readonly speed: number;
}

/** A moment tells nothing about what is so much later. */
const MOMENT_MAX_MS = 1000;

/** Station time at a moment of the wall clock, microseconds since 1970. @param atMs milliseconds since 1970, soon after the moment */
export function stationUsAt({ speed, timeUs, wallMs }: StationMoment, atMs: number): number {
  const laterMs = Math.max(-MOMENT_MAX_MS, Math.min(MOMENT_MAX_MS, atMs - wallMs));
  return timeUs + Math.round(laterMs * 1000 * speed);
}

/** Where the camera is and what is around it, at one moment; the same for all its streams. */
export interface SceneState extends StationMoment {
  readonly pose: Omit<CameraPose, 'zoom'>;
  readonly conditions: SceneConditions;
}

/** What a client has chosen for one stream. */
export interface StreamControls {
  readonly zoom: number;
  /** Of a thermal stream only. */
  readonly palette?: ThermalColorPalette;
}

/** What a picture shows: everything that a renderer needs. */
export interface View extends StreamControls {
  readonly scene: SceneState;
}

/** What one picture shows, and which one it is. */
export interface PictureState extends StreamControls {
  /** 90 kHz, not wrapped. */
  readonly rtpTime: number;
  readonly timeUs: number;
  /** Absent where a real camera has made it: pictures do not tell. */
  readonly pose?: SceneState['pose'];
}
