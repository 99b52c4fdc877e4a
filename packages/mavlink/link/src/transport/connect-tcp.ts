import { connect } from 'node:net';
import type { Connect } from './stream-client.ts';

/** A connection without a delay for small packets. One whose other end has vanished ends after minutes; its heartbeats stop at once. */
export const connectTcp =
  ({ host, port }: { readonly host: string; readonly port: number }): Connect =>
  (signal) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
      const abort = () => socket.destroy(signal.reason as Error);
      signal.addEventListener('abort', abort, { once: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        signal.removeEventListener('abort', abort);
        socket.off('error', reject);
        resolve(socket);
      });
    });
