/*
 * What the station and the recorder in its media process say to each other. Types and checks only: the station imports
 * this file, and must not load what the media process loads.
 */

/** One file of a recording. */
export interface TrackOrder {
  readonly streamId: string;
  /** Name of the file: `main.mp4`. */
  readonly fileId: string;
}

export type RecorderOrder =
  | {
      readonly act: 'start';
      readonly recordingId: string;
      /** Where the files go; it is there already. Files that are there go on where they ended. */
      readonly folder: string;
      readonly tracks: readonly TrackOrder[];
    }
  | { readonly act: 'stop'; readonly recordingId: string };

/** Why a recording has ended. */
export type RecordingEnd = 'stopped' | 'storage_full' | 'write_error' | 'no_pictures';

export type RecorderReport =
  /** The first pictures are on the disk. */
  | { readonly what: 'begun'; readonly recordingId: string }
  | { readonly what: 'ended'; readonly recordingId: string; readonly end: RecordingEnd; readonly reason: string };

const ENDS: readonly string[] = ['stopped', 'storage_full', 'write_error', 'no_pictures'] satisfies RecordingEnd[];

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 4096;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function isRecorderReport(value: unknown): value is RecorderReport {
  if (!isRecord(value) || !isText(value.recordingId)) return false;
  if (value.what === 'begun') return true;
  return value.what === 'ended' && ENDS.includes(String(value.end)) && isText(value.reason);
}

export function isRecorderOrder(value: unknown): value is RecorderOrder {
  if (!isRecord(value) || !isText(value.recordingId)) return false;
  if (value.act === 'stop') return true;
  const { act, folder, tracks } = value;
  if (act !== 'start' || !isText(folder) || !Array.isArray(tracks) || tracks.length > 8) return false;
  return tracks.every((track) => isRecord(track) && isText(track.streamId) && isText(track.fileId));
}
