import type { Log } from '@kitestring/base/log.ts';
import type { NatsConnection } from '@nats-io/transport-node';

/** State of the connection to the broker. */
export class BrokerLink {
  #isConnected = true;
  #hasStopped = false;
  #reconnects = 0;
  #connectedSinceMs = performance.now();
  readonly #listeners = new Set<() => void>();

  constructor(connection: NatsConnection, log: Log) {
    void this.#follow(connection, log);
  }

  /** Called after a reconnection: messages may have been missed. */
  onReconnect(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Number of reconnections to the broker. */
  get reconnects(): number {
    return this.#reconnects;
  }

  /** Start of the current connection by the monotonic clock, since which no message was missed; infinite while disconnected. */
  get connectedSinceMs(): number {
    return this.#isConnected ? this.#connectedSinceMs : Number.POSITIVE_INFINITY;
  }

  /** The connection is closed on purpose: this is not counted as a loss. */
  stop(): void {
    this.#hasStopped = true;
  }

  async #follow(connection: NatsConnection, log: Log): Promise<void> {
    for await (const { type } of connection.status()) {
      if (this.#hasStopped) return;
      if (type === 'disconnect') {
        this.#isConnected = false;
        log.warn({}, 'the broker is unreachable');
      } else if (type === 'reconnect') {
        this.#isConnected = true;
        this.#connectedSinceMs = performance.now();
        this.#reconnects += 1;
        log.info({}, 'the broker is reachable again');
        for (const listener of this.#listeners) listener();
      }
    }
  }
}
