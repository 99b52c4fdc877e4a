import type { FaultKindOf } from './fault-kind.ts';

/** The camera is off; afterwards it starts up. The payload may be swapped meanwhile: the other camera is off too. */
export const cameraOffline: FaultKindOf<'camera_offline'> = {
  claims: () => ['power of the camera'],
  refusal: ({ simulation }) => (simulation.onBoard.isCameraOn ? undefined : 'the camera is switched off already'),
  begin: ({ simulation }) => {
    simulation.onBoard.setCameraPower(false);
    return () => simulation.onBoard.setCameraPower(true);
  },
};

export const payloadSwap: FaultKindOf<'payload_swap'> = {
  claims: () => ['camera model'],
  refusal: ({ cameraModel }, { camera_model }) =>
    camera_model === cameraModel ? `the camera is a ${camera_model} already` : undefined,
  begin: (world, { camera_model }, _severity, before = world.cameraModel) => {
    world.setCameraModel(camera_model);
    return { before, end: () => world.setCameraModel(before) };
  },
};
