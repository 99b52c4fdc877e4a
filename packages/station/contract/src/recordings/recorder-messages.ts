/* Messages between a station and its recorder; not part of the API. */

/** One file of a recording. */
interface TrackOrder {
  readonly streamId: string;
  /** Name of the file: `main.mp4`. */
  readonly fileId: string;
}

export type RecorderOrder =
  | {
      readonly act: 'start';
      readonly recordingId: string;
      /** Folder of the files; exists already. Existing files are continued at their end. */
      readonly folder: string;
      readonly tracks: readonly TrackOrder[];
    }
  | { readonly act: 'stop'; readonly recordingId: string };

/** Reason for the end of a recording. */
export type RecordingEnd = 'stopped' | 'disk_full' | 'write_error' | 'no_pictures';

export type RecorderReport =
  /** The first pictures are on the disk. */
  | { readonly what: 'begun'; readonly recordingId: string }
  | { readonly what: 'ended'; readonly recordingId: string; readonly end: RecordingEnd; readonly reason: string };
