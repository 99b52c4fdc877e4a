import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@kitestring/base/log.ts';
import { type EnginePorts, NatsServer, type NatsServerOptions } from './nats-server.ts';

const RESTART_MS = { first: 100, most: 5000 };
/** Run time after which the server counts as healthy. */
const LIVED_MS = 10_000;

/** Free space at which a server that has disabled its streams is restarted, and the interval between checks. */
const SPACE_BYTES = 32 * 1024 ** 2;
const LOOK_MS = 2000;

interface EngineHostOptions extends Omit<NatsServerOptions, 'log' | 'operatorJwt' | 'accounts' | 'systemAccount'> {
  readonly log: Log;
  /** Tokens of operator and accounts; requested at each start. */
  readonly accounts: () => Pick<NatsServerOptions, 'operatorJwt' | 'accounts' | 'systemAccount'>;
}

/** Keeps a nats-server running: restarts it when it ends, on the same ports. */
export class EngineHost {
  /** They stay the same after a restart. */
  readonly ports: EnginePorts;
  readonly #options: EngineHostOptions;
  readonly #ended: Promise<void>;
  readonly #stop = new AbortController();
  #server: NatsServer;
  #fault: string | undefined;

  private constructor(options: EngineHostOptions, server: NatsServer) {
    this.ports = server.ports;
    const { client: port, webSocket } = server.ports;
    this.#options = { ...options, port, webSocket: { ...options.webSocket, port: webSocket } };
    this.#server = server;
    this.#ended = this.#keepRunning();
  }

  /** @throws HubFault when it does not start */
  static async start(options: EngineHostOptions): Promise<EngineHost> {
    return new EngineHost(options, await NatsServer.start({ ...options, ...options.accounts() }));
  }

  /** Why it does not run; undefined while it runs. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Loads the certificates again. */
  reload(): void {
    this.#server.reload();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#server.stop();
    await this.#ended;
  }

  async #keepRunning(): Promise<void> {
    const { log } = this.#options;
    let pauseMs = RESTART_MS.first;
    let startedMs = performance.now();
    for (;;) {
      const server = this.#server;
      void server.givenUp.then(() => this.#restartWithSpace(server));
      const reason = await server.ended;
      if (this.#stop.signal.aborted) return;
      this.#fault = `nats-server has ended (${reason}) and is started again`;
      log.error({ reason }, 'nats-server has ended; it is started again');
      if (performance.now() - startedMs > LIVED_MS) pauseMs = RESTART_MS.first;
      for (;;) {
        await wait(pauseMs, undefined, { signal: this.#stop.signal }).catch(() => {});
        if (this.#stop.signal.aborted) return;
        pauseMs = Math.min(2 * pauseMs, RESTART_MS.most);
        startedMs = performance.now();
        if (await this.#startAgain()) break;
      }
    }
  }

  /** On a full disk nats-server disables streams permanently: only a restart enables them. */
  async #restartWithSpace(server: NatsServer): Promise<void> {
    const { folder, log } = this.#options;
    log.error({}, 'nats-server cannot write its streams: it is started again when its disk has space');
    const ended = new AbortController();
    void server.ended.then(() => ended.abort());
    const signal = AbortSignal.any([ended.signal, this.#stop.signal]);
    do await wait(LOOK_MS, undefined, { signal }).catch(() => {});
    while (!signal.aborted && !(await hasSpace(folder)));
    if (!signal.aborted) await server.stop();
  }

  async #startAgain(): Promise<boolean> {
    try {
      this.#server = await NatsServer.start({ ...this.#options, ...this.#options.accounts() });
      this.#fault = undefined;
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : String(error);
      this.#options.log.error({ err: error }, 'nats-server does not start');
      return false;
    }
    // Stopped meanwhile: only this call has a reference to the new server.
    if (this.#stop.signal.aborted) await this.#server.stop();
    return true;
  }
}

async function hasSpace(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize > SPACE_BYTES;
  } catch {
    return false;
  }
}
