import type { RequestJournal } from '@kitestring/lab-request-journal/request-journal.ts';
import type { FilteredWebSocket, MessageFilter } from '@kitestring/web/traffic';
import { shiftedTimes } from './shifted-times.ts';
import type { WireFault } from './wire-fault.ts';
import type { WireFaults } from './wire-faults.ts';

/** First byte of a whole text message (RFC 6455 section 5.2). */
const TEXT = 0x81;

/** State of one WebSocket under the faults. */
interface Line {
  isSilent: boolean;
  skewS: number;
  closing: { readonly code: number; messagesLeft: number } | undefined;
  readonly late: Set<WireFault>;
  /** When the last delayed message is due, real time; a later one never overtakes it. */
  dueUs: number;
}

/** Applies faults to open WebSockets. */
export class WebSocketFaults implements MessageFilter {
  readonly #faults: WireFaults;
  readonly #journal: RequestJournal;
  readonly #open = new Map<FilteredWebSocket, Line>();
  readonly #unwatch: () => void;

  constructor(faults: WireFaults, journal: RequestJournal) {
    this.#faults = faults;
    this.#journal = journal;
    this.#unwatch = faults.watch((fault) => this.#meetOpen(fault));
  }

  stop(): void {
    this.#unwatch();
  }

  /** Whether any fault is set: the only check while there is none. */
  get isActive(): boolean {
    return this.#faults.current !== undefined;
  }

  opened(webSocket: FilteredWebSocket): void {
    const line: Line = { isSilent: false, skewS: 0, closing: undefined, late: new Set(), dueUs: 0 };
    this.#open.set(webSocket, line);
    webSocket.onClose(() => this.#open.delete(webSocket));
    if (!this.isActive) return;
    for (const fault of this.#faults.hitsOn(metBy(webSocket))) this.#hit(fault, webSocket, line);
  }

  isSilent(webSocket: FilteredWebSocket): boolean {
    return this.#open.get(webSocket)?.isSilent === true;
  }

  send(webSocket: FilteredWebSocket, frame: Buffer): void {
    const line = this.#open.get(webSocket);
    if (line === undefined) webSocket.write(frame);
    else if (!line.isSilent)
      this.#pass(webSocket, line, line.skewS !== 0 && frame[0] === TEXT ? shiftedTimes(frame, line.skewS) : frame);
  }

  #meetOpen(fault: WireFault): void {
    if (!fault.isActive) return;
    for (const [webSocket, line] of this.#open) {
      if (!this.#faults.isHit(fault, metBy(webSocket))) continue;
      this.#hit(fault, webSocket, line);
      if (fault.kind.type === 'websocket_close') webSocket.endWith(fault.kind.figures.code);
    }
  }

  #hit(fault: WireFault, webSocket: FilteredWebSocket, line: Line): void {
    const { kind } = fault;
    this.#journal.wireFaultHit(kind.type, webSocket.client);
    if (kind.type === 'websocket_close') {
      line.closing = { code: kind.figures.code, messagesLeft: kind.figures.after_messages };
      if (line.closing.messagesLeft === 0) webSocket.endWith(kind.figures.code);
    } else if (kind.type === 'subscription_silence') {
      line.isSilent = true;
      this.#keep(fault, webSocket, () => webSocket.terminate());
    } else if (kind.type === 'clock_skew') {
      const { skew_s: skewS } = kind.figures;
      line.skewS += skewS;
      this.#keep(fault, webSocket, () => {
        line.skewS -= skewS;
      });
    } else if (kind.type === 'latency') {
      line.late.add(fault);
      this.#keep(fault, webSocket, () => line.late.delete(fault));
    }
  }

  /** Applies the fault to this WebSocket until one of them ends. */
  #keep(fault: WireFault, webSocket: FilteredWebSocket, over: () => void): void {
    const forget = this.#faults.hold(fault, undefined, over);
    if (forget === undefined) over();
    else webSocket.onClose(forget);
  }

  #pass(webSocket: FilteredWebSocket, line: Line, frame: Buffer): void {
    const [late] = line.late;
    const nowUs = this.#faults.nowUs();
    const waitUs = [...line.late].reduce((sum, fault) => sum + fault.latencyUs(), 0);
    line.dueUs = Math.max(line.dueUs, nowUs + waitUs);
    const send = () => this.#deliver(webSocket, line, frame);
    if (late === undefined || waitUs === 0) send();
    else if (this.#faults.hold(late, line.dueUs, send) === undefined) webSocket.endWith(FULL);
  }

  #deliver(webSocket: FilteredWebSocket, { closing }: Line, frame: Buffer): void {
    webSocket.write(frame);
    if (closing === undefined) return;
    closing.messagesLeft -= 1;
    if (closing.messagesLeft === 0) webSocket.endWith(closing.code);
  }
}

/** Try again later: too much is being delayed. */
const FULL = 1013;

const metBy = ({ operationId, clientNames }: FilteredWebSocket) => ({
  operationId,
  clientNames,
  met: 'websocket' as const,
});
