import { Fault } from '@kitestring/base/fault.ts';

/**
 * Says what a slow line may lose. The next telemetry replaces the last, so the oldest is dropped; an order is sent, or its
 * connection ends.
 */
export type SendClass = 'Order' | 'Telemetry';

export type TransportState =
  /** `boundTo` is the port of a listener, also the one that the system has chosen. */
  | { readonly state: 'Open'; readonly peers: readonly string[]; readonly boundTo?: number }
  /** Tries again by itself. */
  | { readonly state: 'Down'; readonly reason: string }
  | { readonly state: 'Closed' };

/** Bytes to and from other ends, whatever carries them. */
export interface MavlinkTransport extends AsyncDisposable {
  /** A datagram holds whole packets; a stream may cut them anywhere. */
  readonly framing: 'Datagram' | 'Stream';
  readonly state: TransportState;
  /** Packets that a slow line has lost, counted for each end. */
  readonly dropped: number;
  /** Our address as this end sees it; undefined where it is not known, or a line has none. */
  localAddressOf?(peer: string): string | undefined;
  /** @param peer one end only; absent: all of them. Without a connection the bytes are lost: a late order is a wrong order. */
  send(bytes: Uint8Array, sendClass: SendClass, peer?: string): void;
}

export interface TransportEvents {
  /**
   * Bytes from one end. An array that belongs to the receiver.
   * @returns whether they held a valid packet: only such an end gets a place among the peers of a UDP listener
   */
  onBytes(bytes: Uint8Array, peer: string): boolean;
  /** A connection has ended; what was received of a packet is worthless. */
  onPeerLeft?(peer: string): void;
  onState?(state: TransportState): void;
}

export type TransportFaultCode =
  | 'PORT_IN_USE'
  | 'NOT_ALLOWED'
  | 'NO_SUCH_ADDRESS'
  | 'NO_DEVICE'
  | 'NO_SERIALPORT'
  | 'FAILED';

/** A transport cannot be opened. The message is one line with the remedy. */
export class TransportFault extends Fault {
  readonly code: TransportFaultCode;

  constructor(code: TransportFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** More ends than an aircraft or a ground station talks to; the rest is refused, so that strangers cost a bounded amount. */
export const PEERS_MAX = 16;

const CODES: Readonly<Record<string, TransportFaultCode>> = {
  EADDRINUSE: 'PORT_IN_USE',
  EACCES: 'NOT_ALLOWED',
  EADDRNOTAVAIL: 'NO_SUCH_ADDRESS',
  ENOTFOUND: 'NO_SUCH_ADDRESS',
  EAI_AGAIN: 'NO_SUCH_ADDRESS',
};

const REMEDIES: Partial<Readonly<Record<TransportFaultCode, string>>> = {
  PORT_IN_USE: 'the port is in use: end the other program, or choose another port',
  NOT_ALLOWED: 'not allowed: choose a port above 1023',
  NO_SUCH_ADDRESS: 'this computer has no such address: try 0.0.0.0',
};

export function listenFault(where: string, error: Error): TransportFault {
  const code = CODES[(error as NodeJS.ErrnoException).code ?? ''] ?? 'FAILED';
  return new TransportFault(code, `${where}: ${REMEDIES[code] ?? error.message}`, { cause: error });
}
