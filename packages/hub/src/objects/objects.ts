/** A part of an object that is being uploaded; parts are numbered from 1. */
export interface NewPart {
  readonly number: number;
  /** Number of bytes before it in the object. */
  readonly first: number;
  readonly bytes: number;
  /** SHA-256 of the part, base64. */
  readonly sha256: string;
}

export interface StoredPart {
  readonly number: number;
  readonly bytes: number;
}

/** With it one part can be sent by PUT, without other rights. */
export interface PartTicket {
  readonly url: string;
  /** To be sent with it: they are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresMs: number;
  /** Certificate authority of the store, PEM; absent: the public ones, or that of the hub itself. */
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
 * Where large files are kept. A file comes in parts of one length, each checked by its hash before it counts, in any order and
 * any number of times; it exists once all are put together. Every method may reject: the store is away.
 */
export interface Objects {
  /** One line for the log: which store, and where; without secrets. */
  readonly text: string;
  /** Least length of every part but the last. */
  readonly partBytes: number;
  /** @returns the id of an upload */
  begin(key: string): Promise<string>;
  /** Parts that have arrived, in order; undefined when there is no such upload. */
  parts(key: string, upload: string): Promise<readonly StoredPart[] | undefined>;
  ticket(key: string, upload: string, part: NewPart): PartTicket;
  /** Makes the object of its parts 1 to `count`. */
  complete(key: string, upload: string, count: number): Promise<void>;
  abort(key: string, upload: string): Promise<void>;
  /** Undefined when there is no such object. */
  read(key: string, range?: ObjectRange): Promise<StoredObject | undefined>;
  remove(key: string): Promise<void>;
}

/** Life of a ticket. */
export const TICKET_MS = 15 * 60_000;
