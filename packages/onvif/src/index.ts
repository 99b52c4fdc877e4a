export type { OnvifUser } from './auth/onvif-users.ts';
export { OnvifUsers } from './auth/onvif-users.ts';
export { DISCOVERY_PORT } from './discovery/discovery.ts';
export { OnvifServer } from './onvif-server.ts';
export type {
  GeoDirection,
  GeoPlace,
  GimbalView,
  MetadataPort,
  OnvifProperty,
  OnvifStation,
  OnvifStream,
  PictureChange,
  ProcessorTimes,
  StationRefusal,
  StreamView,
} from './onvif-station.ts';
export type { CameraLab } from './received-request.ts';
