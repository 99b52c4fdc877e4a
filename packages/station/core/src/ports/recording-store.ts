import type { RecordingEnd } from '@kitestring/station-contract/recordings/recorder-messages.ts';
import type { Recording, VideoFile } from '@kitestring/station-contract/recordings/recording.ts';
import type { IncidentRef } from '@kitestring/station-contract/station/incident.ts';
import type { CaptureFiles } from './capture-store.ts';

/** Stored metadata of a recording. */
export interface RecordingRecord {
  readonly id: string;
  /** Station time, microseconds since 1970. */
  readonly startedUs: number;
  /** Absent while it is running. */
  readonly stoppedUs?: number;
  /** Take-off of the flight during which it was made, station time. */
  readonly flightUs?: number;
  /** Incident that was flown for. */
  readonly incident?: IncidentRef;
  readonly videos: readonly RecordedVideo[];
  /** Start time of each completed file, so that the files can be aligned. */
  readonly films?: readonly VideoFileRecord[];
  readonly end?: RecordingEnd | 'killed';
}

/** A finished file of pictures: a stream has several when its pictures change their size. */
export interface VideoFileRecord {
  readonly fileId: string;
  /** When its first picture was taken, UTC, microseconds since 1970. */
  readonly startedUtcUs: number;
  /** The same in station time; absent in files of earlier releases. */
  readonly startedStationUs?: number;
  readonly durationS: number;
}

export interface RecordedVideo {
  readonly fileId: string;
  readonly type: VideoFile['type'];
  readonly streamId: string;
}

/** Colour and thermal, by the names in the API. */
export const VIDEO_FILE_IDS: Readonly<Record<VideoFile['type'], string>> = { color: 'main.mp4', thermal: 'sub.mp4' };
/** A file of a recording that can be downloaded. */
export interface RecordingFile {
  readonly path: string;
  readonly fileId: string;
  readonly recordingId: string;
}

/** Stored recordings and their files. Methods throw the disk's errors. */
export interface RecordingStore extends CaptureFiles {
  /** The newest first. */
  readonly records: readonly RecordingRecord[];
  /** @param timezone IANA name: ids are local times */
  newId(timeUs: number, timezone: string): string;
  /** Folder of a recording's files. */
  folder(id: string): string;
  add(record: RecordingRecord): Promise<void>;
  /** The first pictures of the running recording are on the disk. */
  begun(): void;
  remove(id: string): Promise<void>;
  /** As published; undefined for an unknown recording. */
  shown(id: string): Promise<Recording | undefined>;
  list(): Promise<Recording[]>;
  /** Undefined for an unknown recording or file. */
  file(recordingId: string, fileId: string): Promise<RecordingFile | undefined>;
  /** Total size of all files of all recordings. */
  occupiedBytes(): Promise<number>;
  /** Completes the files of a recording that is no longer written. @returns the updated record */
  end(record: RecordingRecord, end: NonNullable<RecordingRecord['end']>, stoppedUs?: number): Promise<RecordingRecord>;
  /** Completes files left incomplete by a full disk, as far as there is space now. */
  completeRest(): Promise<void>;
}

export interface Space {
  readonly availableBytes: number;
  readonly totalBytes: number;
}

/** Disk space for recordings. */
export interface RecordingSpace {
  /** A fault: reports a full disk. */
  isFull: boolean;
  /** @throws the disk's error */
  space(): Promise<Space>;
}

/** Data written alongside the video of one recording; its failure never ends the recording. */
export interface RecordingCompanion {
  /** The recorder has reconnected. */
  resume(): void;
  /** Resolves when its files are complete. */
  end(): Promise<void>;
}
