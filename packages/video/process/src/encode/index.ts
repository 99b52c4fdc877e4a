export { H264Encoder } from './h264-encoder.ts';
export { h264SettingsFor } from './h264-settings.ts';
export { loadNativeCodecs } from './native-codecs.ts';
