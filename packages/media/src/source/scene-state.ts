import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import type { CameraMotion } from '@kitestring/scene/camera/motion.ts';
import type { CameraPose } from '@kitestring/scene/camera/pose.ts';
import type { SceneConditions } from '@kitestring/scene/render/conditions.ts';

/** One moment on the station's clock and on that of the machine, and how the former goes on. */
export interface StationMoment {
  /** Station time, microseconds since 1970. */
  readonly timeUs: number;
  /** The same moment on the real-time clock of this machine, milliseconds since 1970. */
  readonly realTimeMs: number;
  /** Seconds of station time in a second of real time from here on; 0 while it stands still. */
  readonly speed: number;
}

/** A moment tells nothing about what is so much later. */
const MOMENT_MAX_MS = 1000;

/** Station time at a moment of the real-time clock, microseconds since 1970. @param atMs milliseconds since 1970, soon after the moment */
export function stationUsAt({ speed, timeUs, realTimeMs }: StationMoment, atMs: number): number {
  const laterMs = Math.max(-MOMENT_MAX_MS, Math.min(MOMENT_MAX_MS, atMs - realTimeMs));
  return timeUs + Math.round(laterMs * 1000 * speed);
}

/** Where a camera looks, degrees: azimuth from North, below the horizon, clockwise about its axis. */
export type Pointing = Pick<CameraPose, 'panDeg' | 'tiltDeg' | 'rollDeg'>;

/** Where the camera is and what is around it, at one moment; the same for all its streams. */
export interface SceneState extends StationMoment {
  /** What is: the picture shows it. */
  readonly pose: Omit<CameraPose, 'zoom'>;
  /** What the gimbal measures: the picture's metadata tell it. */
  readonly reported: Pointing;
  readonly motion: CameraMotion;
  readonly conditions: SceneConditions;
}

/** A scene tells how it goes on for so long, seconds. */
const GOES_ON_S = 0.1;

/** The scene as it is at a later time of the station: where the camera has moved on to, and the phases of what shakes it. */
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

/** What a client has chosen for one stream. */
export interface StreamControls {
  readonly zoom: number;
  /** Of a thermal stream only. */
  readonly palette?: ThermalColorPalette;
}

/** What a picture shows: everything that a renderer needs. */
export interface RenderView extends StreamControls {
  readonly scene: SceneState;
}

/** Degrees Celsius. */
export interface TemperatureRange {
  readonly lowC: number;
  readonly highC: number;
}

/** What one picture shows, and which one it is. */
export interface PictureState extends StreamControls {
  /** 90 kHz, not wrapped. */
  readonly rtpTime: number;
  readonly timeUs: number;
  /** Temperatures at the ends of the palette; absent in a picture that is not made of temperatures. */
  readonly range?: TemperatureRange;
  /** As measured. Absent where a real camera has made it: pictures do not tell. */
  readonly pose?: Pointing;
}
