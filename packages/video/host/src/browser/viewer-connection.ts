/** A WebSocket for pictures, as its server provides it. */
export interface ViewerConnection {
  /** Bytes queued but not sent yet. */
  readonly unsentBytes: number;
  /** @param frame a complete message by `MessageFrame` */
  send(frame: Buffer): void;
  /** @param code of RFC 6455 section 7.4 */
  close(code: number, reason: string): void;
  onClose(listener: () => void): void;
}

/** Frames a complete message, equal bytes for every viewer. A text is UTF-8. */
export type MessageFrame = (kind: 'text' | 'binary', payload: Uint8Array) => Buffer;
