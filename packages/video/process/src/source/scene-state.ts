import type { ThermalColorPalette } from '@kitestring/station-contract/videostreams/thermal-palette.ts';
import type { CameraMotion } from '@kitestring/video-scene/camera/motion.ts';
import type { CameraPose } from '@kitestring/video-scene/camera/pose.ts';
import type { TextBlock } from '@kitestring/video-scene/display/text-display.ts';
import type { Mask } from '@kitestring/video-scene/privacy/mask.ts';
import type { SceneConditions } from '@kitestring/video-scene/render/conditions.ts';
import type { PictureLook } from './picture-look.ts';

/** A moment on the station's clock and on that of the machine, with the speed of the former. */
export interface StationMoment {
  /** Station time, microseconds since 1970. */
  readonly timeUs: number;
  /** The same moment on the real-time clock of this machine, milliseconds since 1970. */
  readonly realTimeMs: number;
  /** Seconds of station time per second of real time from here on; 0 while paused. */
  readonly speed: number;
}

/** Validity of a moment for extrapolation. */
const MOMENT_MAX_MS = 1000;

/** Station time at a moment of the real-time clock, microseconds since 1970. @param atMs milliseconds since 1970, soon after the moment */
export function stationUsAt({ speed, timeUs, realTimeMs }: StationMoment, atMs: number): number {
  const laterMs = Math.max(-MOMENT_MAX_MS, Math.min(MOMENT_MAX_MS, atMs - realTimeMs));
  return timeUs + Math.round(laterMs * 1000 * speed);
}

/** Direction of a camera, degrees: azimuth from North, below the horizon, clockwise about its axis. */
export type Pointing = Pick<CameraPose, 'panDeg' | 'tiltDeg' | 'rollDeg'>;

/** Position and surroundings of the camera at one moment; the same for all its streams. */
export interface SceneState extends StationMoment {
  /** True direction, shown in the picture. */
  readonly pose: Omit<CameraPose, 'zoom'>;
  /** Direction measured by the gimbal, in the picture's metadata. */
  readonly reported: Pointing;
  readonly motion: CameraMotion;
  readonly conditions: SceneConditions;
}

/** Validity of a scene for extrapolation, seconds. */
const GOES_ON_S = 0.1;

/** The scene extrapolated to a later station time: motion of the camera, and phases of its vibration. */
export function sceneAt(scene: SceneState, timeUs: number): SceneState {
  const laterS = Math.max(0, Math.min(GOES_ON_S, (timeUs - scene.timeUs) / 1e6));
  if (laterS === 0) return scene;
  const { conditions, motion, pose, reported } = scene;
  const turned = <P extends Pointing>(from: P): P => ({
    ...from,
    panDeg: from.panDeg + motion.panDps * laterS,
    tiltDeg: from.tiltDeg + motion.tiltDps * laterS,
    rollDeg: from.rollDeg + motion.rollDps * laterS,
  });
  return {
    ...scene,
    pose: {
      ...turned(pose),
      eastM: pose.eastM + motion.eastMps * laterS,
      northM: pose.northM + motion.northMps * laterS,
      upM: pose.upM + motion.upMps * laterS,
    },
    reported: turned(reported),
    motion: {
      ...motion,
      vibration: motion.vibration.map((tone) => ({ ...tone, turns: (tone.turns + tone.frequencyHz * laterS) % 1 })),
    },
    conditions: { ...conditions, unixMs: conditions.unixMs + 1000 * laterS },
  };
}

/** Settings of one stream by clients. */
export interface StreamControls {
  readonly zoom: number;
  /** Thermal streams only. */
  readonly palette?: ThermalColorPalette;
  /** Absent: neutral. */
  readonly look?: PictureLook;
}

/** Burnt into every picture of a stream. */
export interface PictureOverlay {
  /** Areas that are hidden, in all streams of a view and in single pictures. */
  readonly masks: readonly Mask[];
  readonly texts: readonly TextBlock[];
}

export const NO_OVERLAY: PictureOverlay = { masks: [], texts: [] };

/** Input of a renderer for one picture. */
export interface RenderView extends StreamControls {
  readonly scene: SceneState;
  /** Required: a picture cannot be asked for without its masks. */
  readonly overlay: PictureOverlay;
}

/** Degrees Celsius. */
export interface TemperatureRange {
  readonly lowC: number;
  readonly highC: number;
}

/** Content and identity of one picture. */
export interface PictureState extends StreamControls {
  /** 90 kHz, not wrapped. */
  readonly rtpTime: number;
  readonly timeUs: number;
  /** Temperatures at the ends of the palette; absent for a colour picture. */
  readonly range?: TemperatureRange;
  /** Direction as measured. Absent for real cameras, whose pictures do not contain it. */
  readonly pose?: Pointing;
}
