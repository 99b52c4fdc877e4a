import type { CameraPose } from '../src/camera/pose.ts';
import { SceneRandom } from '../src/scene-random.ts';

/** Poses that a camera under a Kite can have; the seed is in the name of the test that uses them. */
export function randomPoses(seed: number, count: number): CameraPose[] {
  const random = new SceneRandom(seed, 'poses');
  return Array.from({ length: count }, () => ({
    eastM: random.between(-12, 12),
    northM: random.between(-12, 12),
    upM: random.between(8, 45),
    panDeg: random.between(-180, 180),
    tiltDeg: random.between(0, 80),
    rollDeg: random.between(-8, 8),
    zoom: random.isTrueIn(0.5) ? 1 : random.between(1, 4),
  }));
}
