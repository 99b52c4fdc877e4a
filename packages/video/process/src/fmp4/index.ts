export { concat } from './box.ts';
export { fragment } from './fragment.ts';
export { Fragmenter } from './fragmenter.ts';
export { HEVC_PROFILE_BYTES, hevcCodec } from './hevc-codec.ts';
export { initSegment } from './init-segment.ts';
export { Mp4Fault } from './mp4-fault.ts';
export { type Film, type MovieTimes, readFilm, scanFile, timesOfFinished } from './scan.ts';
