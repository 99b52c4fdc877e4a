import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Clock } from '@kitestring/base/clock.ts';
import type { WebSocket } from 'ws';
import { Connection } from '../../src/subscriptions/connection.ts';

/** The far end of a connection in unit tests: what it was sent, and how much of it it has not read. */
export class TestPeer extends EventEmitter {
  /** Bytes that wait to be read. */
  unread = 0;
  bytesWritten = 100_000;
  readonly OPEN = 1;
  readyState = 1;
  readonly messages: string[] = [];
  readonly closes: string[] = [];
  pings = 0;
  onMessage: (message: string) => void = () => {};

  readonly socket = {
    peer: this,
    get bytesWritten() {
      return this.peer.bytesWritten;
    },
    get writableLength() {
      return this.peer.unread;
    },
    write: (frame: Buffer) => {
      const message = unframe(frame);
      this.messages.push(message);
      this.onMessage(message);
    },
  };

  ping(): void {
    this.pings += 1;
  }

  close(code: number, reason: string): void {
    this.closes.push(`${code} ${reason}`);
    this.readyState = 2;
  }

  terminate(): void {
    this.closes.push('terminated');
    this.readyState = 3;
    this.emit('close');
  }

  connect(realTimeClock: Clock, { id = 'c1', sessionId = 's1', isEnveloped = false } = {}): Connection {
    const webSocket = this as unknown as WebSocket;
    const socket = this.socket as unknown as Socket;
    return new Connection({
      id,
      sessionId,
      operationId: 'test',
      client: 'test',
      clientNames: ['test'],
      isEnveloped,
      webSocket,
      socket,
      realTimeClock,
    });
  }
}

function unframe(frame: Buffer): string {
  return frame.subarray((frame[1] ?? 0) < 126 ? 2 : 4).toString();
}
