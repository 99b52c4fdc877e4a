/** Serves a page that has the player, from an origin of its own, as an integrator would: types stripped, nothing bundled. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../../..');
const MODULE = /^\/(base|station\/contract|video\/(?:player|scene))\/(?:src|test\/page)\/[\w\-/]+\.ts$/;

const HTML = `<!doctype html><meta charset="utf-8"><title>Player</title><video></video>
<script type="module" src="/video/player/test/page/page-script.ts"></script>`;

/** As strict as that of the operator's page; it may connect to stations, and has pictures from memory. */
const policyFor = (stations: readonly string[]): string => {
  const places = stations.flatMap((url) => [url, url.replace('http', 'ws')]).join(' ');
  return `default-src 'none'; script-src 'self'; connect-src ${places}; media-src blob:`;
};

export class PageServer implements AsyncDisposable {
  /** Station roots that the page may connect to. */
  readonly stations: string[] = [];
  readonly origin: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', ({ url = '/' }, response) => void this.#answer(url, response));
  }

  static async start(): Promise<PageServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PageServer(server);
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    if (url === '/') {
      const headers = { 'content-type': 'text/html', 'content-security-policy': policyFor(this.stations) };
      response.writeHead(200, headers).end(HTML);
    } else if (MODULE.test(url)) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(await moduleAt(url));
    } else response.writeHead(404).end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function moduleAt(path: string): Promise<string> {
  const source = await readFile(join(PACKAGES, path), 'utf8');
  return stripTypeScriptTypes(source).replaceAll(/'@kitestring\/(\w+)(?:-(\w+))?\//g, (_, family, room) =>
    room === undefined ? `'/${family}/src/` : `'/${family}/${room}/src/`,
  );
}
