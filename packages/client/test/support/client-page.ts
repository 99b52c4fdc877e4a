import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** Serves an empty page, and the published client as it is: no bundler, no types to strip. */
export class ClientPage implements AsyncDisposable {
  readonly origin: string;
  /** The folder with the built client. */
  folder = '';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', ({ url = '/' }, response) => {
      const isScript = url.endsWith('.js');
      const body = isScript ? readFileSync(join(this.folder, basename(url))) : '<!doctype html><title>Client</title>';
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' }).end(body);
    });
  }

  static async start(): Promise<ClientPage> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ClientPage(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
