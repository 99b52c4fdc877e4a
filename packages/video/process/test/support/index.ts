export { nalType } from '../../src/encode/nal-units.ts';
export { H264Depacketiser } from '../../src/rtp/h264-depacketiser.ts';
export { missing, missingElements } from '../rtsp/programs.ts';
export { probe, WITHOUT_FFPROBE } from './ffprobe.ts';
export { readJpeg } from './read-exif.ts';
