/** A browser without pages: cookies by origin, redirects, and the forms of a test provider. */
export class TestBrowser {
  readonly #jars = new Map<string, Map<string, string>>();
  /** Name that it enters where a provider asks who it is. */
  readonly #login: string;

  constructor(login: string) {
    this.#login = login;
  }

  cookies(origin: string): string {
    return [...(this.#jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  setCookie(origin: string, name: string, value: string): void {
    this.#jar(origin).set(name, value);
  }

  async fetch(url: string, body?: URLSearchParams): Promise<Response> {
    const { origin } = new URL(url);
    const headers = { cookie: this.cookies(origin), accept: 'text/html' };
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(url, { method, redirect: 'manual', headers, ...(body !== undefined && { body }) });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(line)) this.#jar(origin).delete(pair.slice(0, at));
      else this.#jar(origin).set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Goes on from this address until one that `isEnd`. @returns that address */
  async follow(url: string, isEnd: (url: URL) => boolean): Promise<URL> {
    let next = url;
    for (let hop = 0; hop < 20; hop += 1) {
      if (isEnd(new URL(next))) return new URL(next);
      let response = await this.fetch(next);
      if (response.status === 200) {
        const page = await response.text();
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? 'none';
        const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
        const form = new URLSearchParams({ prompt, login: this.#login, password: 'any' });
        response = await this.fetch(new URL(action, next).href, form);
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${next} answers ${response.status}: ${await response.text()}`);
      next = new URL(location, next).href;
    }
    throw new Error('too many redirects');
  }

  #jar(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }
}
