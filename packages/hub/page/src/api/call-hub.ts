import { Fault } from '@kitestring/base/fault.ts';
import type { HubErrorReply } from '@kitestring/hub-contract/fleet/hub-error.ts';
import { fullPath, type Operation, type ResultOf } from '@kitestring/station-contract/operation.ts';

/** Timeout of a request. */
const WITHIN_MS = 15_000;

interface CallInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A request that was refused or got no answer: then `status` is 0. */
export class CallFault extends Fault {
  readonly status: number;
  readonly code: string;
  readonly retryAfterS: number | undefined;
  /** Id of the request in the log of the hub. */
  readonly traceId: string | undefined;

  constructor(status: number, code: string, message: string, retryAfterS?: number, traceId?: string) {
    super(message);
    this.traceId = traceId;
    this.status = status;
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

/** Path and query of an operation, with its parameters filled in. */
export function operationUrl(operation: Operation, { params = {}, query = {} }: CallInput = {}): string {
  const path = fullPath(operation).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Calls the hub with the cookie of the session. @throws CallFault */
export async function callHub<O extends Operation>(operation: O, input: CallInput = {}): Promise<ResultOf<O>> {
  const { body, signal } = input;
  const within = AbortSignal.timeout(WITHIN_MS);
  const response = await fetch(operationUrl(operation, input), {
    method: operation.method,
    credentials: 'same-origin',
    cache: 'no-store',
    signal: signal === undefined ? within : AbortSignal.any([signal, within]),
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  }).catch(unreachable);
  const text = await response.text().catch((error: unknown) => (response.ok ? unreachable(error) : ''));
  if (!response.ok) throw fault(response, text);
  noteHubTime(response);
  try {
    return (text === '' ? undefined : JSON.parse(text)) as ResultOf<O>;
  } catch {
    throw fault(response, text);
  }
}

function unreachable(error: unknown): never {
  throw new CallFault(0, 'UNREACHABLE', String(error));
}

function fault({ headers, status }: Response, text: string): CallFault {
  const wait = Number(headers.get('Retry-After') ?? Number.NaN);
  const retryAfterS = Number.isFinite(wait) ? wait : undefined;
  try {
    const { code = '', message = '', trace_id: traceId } = JSON.parse(text) as Partial<HubErrorReply>;
    return new CallFault(status, code, message, retryAfterS, traceId);
  } catch {
    // A proxy before the hub answers in another format.
    return new CallFault(status, '', '', retryAfterS);
  }
}

/** Clock of the hub minus that of this browser, which may be an hour off. */
let offsetMs = 0;

function noteHubTime({ headers }: Response): void {
  const hubMs = Date.parse(headers.get('Date') ?? '');
  // The header has whole seconds.
  if (Number.isFinite(hubMs)) offsetMs = hubMs + 500 - Date.now();
}

/** Time of the hub, Unix milliseconds, to about a second. */
export const hubNowMs = (): number => Date.now() + (Math.abs(offsetMs) < 2000 ? 0 : offsetMs);
