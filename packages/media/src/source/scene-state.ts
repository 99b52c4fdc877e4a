import type { ThermalColorPalette } from '@kitestring/contract/videostreams/thermal-palette.ts';
import type { CameraPose } from '@kitestring/scene/camera/pose.ts';
import type { SceneConditions } from '@kitestring/scene/render/conditions.ts';

/** Where the camera is and what is around it, at one moment; the same for all its streams. */
export interface SceneState {
  /** Station time, microseconds since 1970. */
  readonly timeUs: number;
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
