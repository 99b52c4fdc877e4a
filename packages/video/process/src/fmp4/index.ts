export { concat } from './box.ts';
export { Fragmenter } from './fragmenter.ts';
export { initSegment } from './init-segment.ts';
export { type MovieTimes, scanFile, timesOfFinished } from './scan.ts';
