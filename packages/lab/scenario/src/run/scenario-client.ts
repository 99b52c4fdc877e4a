import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import type { Platform } from '@kitestring/client/platform.ts';
import type { RequestInput } from '@kitestring/client/request.ts';
import type { Operation } from '@kitestring/station-contract/operation.ts';
import type { ClientResponse } from '../observation.ts';
import type { ClientCredentials } from './scenario-station.ts';

interface ScenarioClientOptions {
  readonly name: string;
  readonly url: string;
  readonly credentials: ClientCredentials;
  readonly scopes: readonly string[];
  /** Station time in microseconds: tokens expire by it. */
  readonly nowUs: () => number;
}

type ReplyWithValue = Omit<ClientResponse, 'atS'> & { readonly value: unknown };

/** A client of the API that reports every response without retrying, because a scenario must see the first one. */
export class ScenarioClient {
  readonly name: string;
  readonly #client: KitestringClient;
  #status = 0;

  constructor({ name, url, credentials, scopes, nowUs }: ScenarioClientOptions) {
    this.name = name;
    const node = nodePlatform();
    const platform: Platform = {
      ...node,
      nowMs: () => nowUs() / 1000,
      fetch: async (request, init) => {
        const response = await node.fetch(request, init);
        this.#status = response.status;
        return response;
      },
    };
    this.#client = new KitestringClient({ url, ...credentials, tokenName: name, scopes, platform, maxAttempts: 1 });
  }

  async send(op: Operation, input: RequestInput, signal: AbortSignal): Promise<ReplyWithValue> {
    const request = `${op.method} ${op.path}`;
    const own = { client: this.name, request };
    try {
      const options = { signal, timeoutMs: (op.answersWithinS ?? 30) * 1000 };
      // Bodies are validated by the station, including invalid ones.
      const value = await this.#client.call(op, input as never, options);
      return { ...own, status: this.#status, value };
    } catch (error) {
      if (error instanceof ApiError) {
        const { status, code, message } = error;
        return { ...own, status, code, message: messageOf(message, error.details), value: undefined };
      }
      if (error instanceof ConnectionError) {
        return { ...own, status: 0, code: error.code, message: error.message, value: undefined };
      }
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

const messageOf = (message: string, details: readonly { readonly path: string; readonly message: string }[]): string =>
  [message, ...details.map((detail) => `${detail.path} ${detail.message}`)].join('; ');
