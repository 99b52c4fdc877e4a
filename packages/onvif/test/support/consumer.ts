import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readXml } from '../../src/soap/read-xml.ts';
import { recordAnswer } from './recorded-answers.ts';

/** A client that waits for events at a port of its own. */
export class Consumer implements AsyncDisposable {
  readonly notified: string[] = [];
  answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end();
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async start(): Promise<Consumer> {
    const made = new Consumer();
    made.#server.listen(0, '127.0.0.1');
    await once(made.#server, 'listening');
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    readXml(Buffer.from(text));
    recordAnswer(text);
    this.notified.push(text);
    this.answer(response);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
