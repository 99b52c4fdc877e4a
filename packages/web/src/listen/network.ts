import type { RequestListener } from 'node:http';
import { addressGroup } from '@kitestring/base/client-address.ts';
import { type Cancel, type Clock, every } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import type { Answers } from '../http/answers.ts';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';
import type { Connections } from '../subscriptions/connections.ts';
import type { Upgrades } from '../subscriptions/upgrades.ts';
import type { EndedConnections } from './ended-connections.ts';
import type { Deadlines } from './http-limits.ts';
import { HttpListener } from './http-listener.ts';
import { HttpServers, type HttpServersOptions, type TlsPair } from './http-servers.ts';
import type { ListenAddress } from './listen-address.ts';
import type { TlsMode } from './tls-mode.ts';

/** Poll interval for the end of connections during shutdown. */
const LOOK_EVERY_US = 20_000;
/** Interval at which queues are summed: too short to fill the memory. */
const BOUND_EVERY_US = 500_000;

/** An API, ready to be served. */
interface ServedApi {
  /** Request handler, for any number of servers. */
  readonly listener: RequestListener;
  readonly answers: Pick<Answers, 'commonHeaders'>;
  readonly upgrades: Pick<Upgrades, 'note'>;
  readonly connections: Pick<Connections, 'closeAll' | 'terminateAll'>;
}

interface NetworkDeps {
  readonly api: ServedApi;
  readonly tls: TlsPair;
  readonly tlsMode: TlsMode;
  readonly listeners: readonly ListenAddress[];
  readonly isKnownHost: HttpServersOptions['isKnownHost'];
  readonly hasOwnDeadline?: HttpServersOptions['hasOwnDeadline'];
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
  /** Clients for whom the last quarter of the connections is reserved; absent: nothing is reserved. */
  readonly isKnownClient?: (address: string | undefined) => boolean;
  readonly proxies: TrustedProxies;
  readonly ended: EndedConnections;
  readonly deadlines: Deadlines;
  readonly log: Log;
  /** Real time, independent of the clock of the limits: sockets use no other. */
  readonly realTimeClock: Clock;
}

/** Share of the connections for clients that have not signed in. */
const STRANGERS_SHARE = 0.75;

/** The API on the network: all listening addresses. */
export class Network {
  readonly #deps: NetworkDeps;
  readonly #servers: HttpServers;
  readonly #listeners: HttpListener[] = [];
  readonly #cancelBound: Cancel;
  /** Number of open connections by address, over all listeners. */
  readonly #byAddress = new Map<string, number>();
  #isRefusing = false;

  private constructor(deps: NetworkDeps) {
    const { api, deadlines, ended, hasOwnDeadline, isKnownHost, log, tls, tlsMode, realTimeClock } = deps;
    this.#deps = deps;
    this.#servers = new HttpServers({
      listener: api.listener,
      headers: api.answers.commonHeaders,
      tls,
      tlsMode,
      isKnownHost,
      hasOwnDeadline,
      deadlines,
      ended,
      onBug: (error) => log.error({ err: error }, 'a request failed because of a bug in the server'),
      onUpgrade: (request, upgrade) => api.upgrades.note(request, upgrade),
    });
    this.#cancelBound = every(realTimeClock, BOUND_EVERY_US, () => this.#servers.boundQueues());
  }

  /** Opens every listener, or none. @throws ListenFault */
  static async open(deps: NetworkDeps): Promise<Network> {
    const network = new Network(deps);
    try {
      for (const address of deps.listeners) await network.#listen(address);
    } catch (fault) {
      network.#end();
      throw fault;
    }
    return network;
  }

  get addresses(): readonly ListenAddress[] {
    return this.#listeners.map(({ address }) => address);
  }

  renewTls(tls: TlsPair): void {
    this.#servers.renewTls(tls);
  }

  /** Accepts no new connection or request; requests in progress are still answered. */
  refuseAll(): void {
    if (this.#isRefusing) return;
    this.#isRefusing = true;
    for (const listener of this.#listeners) listener.close();
    this.#servers.beginStop();
    for (const listener of this.#listeners) listener.dropSilent();
  }

  /** Accepts no more connections, waits for requests and WebSockets, and then ends the rest. */
  async stop(): Promise<void> {
    const {
      api: { connections },
      deadlines,
    } = this.#deps;
    for (const listener of this.#listeners) listener.close();
    if (!this.#isRefusing) await this.#wait(deadlines.onTheWayMs);
    this.refuseAll();
    await Promise.race([connections.closeAll(), this.#wait(deadlines.goodbyeMs)]);
    connections.terminateAll();
    await this.#requestsEnd();
    this.#end();
  }

  /** @returns a function that releases the place; undefined when the address is at its limit */
  #takeAddress(address: string | undefined, open: number): (() => void) | undefined {
    const { connectionsMax, connectionsPerAddressMax, ended, isKnownClient, proxies } = this.#deps;
    // Many clients share a proxy's address.
    if (proxies.trusts(address)) return () => {};
    // Strangers with many addresses must not displace clients that have signed in.
    if (open >= connectionsMax * STRANGERS_SHARE && isKnownClient?.(address) === false) {
      ended.add('listener_full');
      return undefined;
    }
    const group = addressGroup(address);
    const own = this.#byAddress.get(group) ?? 0;
    if (own >= connectionsPerAddressMax) {
      ended.add('address_full');
      return undefined;
    }
    this.#byAddress.set(group, own + 1);
    return () => {
      const left = (this.#byAddress.get(group) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(group);
      else this.#byAddress.set(group, left);
    };
  }

  async #listen(address: ListenAddress): Promise<void> {
    const { connectionsMax, deadlines, ended, log } = this.#deps;
    const listener = await HttpListener.open(address, {
      acceptPlain: (socket) => this.#servers.acceptPlain(socket),
      acceptSecure: (socket) => this.#servers.acceptSecure(socket),
      connectionsMax,
      onFull: () => ended.add('listener_full'),
      takeAddress: (address, open) => this.#takeAddress(address, open),
      silenceMs: deadlines.silenceMs,
      onError: (error) => log.warn({ err: error, address }, 'a connection could not be accepted'),
    });
    this.#listeners.push(listener);
  }

  /** No event reports the end of a request on a connection, so it is polled. */
  async #requestsEnd(): Promise<void> {
    const cancel = every(this.#deps.realTimeClock, LOOK_EVERY_US, () => this.#servers.closeIdle());
    await Promise.race([
      Promise.all(this.#listeners.map((listener) => listener.whenEmpty())),
      this.#wait(this.#deps.deadlines.finishMs),
    ]);
    cancel();
  }

  #end(): void {
    this.#cancelBound();
    this.#servers.stop();
    for (const listener of this.#listeners) {
      listener.close();
      listener.destroyAll();
    }
  }

  #wait(ms: number): Promise<void> {
    const { realTimeClock } = this.#deps;
    return new Promise((resolve) => void realTimeClock.schedule(realTimeClock.nowUs() + ms * 1000, () => resolve()));
  }
}
