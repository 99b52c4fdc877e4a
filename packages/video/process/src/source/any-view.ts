import { STILL } from '@kitestring/video-scene/camera/motion.ts';
import { CLEAR_DAY } from '@kitestring/video-scene/render/conditions.ts';
import { NO_OVERLAY, type RenderView } from './scene-state.ts';

/** A view for warming up: the first picture of a renderer takes many times as long as later ones. */
export const ANY_VIEW: RenderView = {
  scene: {
    timeUs: CLEAR_DAY.unixMs * 1000,
    realTimeMs: 0,
    speed: 0,
    pose: { eastM: 0, northM: 0, upM: 20, panDeg: 0, tiltDeg: 30, rollDeg: 0 },
    reported: { panDeg: 0, tiltDeg: 30, rollDeg: 0 },
    motion: STILL,
    conditions: CLEAR_DAY,
  },
  zoom: 1,
  overlay: NO_OVERLAY,
};
