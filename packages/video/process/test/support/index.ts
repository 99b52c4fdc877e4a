export { nalSyntax } from '../../src/encode/nal-syntax.ts';
export { nalType } from '../../src/encode/nal-units.ts';
export { Depacketiser } from '../../src/rtp/depacketiser.ts';
export { missing, missingElements } from '../rtsp/programs.ts';
export { probe, WITHOUT_FFPROBE } from './ffprobe.ts';
export { readJpeg } from './read-exif.ts';
