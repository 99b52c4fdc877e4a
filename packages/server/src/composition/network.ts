import { addressGroup } from '@kitestring/media/rtsp/client-address.ts';
import { type Cancel, type Clock, every } from '@kitestring/station/ports/clock.ts';
import type { Log } from '../http/log.ts';
import type { TrustedProxies } from '../limits/trusted-proxies.ts';
import type { EndedConnections } from '../listen/ended-connections.ts';
import { FrontDoor } from '../listen/front-door.ts';
import type { Deadlines } from '../listen/http-limits.ts';
import { HttpServers, type HttpServersParts, type TlsPair } from '../listen/http-servers.ts';
import type { ListenAddress } from '../server-settings.ts';
import type { TlsMode } from '../tls/tls-mode.ts';
import type { Api } from './api.ts';

/** How often connections are looked at for their end when the station stops. */
const LOOK_EVERY_US = 20_000;
/** How often the queues are added up: in this time nobody can fill the memory. */
const BOUND_EVERY_US = 500_000;

export interface NetworkParts {
  readonly api: Api;
  readonly tls: TlsPair;
  readonly tlsMode: TlsMode;
  readonly listeners: readonly ListenAddress[];
  readonly isKnownHost: HttpServersParts['isKnownHost'];
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
  readonly proxies: TrustedProxies;
  readonly ended: EndedConnections;
  readonly deadlines: Deadlines;
  readonly log: Log;
  /** Real time, whatever the clock of the limits is: sockets know no other. */
  readonly wall: Clock;
}

/** The API on the network: all the places that are listened at. */
export class Network {
  readonly #parts: NetworkParts;
  readonly #servers: HttpServers;
  readonly #doors: FrontDoor[] = [];
  readonly #cancelBound: Cancel;
  /** Open connections by address, all listeners together. */
  readonly #byAddress = new Map<string, number>();
  #isRefusing = false;

  private constructor(parts: NetworkParts) {
    const { api, deadlines, ended, isKnownHost, log, tls, tlsMode, wall } = parts;
    this.#parts = parts;
    this.#servers = new HttpServers({
      listener: api.app.listener,
      headers: api.answers.commonHeaders,
      tls,
      tlsMode,
      isKnownHost,
      deadlines,
      ended,
      onBug: (error) => log.error({ err: error }, 'a request broke the server'),
      onUpgrade: (request, upgrade) => api.upgrades.note(request, upgrade),
    });
    this.#cancelBound = every(wall, BOUND_EVERY_US, () => this.#servers.boundQueues());
  }

  /** Opens every listener, or none. @throws ListenFault */
  static async open(parts: NetworkParts): Promise<Network> {
    const network = new Network(parts);
    try {
      for (const address of parts.listeners) await network.#listen(address);
    } catch (fault) {
      network.#end();
      throw fault;
    }
    return network;
  }

  get addresses(): readonly ListenAddress[] {
    return this.#doors.map(({ address }) => address);
  }

  renewTls(tls: TlsPair): void {
    this.#servers.renewTls(tls);
  }

  /** Takes no connection and begins no request from now on; those that have begun are still answered. */
  refuseAll(): void {
    if (this.#isRefusing) return;
    this.#isRefusing = true;
    for (const door of this.#doors) door.close();
    this.#servers.beginStop();
    for (const door of this.#doors) door.dropSilent();
  }

  /** Takes no more connections, lets requests and WebSockets end, and then ends the rest. */
  async stop(): Promise<void> {
    const {
      api: { connections },
      deadlines,
    } = this.#parts;
    for (const door of this.#doors) door.close();
    if (!this.#isRefusing) await this.#wait(deadlines.onTheWayMs);
    this.refuseAll();
    await Promise.race([connections.closeAll(), this.#wait(deadlines.goodbyeMs)]);
    connections.terminateAll();
    await this.#requestsEnd();
    this.#end();
  }

  /** @returns what gives the place back; undefined when the address has all of its connections */
  #takeAddress(address: string | undefined): (() => void) | undefined {
    const { connectionsPerAddressMax, ended, proxies } = this.#parts;
    // Behind it there are many.
    if (proxies.trusts(address)) return () => {};
    const group = addressGroup(address);
    const open = this.#byAddress.get(group) ?? 0;
    if (open >= connectionsPerAddressMax) {
      ended.add('address_full');
      return undefined;
    }
    this.#byAddress.set(group, open + 1);
    return () => {
      const left = (this.#byAddress.get(group) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(group);
      else this.#byAddress.set(group, left);
    };
  }

  async #listen(address: ListenAddress): Promise<void> {
    const { connectionsMax, deadlines, log } = this.#parts;
    const door = await FrontDoor.open(address, {
      acceptPlain: (socket) => this.#servers.acceptPlain(socket),
      acceptSecure: (socket) => this.#servers.acceptSecure(socket),
      connectionsMax,
      takeAddress: (address) => this.#takeAddress(address),
      silenceMs: deadlines.silenceMs,
      onError: (error) => log.warn({ err: error, address }, 'a connection could not be taken'),
    });
    this.#doors.push(door);
  }

  /** A connection is free to go once its request is answered, which nobody tells: so it is looked at. */
  async #requestsEnd(): Promise<void> {
    const cancel = every(this.#parts.wall, LOOK_EVERY_US, () => this.#servers.closeIdle());
    await Promise.race([
      Promise.all(this.#doors.map((door) => door.whenEmpty())),
      this.#wait(this.#parts.deadlines.finishMs),
    ]);
    cancel();
  }

  #end(): void {
    this.#cancelBound();
    this.#servers.stop();
    for (const door of this.#doors) {
      door.close();
      door.destroyAll();
    }
  }

  #wait(ms: number): Promise<void> {
    const { wall } = this.#parts;
    return new Promise((resolve) => void wall.schedule(wall.nowUs() + ms * 1000, resolve));
  }
}
