import type { IncomingMessage, RequestListener, RequestOptions } from 'node:http';
import { duplexPair } from 'node:stream';
import { nodeHttp } from '../http/node-http.ts';

/** Address of a client in this process, as handlers get it. */
const OWN_ADDRESS = '127.0.0.1';

/**
 * Sends requests to an API of the same process, without a socket: through the same parser, access check, limits and
 * audit as those of the network.
 */
export class InProcessClient {
  /** It never listens. */
  readonly #server;

  /** @param listener handler of the API; must never throw */
  constructor(listener: RequestListener) {
    this.#server = nodeHttp.createServer(listener);
  }

  /** @param text body; undefined without one. Resolves with the response, whose body may still come. Rejects when there is none */
  send(options: RequestOptions, text?: string): Promise<IncomingMessage> {
    const { promise, reject, resolve } = Promise.withResolvers<IncomingMessage>();
    const request = nodeHttp.request({
      host: OWN_ADDRESS,
      ...options,
      createConnection: () => this.#connect(),
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end(text);
    return promise;
  }

  #connect() {
    const [client, service] = duplexPair();
    this.#server.emit('connection', Object.assign(service, { remoteAddress: OWN_ADDRESS }));
    return client;
  }
}
