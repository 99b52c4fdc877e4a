import { UniformStream } from '@kitestring/base/random.ts';
import { formatTimestamp } from '@kitestring/base/timestamp.ts';
import { invalidateToken, requestToken } from '@kitestring/station-contract/auth/operations.ts';
import {
  type WireFaultRequest,
  type WireFaultState,
  wireFaultFigures,
} from '@kitestring/station-contract/sim/wire-fault.ts';
import {
  WIRE_FAULTS,
  type WireFaultFigures,
  type WireFaultType,
} from '@kitestring/station-contract/sim/wire-faults.ts';

/** Target of a fault: a request, a request that becomes a WebSocket, or an open WebSocket. */
type Met = 'request' | 'upgrade' | 'websocket';

/** A request or a WebSocket, as selected by a fault. */
export interface MetBy {
  readonly operationId: string;
  /** Names by which a fault may select the client; none if no token was needed. */
  readonly clientNames: readonly string[];
  readonly met: Met;
}

type OfType<T extends WireFaultType> = T extends WireFaultType
  ? { readonly type: T; readonly figures: WireFaultFigures<T> }
  : never;

/** Type and parameters of a fault, defaults included. */
export type WireFaultKind = OfType<WireFaultType>;

/**
 * Affected only by a fault that names it: without tokens no fault could be removed, and a client that has set one by a
 * command line releases its token before the next request.
 */
const ONLY_NAMED: ReadonlySet<string> = new Set([requestToken.id, invalidateToken.id]);

/** One fault between station and clients. */
export class WireFault {
  readonly id: string;
  readonly kind: WireFaultKind;
  /** Releases everything that it delays. */
  readonly holds = new Set<() => void>();
  /** Cancels the timer of its duration. */
  cancelDuration: () => void = () => {};
  readonly #request: WireFaultRequest;
  readonly #draws: UniformStream;
  readonly #beginUs: number;
  #endUs: number | undefined;
  #isOver = false;
  #met = 0;
  #hits = 0;

  /** @param request that its schema accepts @param nowUs station time */
  constructor(id: string, request: WireFaultRequest, nowUs: number) {
    const { type, parameters, seed = 1 } = request;
    this.id = id;
    this.kind = { type, figures: wireFaultFigures(type, parameters) } as WireFaultKind;
    this.#request = request;
    this.#draws = new UniformStream(seed);
    this.#beginUs = nowUs;
  }

  get isActive(): boolean {
    return this.#endUs === undefined;
  }

  /** Whether it was removed or its duration is over, so that it delays nothing more; one that ended by its count may. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether it applies to this kind, operation and client. */
  selects({ operationId, clientNames, met }: MetBy): boolean {
    const { operation, client } = this.#request;
    if (!this.isActive || !actsOn(this.kind.type, met)) return false;
    if (this.kind.type === 'token_end' && clientNames.length === 0) return false;
    if (client !== undefined && !clientNames.includes(client)) return false;
    return operation === undefined ? !ONLY_NAMED.has(operationId) : operation === operationId;
  }

  /** Random decision for a selected one. The last hit of its count ends the fault. */
  hits(nowUs: number): boolean {
    const { count, probability = 1 } = this.#request;
    this.#met += 1;
    if (probability < 1 && this.#draws.uniform() >= probability) return false;
    this.#hits += 1;
    if (this.#hits === count) this.#endUs ??= nowUs;
    return true;
  }

  /** Delay of the next affected request or message, microseconds; 0 for another type. */
  latencyUs(): number {
    if (this.kind.type !== 'latency') return 0;
    const { jitter_ms: jitterMs, latency_ms: latencyMs } = this.kind.figures;
    return Math.round((latencyMs + jitterMs * this.#draws.uniform()) * 1000);
  }

  /** It affects nothing more, and releases everything that it delays. */
  end(nowUs: number): void {
    this.#endUs ??= nowUs;
    this.#isOver = true;
    this.cancelDuration();
    this.release();
  }

  release(): void {
    for (const goOn of [...this.holds]) goOn();
  }

  state(): WireFaultState {
    const { operation, client, probability = 1, seed = 1, count, type } = this.#request;
    return {
      id: this.id,
      type,
      status: this.isActive ? 'active' : 'ended',
      met: this.#met,
      hits: this.#hits,
      begin_time: formatTimestamp(this.#beginUs),
      ...(this.#endUs !== undefined && { end_time: formatTimestamp(this.#endUs) }),
      ...(operation !== undefined && { operation }),
      ...(client !== undefined && { client }),
      probability,
      seed,
      ...(count !== undefined && { count }),
      parameters: { ...this.kind.figures },
    };
  }
}

/** A fault of both kinds is decided once for a WebSocket: when it is open. */
function actsOn(type: WireFaultType, met: Met): boolean {
  const { place } = WIRE_FAULTS[type];
  if (met === 'websocket') return place === 'websocket' || place === 'both';
  return place === 'request' || (place === 'both' && met === 'request');
}
