import {
  getCameraInfo,
  getCameraState,
  rotateCameraByAngle,
  rotateCameraToAngle,
  rotateCameraWithSpeed,
} from '@kitestring/contract/camera/operations.ts';
import type { Station } from '@kitestring/station/station.ts';
import { type Route, route, stateRoute } from '../../http/route.ts';

export function cameraRoutes({ camera, topics }: Pick<Station, 'camera' | 'topics'>): readonly Route[] {
  const noCamera = () => {
    const info = camera.info();
    return info.ok ? undefined : info.refusal;
  };
  return [
    route(getCameraInfo, () => camera.info()),
    stateRoute(getCameraState, topics.camera, noCamera),
    route(rotateCameraByAngle, ({ caller, body }) => camera.rotateByAngle(caller, body)),
    route(rotateCameraToAngle, ({ caller, body }) => camera.rotateToAngle(caller, body)),
    route(rotateCameraWithSpeed, ({ caller, body }) => camera.rotateWithSpeed(caller, body)),
  ];
}
