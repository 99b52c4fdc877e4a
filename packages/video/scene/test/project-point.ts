import { CameraView, type ScenePoint } from '../src/camera/camera-view.ts';
import type { Lens } from '../src/camera/lens.ts';
import type { CameraPose } from '../src/camera/pose.ts';

/** Projection of a scene point: the same geometry as in rendered frames. */
export function projectPoint(pose: CameraPose, lens: Lens, point: ScenePoint): ReturnType<CameraView['project']> {
  const view = new CameraView();
  view.set(pose, lens);
  return view.project(point);
}
