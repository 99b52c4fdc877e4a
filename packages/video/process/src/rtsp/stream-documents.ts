/** A text about a stream's pictures, as XML. */
export interface StreamDocument {
  readonly text: string;
  /** Time of its picture, 90 kHz, not wrapped; absent: it is about the present, not about a picture. */
  readonly rtpTime?: number;
}

/** Streams whose viewers want documents. */
export interface WantedDocuments {
  readonly streamIds: readonly string[];
  /** A viewer of this stream begins: it needs the whole state. */
  readonly begun?: string;
}

interface KeptDocument extends StreamDocument {
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Kept of each stream until its next picture, or until a viewer who starts has its first one. */
const KEPT = 30;

/** Documents of the station on their way to the viewers that want them. */
export class StreamDocuments {
  readonly #tell: (wanted: WantedDocuments) => void;
  readonly #holders = new Map<string, number>();
  readonly #kept = new Map<string, readonly KeptDocument[]>();
  #newest = 0;

  /** @param tell called when a viewer comes, begins or leaves */
  constructor(tell: (wanted: WantedDocuments) => void) {
    this.#tell = tell;
  }

  /** Number of the newest document of all streams. */
  get newest(): number {
    return this.#newest;
  }

  /** The documents of the stream are wanted. @returns a function that ends it */
  hold(streamId: string): () => void {
    this.#count(streamId, 1);
    return () => this.#count(streamId, -1);
  }

  /** A viewer of the stream begins. */
  begin(streamId: string): void {
    this.#tell({ streamIds: [...this.#holders.keys()], begun: streamId });
  }

  add(streamId: string, document: StreamDocument): void {
    if (!this.#holders.has(streamId)) return;
    this.#newest += 1;
    const kept = { ...document, number: this.#newest, bytes: Buffer.from(document.text) };
    this.#kept.set(streamId, [...(this.#kept.get(streamId) ?? []).slice(1 - KEPT), kept]);
  }

  /** Documents of the stream that came later than the one with this number. */
  after(streamId: string, number: number): readonly KeptDocument[] {
    const kept = this.#kept.get(streamId);
    return kept === undefined || (kept.at(-1)?.number ?? 0) <= number ? [] : kept.filter((one) => one.number > number);
  }

  #count(streamId: string, change: 1 | -1): void {
    const holders = (this.#holders.get(streamId) ?? 0) + change;
    if (holders > 0) this.#holders.set(streamId, holders);
    else {
      this.#holders.delete(streamId);
      this.#kept.delete(streamId);
    }
    this.#tell({ streamIds: [...this.#holders.keys()] });
  }
}
