import { randomUUID } from 'node:crypto';
import { rethrow } from '@kitestring/base/containment.ts';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { RealTimeClock } from '@kitestring/base/real-time-clock.ts';
import { ALICE } from '@kitestring/lab-testing/scripted-station.ts';
import { Nothing, operation } from '@kitestring/station-contract/operation.ts';
import { AccessCheck } from '../../src/http/access-check.ts';
import { Answers } from '../../src/http/answers.ts';
import { buildApp } from '../../src/http/build-app.ts';
import { Cors } from '../../src/http/cors.ts';
import type { Exchange } from '../../src/http/exchange.ts';
import { RequestCounts } from '../../src/http/request-counts.ts';
import { openRoute, type Route } from '../../src/http/route.ts';
import { AddressQuotas } from '../../src/limits/address-quotas.ts';
import { RequestQuotas } from '../../src/limits/request-quotas.ts';
import { TrustedProxies } from '../../src/limits/trusted-proxies.ts';
import { EndedConnections } from '../../src/listen/ended-connections.ts';
import { DEADLINES } from '../../src/listen/http-limits.ts';
import { Network } from '../../src/listen/network.ts';
import { Connections } from '../../src/subscriptions/connections.ts';
import { messageFrame } from '../../src/subscriptions/message-frame.ts';
import { type OpenedWebSocket, Upgrades } from '../../src/subscriptions/upgrades.ts';
import { WebSocketUpgrade } from '../../src/subscriptions/web-socket-upgrade.ts';

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

  override accept(exchange: Exchange, id: string | undefined, opened: (it: OpenedWebSocket) => void) {
    return super.accept(exchange, id, (it) => {
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

  private constructor(network: Network) {
    this.#network = network;
  }

  /** @param port 0: one that is free */
  static async start(port = 0): Promise<EchoStation> {
    const realTimeClock = new RealTimeClock();
    const api = echoApi(realTimeClock);
    const network = await Network.open({
      api,
      tls: { key: '', cert: '' },
      tlsMode: 'off',
      listeners: [{ host: '127.0.0.1', port }],
      isKnownHost: () => true,
      connectionsMax: CONNECTIONS_MAX,
      connectionsPerAddressMax: CONNECTIONS_MAX,
      proxies: api.proxies,
      ended: new EndedConnections(),
      deadlines: { ...DEADLINES, onTheWayMs: 0 },
      log: SILENT_LOG,
      realTimeClock,
    });
    return new EchoStation(network);
  }

  get port(): number {
    return this.#network.addresses[0]?.port ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#network.stop();
  }
}

const CONNECTIONS_MAX = 512;
const LIMITS = { readsPerS: 100, readsBurst: 200, commandsPerS: 20, commandsBurst: 40, pluginFactor: 10 };

function echoApi(realTimeClock: RealTimeClock) {
  const cors = new Cors([]);
  const proxies = new TrustedProxies([]);
  const answers = new Answers({ simulated: true, cors, counts: new RequestCounts() });
  const connections = new Connections(realTimeClock);
  const upgrades = new EchoUpgrades(answers.commonHeaders);
  const access = new AccessCheck({
    authenticate: () => ({ ok: false, refusal: { code: 'INVALID_TOKEN', message: 'there are no tokens here' } }),
    sessionQuotas: RequestQuotas.ofSessions(LIMITS),
    pluginQuotas: RequestQuotas.ofPlugins(LIMITS),
    strangerQuotas: new AddressQuotas('without-token', { perS: 1000, burst: 1000 }),
    tokenRequestQuotas: new AddressQuotas('token-requests', { perS: 1, burst: 30 }),
    proxies,
    cors,
    realTimeClock,
  });
  const websocketsPerSession = CONNECTIONS_MAX;
  const upgrade = new WebSocketUpgrade({
    connections,
    upgrades,
    realTimeClock,
    newId: randomUUID,
    websocketsPerSession,
    onBug: rethrow,
  });
  const routes = [echoRoute(upgrade, upgrades)];
  const listener = buildApp({ answers, cors, access, log: SILENT_LOG, proxies, routes, pages: [] });
  return { listener, answers, upgrades, connections, proxies, stop: () => {} };
}

const echoRoute = (upgrade: WebSocketUpgrade, upgrades: EchoUpgrades): Route =>
  openRoute(echo, (call) => {
    const caller = { ...call, caller: ALICE };
    return upgrade.open(caller, { operation: echo, naming: 'nameless' }, (connection) => {
      upgrades.newest?.webSocket.on('message', (message: Buffer, isBinary) =>
        connection.send(messageFrame(isBinary ? 'binary' : 'text', message)),
      );
    });
  });

// By hand, for the suite itself: `node scripts/node.mjs packages/web/test/support/echo-station.ts 9001`.
if (import.meta.main)
  console.log(`ws://127.0.0.1:${(await EchoStation.start(Number(process.argv[2] ?? 9001))).port}/echo`);
