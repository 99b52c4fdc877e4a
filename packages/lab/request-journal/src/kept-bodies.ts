import { maskedJson } from '@kitestring/base/masked-json.ts';
import { JOURNAL_BODIES_MAX_BYTES, JOURNAL_BODY_MAX_BYTES } from '@kitestring/station-contract/sim/journal.ts';

/** Operations whose bodies have no key, token, password or video address. */
const HARMLESS = /^(flight|camera|handoff|notifications|system|recordings|health|versions|videostreams\.control)(\.|$)/;

interface Bodies {
  readonly request?: string;
  readonly answer?: string;
}

/** The bodies of the newest entries, bounded, without secrets. */
export class KeptBodies {
  readonly #bodies = new Map<number, Bodies>();
  #bytes = 0;

  /** @param token of the request; masked wherever it occurs */
  keep(sequence: number, operationId: string, request: Uint8Array, answer: unknown, token: string | undefined): void {
    if (!HARMLESS.test(operationId)) return;
    const bodies = {
      ...(request.length > 0 && { request: shown(parsed(request), token) }),
      ...(answer !== undefined && { answer: shown(answer, token) }),
    };
    this.#bodies.set(sequence, bodies);
    this.#bytes += size(bodies);
    for (const [oldest, dropped] of this.#bodies) {
      if (this.#bytes <= JOURNAL_BODIES_MAX_BYTES) break;
      this.#bodies.delete(oldest);
      this.#bytes -= size(dropped);
    }
  }

  of(sequence: number): Bodies | undefined {
    return this.#bodies.get(sequence);
  }

  /** Removes those of entries that are no longer kept. */
  forgetBefore(sequence: number): void {
    for (const [oldest, bodies] of this.#bodies) {
      if (oldest >= sequence) break;
      this.#bodies.delete(oldest);
      this.#bytes -= size(bodies);
    }
  }
}

const size = ({ answer = '', request = '' }: Bodies): number => 2 * (answer.length + request.length);

/** A body that is not JSON may contain anything: it is not kept. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return '(no JSON)';
  }
}

const shown = (value: unknown, token: string | undefined): string =>
  maskedJson(value, token === undefined ? [] : [token]).slice(0, JOURNAL_BODY_MAX_BYTES);
