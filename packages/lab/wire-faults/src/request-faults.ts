import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { RequestJournal } from '@kitestring/lab-request-journal/request-journal.ts';
import { type Caller, clientNamesOf } from '@kitestring/station-contract/auth/caller.ts';
import { isBinary, type Operation } from '@kitestring/station-contract/operation.ts';
import { type Refusal, refusal } from '@kitestring/station-contract/refusal.ts';
import { isSpared } from '@kitestring/station-contract/sim/wire-fault-reach.ts';
import type { Answers, Exchange } from '@kitestring/web/http';
import type { FilteredRequest, RequestFilter } from '@kitestring/web/traffic';
import { type BodyFaults, FaultedBody } from './faulted-body.ts';
import { shiftedTimes } from './shifted-times.ts';
import type { WireFault, WireFaultKind } from './wire-fault.ts';
import type { WireFaults } from './wire-faults.ts';

type Figures<T extends WireFaultKind['type']> = Extract<WireFaultKind, { type: T }>['figures'];

interface RequestFaultsDeps {
  readonly faults: WireFaults;
  readonly answers: Answers;
  readonly endSession: (caller: Caller) => void;
  /** @param downtimeS seconds of station time */
  readonly restart: (downtimeS: number) => void;
  readonly journal: RequestJournal;
}

/** Applies faults to requests, between the access check and the handler. */
export class RequestFaults implements RequestFilter {
  readonly #deps: RequestFaultsDeps;

  constructor(deps: RequestFaultsDeps) {
    this.#deps = deps;
  }

  /** Whether any fault is set: the only check while there is none. */
  get isActive(): boolean {
    return this.#deps.faults.current !== undefined;
  }

  meet(request: FilteredRequest): void {
    const { exchange, operation } = request;
    if (isSpared(operation)) {
      request.carryOut();
      return;
    }
    const met = isUpgrade(operation) ? 'upgrade' : 'request';
    const clientNames = exchange.caller === null ? [] : clientNamesOf(exchange.caller);
    const hits = this.#deps.faults.hitsOn({ operationId: operation.id, clientNames, met });
    for (const { kind } of hits) this.#deps.journal.wireFaultHit(kind.type, exchange.caller?.callerName, exchange);
    this.#delay(hits, () => this.#act(hits, request));
  }

  #delay(hits: readonly WireFault[], goOn: () => void): void {
    const { faults } = this.#deps;
    const late = hits.find(({ kind }) => kind.type === 'latency');
    const waitUs = hits.reduce((sum, fault) => sum + fault.latencyUs(), 0);
    if (late === undefined || faults.hold(late, faults.nowUs() + waitUs, goOn) === undefined) goOn();
  }

  #act(hits: readonly WireFault[], request: FilteredRequest): void {
    const { exchange, operation } = request;
    const body: { -readonly [K in keyof BodyFaults]: BodyFaults[K] } = {};
    for (const fault of hits) {
      const { kind } = fault;
      const instead = this.#insteadOf(kind, request);
      if (instead !== undefined) {
        if (isAfter(kind)) carryOutFirst(request, instead);
        else instead();
        return;
      }
      if (kind.type === 'bandwidth') body.slow = { fault, bytesPerS: kind.figures.bytes_per_s };
      if (kind.type === 'stalled_body') body.stop = { fault, afterBytes: kind.figures.after_bytes, ends: false };
      if (kind.type === 'truncated_body') body.stop = { fault, afterBytes: kind.figures.after_bytes, ends: true };
      if (kind.type === 'clock_skew') {
        const skewS = kind.figures.skew_s;
        shiftDate(exchange.response, skewS);
        if (!Object.values(operation.replies).some(isBinary)) body.change = (bytes) => shiftedTimes(bytes, skewS);
      }
    }
    if (Object.keys(body).length > 0) new FaultedBody(exchange.response, this.#deps.faults, body);
    request.carryOut();
  }

  /** The end that replaces the answer; undefined for a fault that lets it pass. */
  #insteadOf(
    kind: WireFaultKind,
    { carryOut, exchange, operation, passes }: FilteredRequest,
  ): (() => void) | undefined {
    const { endSession, restart } = this.#deps;
    switch (kind.type) {
      case 'reset':
        return () => this.#reset(exchange, operation);
      case 'restart':
        return () => {
          this.#reset(exchange, operation);
          restart(kind.figures.downtime_s);
        };
      case 'error_status':
        return () => this.#answerError(exchange, operation, kind.figures);
      case 'token_end':
        return () => {
          if (exchange.caller !== null) endSession(exchange.caller);
          if (passes()) carryOut();
        };
      default:
        return undefined;
    }
  }

  #reset(exchange: Exchange, operation: Operation): void {
    reset(exchange);
    this.#deps.answers.lost(exchange, operation);
  }

  #answerError(exchange: Exchange, operation: Operation, figures: Figures<'error_status'>): void {
    const { answers } = this.#deps;
    const { status, retry_after_s: waitS } = figures;
    const headers = waitS > 0 && (status === 429 || status === 503) ? ['Retry-After', String(waitS)] : [];
    const refused = refusalOf(figures);
    if (refused !== undefined) answers.refuse(exchange, operation, refused, headers);
    else answers.send(exchange, operation.id, { status, mediaType: 'text/html', body: gatewayPage(status), headers });
  }
}

const isUpgrade = ({ replies }: Operation): boolean => 101 in replies;

const isAfter = ({ figures }: WireFaultKind): boolean => 'moment' in figures && figures.moment === 'after';

/** A TCP reset; over TLS, which Node cannot reset, an end without `close_notify`. */
function reset({ request: { socket } }: Exchange): void {
  // A client in this process has no socket that could be reset.
  if (socket instanceof TLSSocket || !(socket instanceof Socket)) (socket as Duplex).destroy();
  else socket.resetAndDestroy();
}

/** Executes the request and replaces its answer with another end. */
function carryOutFirst({ carryOut, exchange, operation }: FilteredRequest, instead: () => void): void {
  const { response } = exchange;
  if (isUpgrade(operation)) {
    carryOut();
    instead();
    return;
  }
  response.writeHead = () => {
    for (const name of ['writeHead', 'write', 'end'] as const) Reflect.deleteProperty(response, name);
    instead();
    discardAll(response);
    return response;
  };
  carryOut();
}

function discardAll(response: ServerResponse): void {
  response.writeHead = () => response;
  response.end = () => response;
  response.write = (_chunk: unknown, ...rest: unknown[]) => {
    const done = rest.find((part) => typeof part === 'function');
    if (done !== undefined) queueMicrotask(done as () => void);
    return true;
  };
}

function shiftDate(response: ServerResponse, skewS: number): void {
  const date = new Date(Date.now() + skewS * 1000).toUTCString();
  const { writeHead } = response;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const head = rest.find((part) => Array.isArray(part)) as string[] | undefined;
    return Reflect.apply(writeHead, response, [status, [...(head ?? []), 'Date', date]]);
  };
}

function refusalOf({ status, retry_after_s: waitS }: Figures<'error_status'>): Refusal | undefined {
  if (status === 429 && waitS === 0) return refusal('RATE_LIMITED.fault');
  if (status === 429) return refusal('RATE_LIMITED.faultWait', { waitS });
  if (status === 503) return refusal('STATION_BUSY.fault');
  return status === 500 ? refusal('INTERNAL_ERROR.unlogged') : undefined;
}

const gatewayPage = (status: number): Buffer =>
  Buffer.from(`<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`);
