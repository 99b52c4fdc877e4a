import type { FieldsToSend } from './message.ts';

/** Characters of one message. */
const CHUNK = 50;
/** The number of a chunk is a byte, and an empty chunk may follow. */
const LONGEST = CHUNK * 0xff;
const LARGEST_ID = 0xffff;
/** Ground stations show bytes, not UTF-8. */
const UNSHOWN = /[^\t\x20-\x7e]/gu;

/** Cuts texts into STATUSTEXT messages: one for a short text, numbered chunks with an id of their own for a long one. */
export class StatusTextChunks {
  #id = 0;

  /** @param severity MAV_SEVERITY @param text ASCII; other characters become question marks, and the rest after 12,750 is cut off */
  of(severity: number, text: string): readonly FieldsToSend['STATUSTEXT'][] {
    const shown = text.replaceAll(UNSHOWN, '?').slice(0, LONGEST);
    if (shown.length <= CHUNK) return [{ severity, text: shown }];
    this.#id = (this.#id % LARGEST_ID) + 1;
    // A last chunk that is full would not end the text: an empty one follows.
    const chunks = Math.floor(shown.length / CHUNK) + 1;
    return Array.from({ length: chunks }, (_, chunk_seq) => {
      const part = shown.slice(chunk_seq * CHUNK, (chunk_seq + 1) * CHUNK);
      return { severity, text: part, id: this.#id, chunk_seq };
    });
  }
}
