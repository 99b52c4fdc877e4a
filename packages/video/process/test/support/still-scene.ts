import assert from 'node:assert/strict';
import { STILL } from '@kitestring/video-scene/camera/motion.ts';
import { CLEAR_DAY } from '@kitestring/video-scene/render/conditions.ts';
import type { SceneState } from '../../src/source/scene-state.ts';
import { SourcePool } from '../../src/source/source-pool.ts';

/** A camera at rest on a clear day, reported a little beside where it looks. */
export const SCENE: SceneState = {
  timeUs: CLEAR_DAY.unixMs * 1000,
  realTimeMs: 0,
  speed: 0,
  pose: { eastM: 0, northM: 0, upM: 20, panDeg: 31, tiltDeg: 20.2, rollDeg: 0.3 },
  reported: { panDeg: 30, tiltDeg: 20, rollDeg: 0 },
  motion: STILL,
  conditions: CLEAR_DAY,
};

/** Sources that draw it while they have a viewer. */
export function drawingPool(): SourcePool {
  const pool = new SourcePool({
    onDemand: (ids) => void (ids.length > 0 && pool.setScene(SCENE)),
    onPicture: () => {},
    onTruth: () => {},
    onCamera: () => {},
    onTrouble: (reason) => assert.fail(reason),
  });
  return pool;
}
