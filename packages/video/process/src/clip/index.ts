export { clipMovie } from './clip-movie.ts';
export { type Cut, type CutRefusal, readCut } from './read-cut.ts';
