import { maskedJson, maskedTarget } from '@kitestring/base/masked-json.ts';

/** A request of a client and its answer, without secrets; a message of the channel `/requests`. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  /** Absent where there was no answer. */
  readonly status?: number;
  /** Code of a refusal. */
  readonly code?: string;
  /** Reason for which there was no answer. */
  readonly fault?: string;
  readonly duration_ms: number;
  readonly request_bytes: number;
  readonly answer_bytes: number;
  readonly request_body?: string;
  readonly answer_body?: string;
}

/** Longer bodies are cut off. */
const BODY_MAX_BYTES = 16 * 1024;

/** Paths whose bodies hold no key, token or password, in every version. */
const HARMLESS =
  /^\/api\/(?:v\d+\/)?(?:flight|camera|handoff|notifications|system|recordings|health|versions)(?:\/|\?|$)/;

/** One direction of a request: its size, and the beginning of what was sent. */
export class SeenBody {
  #bytes = 0;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;

  readonly add = (chunk: Buffer): void => {
    this.#bytes += chunk.length;
    const room = BODY_MAX_BYTES - this.#keptBytes;
    if (room <= 0) return;
    this.#kept.push(chunk.subarray(0, room));
    this.#keptBytes += Math.min(room, chunk.length);
  };

  get bytes(): number {
    return this.#bytes;
  }

  /** Undefined where it is no JSON, or too long. */
  json(): unknown {
    if (this.#bytes === 0 || this.#bytes > BODY_MAX_BYTES) return undefined;
    try {
      return JSON.parse(Buffer.concat(this.#kept).toString('utf8'));
    } catch {
      return undefined;
    }
  }
}

interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly status: number | undefined;
  readonly fault: string | undefined;
  readonly durationMs: number;
  readonly request: SeenBody;
  readonly answer: SeenBody;
  readonly hasBodies: boolean;
}

/** The record of a request. It has no headers, for they carry tokens. */
export function recordedRequest(seen: SeenRequest): RecordedRequest {
  const { answer, authorization, durationMs, fault, hasBodies, method, request, status, target } = seen;
  const secrets = (authorization ?? '')
    .split(' ')
    .slice(1)
    .filter((word) => word !== '');
  const bodies = hasBodies && HARMLESS.test(target) ? shownBodies(request, answer, secrets) : {};
  const code =
    status !== undefined && status >= 400 ? (answer.json() as { code?: unknown } | undefined)?.code : undefined;
  return {
    method,
    target: maskedTarget(target, secrets),
    ...(status !== undefined && { status }),
    ...(typeof code === 'string' && { code }),
    ...(fault !== undefined && { fault }),
    duration_ms: Math.round(durationMs * 10) / 10,
    request_bytes: request.bytes,
    answer_bytes: answer.bytes,
    ...bodies,
  };
}

function shownBodies(request: SeenBody, answer: SeenBody, secrets: readonly string[]) {
  const [asked, answered] = [request.json(), answer.json()];
  return {
    ...(asked !== undefined && { request_body: maskedJson(asked, secrets) }),
    ...(answered !== undefined && { answer_body: maskedJson(answered, secrets) }),
  };
}
