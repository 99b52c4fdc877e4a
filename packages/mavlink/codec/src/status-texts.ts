import type { CodecClock } from './clock.ts';
import type { Message } from './message.ts';

/** Bytes of text in one message; a shorter one is the last of its text. */
const CHUNK = 50;
/** Before it: severity. */
const TEXT_AT = 1;
/** Senders write all chunks of a text in one go. */
const DEADLINE_US = 1_000_000;
/** Texts that wait for chunks at the same time; the oldest is delivered to make room. */
const MOST_TEXTS = 32;
const GAP = '[...]';

/** A text of an autopilot or another component. */
export interface StatusText {
  readonly system: number;
  readonly component: number;
  /** MAV_SEVERITY. */
  readonly severity: number;
  /** Missing chunks are marked by `[...]`. */
  readonly text: string;
  readonly isComplete: boolean;
}

export interface StatusTextsOptions {
  readonly onText: (text: StatusText) => void;
  readonly clock: CodecClock;
  /** Time after the first chunk at which an incomplete text is delivered, microseconds; 1 s by default. */
  readonly deadlineUs?: number;
}

interface Pending {
  readonly first: Message<'STATUSTEXT'>;
  /** Bytes by number of the chunk. */
  readonly chunks: Map<number, Uint8Array>;
  readonly cancel: () => void;
}

/** Joins the chunks of STATUSTEXT by system, component and id. */
export class StatusTexts implements Disposable {
  readonly #onText: (text: StatusText) => void;
  readonly #clock: CodecClock;
  readonly #deadlineUs: number;
  readonly #pending = new Map<string, Pending>();

  constructor({ clock, deadlineUs = DEADLINE_US, onText }: StatusTextsOptions) {
    this.#onText = onText;
    this.#clock = clock;
    this.#deadlineUs = deadlineUs;
  }

  push(message: Message<'STATUSTEXT'>): void {
    const { component, fields, system } = message;
    const chunk = textBytes(message);
    // A text with the id 0 is a single message.
    if (fields.id === 0) {
      this.#onText(joinedText(message, new Map([[0, chunk]])));
      return;
    }
    const key = `${system} ${component} ${fields.id}`;
    const known = this.#pending.get(key)?.chunks.get(fields.chunk_seq);
    // Another text with the same id: its sender has started again.
    if (known !== undefined && !isEqual(known, chunk)) this.#deliver(key);
    const pending = this.#pending.get(key) ?? this.#begin(key, message);
    pending.chunks.set(fields.chunk_seq, chunk);
    if (isComplete(pending.chunks)) this.#deliver(key);
  }

  [Symbol.dispose](): void {
    for (const { cancel } of this.#pending.values()) cancel();
    this.#pending.clear();
  }

  #begin(key: string, first: Message<'STATUSTEXT'>): Pending {
    const [oldest] = this.#pending.keys();
    if (oldest !== undefined && this.#pending.size >= MOST_TEXTS) this.#deliver(oldest);
    const cancel = this.#clock.schedule(this.#clock.nowUs() + this.#deadlineUs, () => this.#deliver(key));
    const pending = { first, chunks: new Map(), cancel };
    this.#pending.set(key, pending);
    return pending;
  }

  #deliver(key: string): void {
    const pending = this.#pending.get(key);
    if (pending === undefined) return;
    pending.cancel();
    this.#pending.delete(key);
    this.#onText(joinedText(pending.first, pending.chunks));
  }
}

/** Up to the first NUL. A character may continue in the next chunk, so the decoded field does not serve. */
function textBytes({ packet }: Message<'STATUSTEXT'>): Uint8Array {
  const bytes = packet.payload.subarray(TEXT_AT, TEXT_AT + CHUNK);
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

const isEqual = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, index) => byte === b[index]);

/** The last chunk is there, and each one before it. */
function isComplete(chunks: ReadonlyMap<number, Uint8Array>): boolean {
  for (let number = 0; ; number += 1) {
    const chunk = chunks.get(number);
    if (chunk === undefined) return false;
    if (chunk.length < CHUNK) return true;
  }
}

function joinedText(
  { component, fields, system }: Message<'STATUSTEXT'>,
  chunks: ReadonlyMap<number, Uint8Array>,
): StatusText {
  const numbers = [...chunks.keys()].sort((a, b) => a - b);
  const last = numbers.at(-1) ?? 0;
  const decoder = new TextDecoder();
  let text = '';
  for (let number = 0; number <= last; number += 1) {
    const chunk = chunks.get(number);
    if (chunk !== undefined) text += decoder.decode(chunk, { stream: true });
    else if (!text.endsWith(GAP)) text += decoder.decode() + GAP;
  }
  text += decoder.decode();
  const isWhole = fields.id === 0 || isComplete(chunks);
  const isCut = !isWhole && chunks.get(last)?.length === CHUNK;
  // PX4 ends its texts with a tab.
  const marked = text.replace(/\t+$/, '') + (isCut ? GAP : '');
  return { system, component, severity: fields.severity, text: marked, isComplete: isWhole };
}
