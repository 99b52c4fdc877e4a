import type { RecordedTopicName, ShiftChannel } from '../channels/shift-channels.ts';
import type { NotificationChange } from './notification-changes.ts';

/** A message in the file: its chunk, and its offset in the content of that chunk. */
export interface Place {
  readonly chunk: number;
  readonly offset: number;
}

export interface TimedPlace extends Place {
  readonly timeUs: number;
}

/** A chunk of the file. */
export interface ShiftChunk {
  /** Time of its first message. */
  readonly fromUs: number;
  /** Latest message of each topic before this chunk. */
  readonly before: ReadonlyMap<RecordedTopicName, Place>;
}

/** An answer of an operation that describes the station. */
export interface RecordedDocument {
  readonly timeUs: number;
  readonly body: unknown;
}

/**
 * The index of a recording: where everything is, in order of time. What is small is in it whole; states and pictures stay
 * in the file.
 */
export interface Shift {
  readonly stationName: string;
  readonly apiVersion: string;
  /** Version of the software of the station, and its channel. */
  readonly softwareVersion: string;
  readonly fromUs: number;
  readonly toUs: number;
  readonly messages: number;
  readonly chunks: readonly ShiftChunk[];
  /** First message of each topic that is in it. */
  readonly first: ReadonlyMap<RecordedTopicName, Place>;
  readonly channels: ReadonlyMap<number, ShiftChannel>;
  readonly notifications: readonly NotificationChange[];
  /** By operation. */
  readonly documents: ReadonlyMap<string, readonly RecordedDocument[]>;
  /** By stream. */
  readonly pictures: ReadonlyMap<string, readonly TimedPlace[]>;
  /** Parts that could not be read, in one line; undefined for none. */
  readonly loss: string | undefined;
  /** Content of a chunk; undefined when the file has been changed or removed meanwhile. */
  readonly contentOf: (chunk: number) => Uint8Array | undefined;
}
