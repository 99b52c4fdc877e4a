export { cameraSet } from './camera-set.ts';
export { decodedNumber, UAS_LOCAL_SET_KEY } from './local-set.ts';
export { placeInText } from './telemetry-text.ts';
