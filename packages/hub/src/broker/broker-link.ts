import type { Log } from '@kitestring/base/log.ts';
import type { NatsConnection } from '@nats-io/transport-node';

/** Whether the broker is there, as its connection tells. */
export class BrokerLink {
  #isConnected = true;
  #hasStopped = false;
  #reconnects = 0;
  #connectedSinceMs = performance.now();

  /** @param onBack called when the broker is back: messages may have been missed */
  constructor(connection: NatsConnection, log: Log, onBack: () => void) {
    void this.#follow(connection, log, onBack);
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** How often the broker was away and has come back. */
  get reconnects(): number {
    return this.#reconnects;
  }

  /** Since when nothing of it was missed, by the monotonic clock; infinite while it is away. */
  get connectedSinceMs(): number {
    return this.#isConnected ? this.#connectedSinceMs : Number.POSITIVE_INFINITY;
  }

  /** The connection is about to be closed: that is no loss. */
  stop(): void {
    this.#hasStopped = true;
  }

  async #follow(connection: NatsConnection, log: Log, onBack: () => void): Promise<void> {
    for await (const { type } of connection.status()) {
      if (this.#hasStopped) return;
      if (type === 'disconnect') {
        this.#isConnected = false;
        log.warn({}, 'the broker is away');
      } else if (type === 'reconnect') {
        this.#isConnected = true;
        this.#connectedSinceMs = performance.now();
        this.#reconnects += 1;
        log.info({}, 'the broker is back');
        onBack();
      }
    }
  }
}
