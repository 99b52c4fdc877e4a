const ANSWER_WITHIN_MS = 60_000;

/** Requests to the controls of the simulator, with a token that is renewed. */
export class SimulatorControls {
  readonly #url: string;
  readonly #key: string;
  #token: string | undefined;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** @throws Error the station refuses */
  async token(scope?: string): Promise<string> {
    const response = await fetch(`${this.#url}/api/v1/auth/token/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: this.#key, ...(scope !== undefined && { scope }) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const { access_token: token } = (await answered(response, 'token')) as { access_token: string };
    return token;
  }

  get<T>(path: string): Promise<T> {
    return this.#ask('GET', path) as Promise<T>;
  }

  post(path: string, body: object = {}): Promise<unknown> {
    return this.#ask('POST', path, JSON.stringify(body));
  }

  /** Tokens end soon where time runs fast: a second one is requested where the first is refused. */
  async #ask(method: string, path: string, body?: string): Promise<unknown> {
    const response = await this.#send(method, path, body);
    if (response.status !== 401) return answered(response, path);
    this.#token = undefined;
    await response.body?.cancel();
    return answered(await this.#send(method, path, body), path);
  }

  async #send(method: string, path: string, body: string | undefined): Promise<Response> {
    this.#token ??= await this.token();
    return fetch(`${this.#url}/sim/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  }
}

async function answered(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${what}: the station answers ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
