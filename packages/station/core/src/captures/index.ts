export { Captures, type CapturesOfPeriod } from './captures.ts';
export { KeptSnapshots } from './kept-snapshots.ts';
