import { type ApiVersion, versionPrefix } from '@kitestring/station-contract/versions.ts';
import { assertDocumented } from '@kitestring/web/test/support/documented-answer.ts';
import {
  TestWebSocket,
  type TestWebSocketOptions,
  UpgradeRefusedFault,
} from '@kitestring/web/test/support/test-web-socket.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON value; text where it is no JSON; undefined where there is none. */
  readonly body: unknown;
}

export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/**
 * A client of the API as simple as can be. Paths are below `/api/v1/` or that of its version, or whole when they begin
 * with a slash. What the station answers must stand in its documents.
 */
export class TestClient {
  readonly url: string;
  readonly token: string | undefined;
  readonly version: ApiVersion;

  constructor(url: string, token?: string, version: ApiVersion = '1.1.2') {
    this.url = url;
    this.token = token;
    this.version = version;
  }

  async send(path: string, { method = 'GET', headers = {}, body }: TestRequest = {}): Promise<TestAnswer> {
    const response = await fetch(this.#url(path), {
      method,
      redirect: 'manual',
      headers: { ...this.#authorization, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : parsed(text),
    };
    assertDocumented({ method, path: this.#path(path), ...answer }, this.version);
    return answer;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    return this.send(path, { headers });
  }

  /** @param value sent as JSON; nothing is sent when absent */
  post(path: string, value?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    if (value === undefined) return this.send(path, { method: 'POST', headers });
    const json = { 'content-type': 'application/json', ...headers };
    return this.send(path, { method: 'POST', headers: json, body: JSON.stringify(value) });
  }

  /** Opens a WebSocket on a topic: `flight/state`. @throws when the answer is no 101 */
  async subscribe(topic: string, options: TestWebSocketOptions = {}): Promise<TestWebSocket> {
    const path = `${topic}/subscribe`;
    const url = this.#url(path).replace(/^http/, 'ws');
    const whole = { ...options, headers: { ...this.#authorization, ...options.headers } };
    return TestWebSocket.open(url, whole).catch((refused: unknown) => {
      if (refused instanceof UpgradeRefusedFault) {
        const headers = new Headers(refused.headers as Record<string, string>);
        assertDocumented({ method: 'GET', path: this.#path(path), ...refused, headers }, this.version);
      }
      throw refused;
    });
  }

  get #authorization(): Record<string, string> {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }

  #url(path: string): string {
    return this.url + this.#path(path);
  }

  #path(path: string): string {
    return path.startsWith('/') ? path : `/api${versionPrefix(this.version)}/${path}`;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
