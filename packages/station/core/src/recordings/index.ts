export { Recordings, type RecordingsDeps } from './recordings.ts';
export { Removals } from './removals.ts';
export type { Accompany } from './running-recording.ts';
