import { randomUUID } from 'node:crypto';
import { Nothing, operation } from '@kitestring/contract/operation.ts';
import { rethrow } from '@kitestring/station/containment.ts';
import { ALICE } from '@kitestring/testing/scripted-station.ts';
import type { FastifyReply } from 'fastify';
import type { Api } from '../../src/composition/api.ts';
import { Network } from '../../src/composition/network.ts';
import { Answers } from '../../src/http/answers.ts';
import { buildApp } from '../../src/http/build-app.ts';
import { Cors } from '../../src/http/cors.ts';
import { Gate } from '../../src/http/gate.ts';
import { SILENT_LOG } from '../../src/http/log.ts';
import { RequestCounts } from '../../src/http/request-counts.ts';
import { openRoute, type Route, TAKEN_OVER } from '../../src/http/route.ts';
import { AddressQuotas } from '../../src/limits/address-quotas.ts';
import { RequestQuotas } from '../../src/limits/request-quotas.ts';
import { TrustedProxies } from '../../src/limits/trusted-proxies.ts';
import { EndedConnections } from '../../src/listen/ended-connections.ts';
import { DEADLINES } from '../../src/listen/http-limits.ts';
import { DEFAULT_LIMITS } from '../../src/server-settings.ts';
import { Connections } from '../../src/subscriptions/connections.ts';
import { messageFrame } from '../../src/subscriptions/message-frame.ts';
import { type OpenedWebSocket, Upgrades } from '../../src/subscriptions/upgrades.ts';
import { WebSocketDoor } from '../../src/subscriptions/web-socket-door.ts';
import { WallClock } from '../../src/wall-clock.ts';

const echo = operation({
  id: 'echo',
  base: '',
  method: 'GET',
  path: '/echo',
  summary: 'Sends back what comes',
  description: 'For tests of the WebSocket layer.',
  access: 'open',
  replies: { 101: Nothing },
  errors: ['UPGRADE_REQUIRED', 'TOO_MANY_CONNECTIONS'],
});

/** Those of the product, which the echo asks for what a client has sent: no topic of the API wants to know that. */
class EchoUpgrades extends Upgrades {
  newest: OpenedWebSocket | undefined;

  override accept(reply: FastifyReply, id: string | undefined, opened: (it: OpenedWebSocket) => void): void {
    super.accept(reply, id, (it) => {
      this.newest = it;
      opened(it);
    });
  }
}

/**
 * The network, HTTP and WebSockets of a station with one operation, an echo at `/echo`: everything between the socket
 * and a message is the product's.
 */
export class EchoStation implements AsyncDisposable {
  readonly #network: Network;
  readonly #api: Api;

  private constructor(network: Network, api: Api) {
    this.#network = network;
    this.#api = api;
  }

  /** @param port 0: one that is free */
  static async start(port = 0): Promise<EchoStation> {
    const wall = new WallClock();
    const api = await echoApi(wall);
    const network = await Network.open({
      api,
      tls: { key: '', cert: '' },
      tlsMode: 'off',
      listeners: [{ host: '127.0.0.1', port }],
      isKnownHost: () => true,
      connectionsMax: DEFAULT_LIMITS.connections,
      connectionsPerAddressMax: DEFAULT_LIMITS.connectionsPerAddress,
      proxies: api.proxies,
      ended: new EndedConnections(),
      deadlines: { ...DEADLINES, onTheWayMs: 0 },
      log: SILENT_LOG,
      wall,
    });
    return new EchoStation(network, api);
  }

  get port(): number {
    return this.#network.addresses[0]?.port ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#network.stop();
    await this.#api.app.close();
  }
}

async function echoApi(wall: WallClock): Promise<Api> {
  const cors = new Cors([]);
  const proxies = new TrustedProxies([]);
  const answers = new Answers({ simulated: true, cors, counts: new RequestCounts() });
  const connections = new Connections(wall);
  const upgrades = new EchoUpgrades(answers.commonHeaders);
  const gate = new Gate({
    authenticate: () => ({ ok: false, refusal: { code: 'INVALID_TOKEN', message: 'there are no tokens here' } }),
    sessionQuotas: RequestQuotas.ofSessions(DEFAULT_LIMITS),
    pluginQuotas: RequestQuotas.ofPlugins(DEFAULT_LIMITS),
    strangerQuotas: new AddressQuotas('without-token', { perS: 1000, burst: 1000 }),
    tokenRequestQuotas: new AddressQuotas('token-requests', { perS: 1, burst: 30 }),
    proxies,
    cors,
    wall,
  });
  const webSocketsPerSession = DEFAULT_LIMITS.connections;
  const door = new WebSocketDoor({
    connections,
    upgrades,
    wall,
    newId: randomUUID,
    webSocketsPerSession,
    onBug: rethrow,
  });
  const routes = [echoRoute(door, upgrades)];
  const app = await buildApp({ answers, cors, gate, log: SILENT_LOG, proxies, routes, pages: [] });
  return { app, answers, upgrades, connections, proxies, stop: () => {} };
}

const echoRoute = (door: WebSocketDoor, upgrades: EchoUpgrades): Route =>
  openRoute(echo, (call) => {
    const caller = { ...call, caller: ALICE };
    const refusal = door.refusalOf(caller);
    if (refusal !== undefined) return refusal;
    door.open(caller, 'nameless', (connection) => {
      upgrades.newest?.webSocket.on('message', (message: Buffer, isBinary) =>
        connection.send(messageFrame(isBinary ? 'binary' : 'text', message)),
      );
    });
    return TAKEN_OVER;
  });

// By hand, for the suite itself: `node scripts/node.mjs packages/server/test/support/echo-station.ts 9001`.
if (import.meta.main)
  console.log(`ws://127.0.0.1:${(await EchoStation.start(Number(process.argv[2] ?? 9001))).port}/echo`);
