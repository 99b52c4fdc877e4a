import { CameraView, type ScenePoint } from '@kitestring/scene/camera/camera-view.ts';
import type { Lens } from '@kitestring/scene/camera/lens.ts';
import type { CameraPose } from '@kitestring/scene/camera/pose.ts';

/** Projection of a scene point: the same geometry as in rendered frames. */
export function projectPoint(pose: CameraPose, lens: Lens, point: ScenePoint): ReturnType<CameraView['project']> {
  const view = new CameraView();
  view.set(pose, lens);
  return view.project(point);
}
