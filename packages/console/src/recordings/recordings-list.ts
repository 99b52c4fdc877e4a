import type { Recording } from '@kitestring/contract/recordings/recording.ts';

/** The newest first: ids are the moments at which recordings began. */
export const newestFirst = (recordings: readonly Recording[]): Recording[] =>
  recordings.toSorted((a, b) => (a.recording_id < b.recording_id ? 1 : -1));

export const sizeOf = ({ videos }: Recording): number => videos.reduce((sum, { size }) => sum + size, 0);
