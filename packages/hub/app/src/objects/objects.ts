/** A part of an object that is being uploaded; numbered from 1. */
export interface NewPart {
  readonly number: number;
  /** Offset in the object, bytes. */
  readonly first: number;
  readonly bytes: number;
  /** SHA-256 of the part, base64. */
  readonly sha256: string;
}

export interface StoredPart {
  readonly number: number;
  readonly bytes: number;
}

/** Allows sending one part by PUT, and nothing else. */
export interface PartTicket {
  readonly url: string;
  /** Must be sent with it: they are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresMs: number;
  /** Certificate authority of the store, PEM; absent: the public ones, or that of the hub. */
  readonly ca?: string;
}

export interface ObjectRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

export interface StoredObject {
  /** Length of the whole object. */
  readonly bytes: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Store of large files. A file consists of parts of equal length, each verified by its hash, in any order and any
 * number of times; it exists once they are combined. Every method rejects while the store is unavailable.
 */
export interface Objects {
  /** One line for the log: kind and address of the store, without secrets. */
  readonly text: string;
  /** Minimum length of every part but the last. */
  readonly partBytes: number;
  /** @returns the id of an upload */
  begin(key: string): Promise<string>;
  /** Parts that have arrived, in order; undefined if there is no such upload. */
  parts(key: string, upload: string): Promise<readonly StoredPart[] | undefined>;
  ticket(key: string, upload: string, part: NewPart): PartTicket;
  /** Combines the parts 1 to `count` to the object. */
  complete(key: string, upload: string, count: number): Promise<void>;
  abort(key: string, upload: string): Promise<void>;
  /** Undefined if there is no such object. */
  read(key: string, range?: ObjectRange): Promise<StoredObject | undefined>;
  remove(key: string): Promise<void>;
}

/** Lifetime of a ticket. */
export const TICKET_MS = 15 * 60_000;
