export {
  CAMERA_ADDRESS_ALLOWED,
  CAMERA_ADDRESS_MAX,
  cameraPorts,
  maskedAddress,
  readCameraAddress,
} from './camera-address.ts';
export type { CameraLinkState, CameraTarget } from './camera-link-state.ts';
