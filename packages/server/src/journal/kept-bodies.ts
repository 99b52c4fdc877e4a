import { JOURNAL_BODIES_MAX_BYTES, JOURNAL_BODY_MAX_BYTES } from '@kitestring/contract/sim/journal.ts';

/** Operations whose bodies hold no key, token, password or address of video. */
const HARMLESS = /^(flight|camera|handoff|notifications|system|recordings|health|versions|videostreams\.control)(\.|$)/;
const SECRET_NAME = /secret|token|password|passwd|passphrase|credential|api_?key|authori[sz]ation|cookie|ticket/i;
const MASK = '***';

interface Bodies {
  readonly request?: string;
  readonly answer?: string;
}

/** The bodies of the newest entries, bounded, without secrets. */
export class KeptBodies {
  readonly #bodies = new Map<number, Bodies>();
  #bytes = 0;

  /** @param token that the request carried; masked wherever it stands */
  keep(sequence: number, operationId: string, request: Uint8Array, answer: unknown, token: string | undefined): void {
    if (!HARMLESS.test(operationId)) return;
    const bodies = {
      ...(request.length > 0 && { request: shown(parsed(request), token) }),
      ...(answer !== undefined && { answer: shown(answer, token) }),
    };
    this.#bodies.set(sequence, bodies);
    this.#bytes += sizeOf(bodies);
    for (const [oldest, dropped] of this.#bodies) {
      if (this.#bytes <= JOURNAL_BODIES_MAX_BYTES) break;
      this.#bodies.delete(oldest);
      this.#bytes -= sizeOf(dropped);
    }
  }

  of(sequence: number): Bodies | undefined {
    return this.#bodies.get(sequence);
  }

  /** Forgets those of entries that are no longer kept. */
  forgetBefore(sequence: number): void {
    for (const [oldest, bodies] of this.#bodies) {
      if (oldest >= sequence) break;
      this.#bodies.delete(oldest);
      this.#bytes -= sizeOf(bodies);
    }
  }
}

const sizeOf = ({ answer = '', request = '' }: Bodies): number => 2 * (answer.length + request.length);

/** A body that is no JSON may be anything: it is not kept. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return '(no JSON)';
  }
}

function shown(value: unknown, token: string | undefined): string {
  const text = JSON.stringify(value, (name, member: unknown) => {
    if (SECRET_NAME.test(name)) return MASK;
    if (typeof member !== 'string') return member;
    const known = token === undefined ? member : member.replaceAll(token, MASK);
    return known.replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s"]*/gi, `$1${MASK}`);
  });
  return text.slice(0, JOURNAL_BODY_MAX_BYTES);
}
