import * as operations from '@kitestring/station-contract/camera/operations.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import { type Route, route, stateRoute } from '@kitestring/web/http';

export function cameraRoutes({ camera, topics }: Pick<Station, 'camera' | 'topics'>): readonly Route[] {
  const noCamera = () => {
    const info = camera.info();
    return info.ok ? undefined : info.refusal;
  };
  return [
    route(operations.getCameraInfo, () => camera.info()),
    stateRoute(operations.getCameraState, topics.camera, noCamera),
    route(operations.rotateCameraByAngle, ({ caller, body }) => camera.rotateByAngle(caller, body)),
    route(operations.rotateCameraToAngle, ({ caller, body }) => camera.rotateToAngle(caller, body)),
    route(operations.rotateCameraWithSpeed, ({ caller, body }) => camera.rotateWithSpeed(caller, body)),
  ];
}
