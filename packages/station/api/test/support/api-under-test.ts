import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SILENT_LOG } from '@kitestring/base/log.ts';
import { ALICE, ScriptedStation } from '@kitestring/lab-testing/scripted-station.ts';
import { DEFAULT_LIMITS } from '@kitestring/settings/server-settings.ts';
import { ok } from '@kitestring/station-contract/refusal.ts';
import { AccessCheck, Answers, buildApp, Cors, RequestCounts, type Route } from '@kitestring/web/http';
import { AddressQuotas, RequestQuotas, TrustedProxies } from '@kitestring/web/limits';
import { TestClient } from './test-client.ts';

/**
 * Some routes over a station on a scripted aircraft, where every token is Alice's: the place to test how a handler
 * translates what the station says.
 */
export class ApiUnderTest implements AsyncDisposable {
  readonly scripted: ScriptedStation;
  readonly client: TestClient;
  readonly #server: Server;

  private constructor(scripted: ScriptedStation, server: Server) {
    this.scripted = scripted;
    this.#server = server;
    this.client = new TestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'any');
  }

  static async start(
    routes: (station: ScriptedStation['station']) => readonly Route[],
    scripted = new ScriptedStation(),
    scopes = ALICE.scopes,
  ): Promise<ApiUnderTest> {
    const cors = new Cors([]);
    const answers = new Answers({ simulated: true, cors, counts: new RequestCounts() });
    const proxies = new TrustedProxies([]);
    const access = new AccessCheck({
      authenticate: () => ok({ ...ALICE, scopes }),
      sessionQuotas: RequestQuotas.ofSessions(DEFAULT_LIMITS),
      pluginQuotas: RequestQuotas.ofPlugins(DEFAULT_LIMITS),
      strangerQuotas: new AddressQuotas('without-token', { perS: 1000, burst: 1000 }),
      tokenRequestQuotas: new AddressQuotas('token-requests', { perS: 1, burst: 30 }),
      proxies,
      cors,
      realTimeClock: scripted.clock,
    });
    const listener = buildApp({
      answers,
      cors,
      access,
      proxies,
      log: SILENT_LOG,
      routes: routes(scripted.station),
      pages: [],
    });
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ApiUnderTest(scripted, server);
  }

  /** Status of the answer, and the code of the error if it is one: `202`, `409 WRONG_FLIGHT_STATE`. */
  async outcome(path: string, value?: unknown): Promise<string> {
    const { status, body } = await this.client.post(path, value);
    const code = (body as { code?: string } | undefined)?.code;
    return code === undefined ? String(status) : `${status} ${code}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    this.scripted.station.stop();
  }
}
