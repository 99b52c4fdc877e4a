import { ApiError } from '@kitestring/client/api-error.ts';
import { ConnectionError } from '@kitestring/client/connection-error.ts';
import { KitestringClient } from '@kitestring/client/kitestring-client.ts';
import { nodePlatform } from '@kitestring/client/node.ts';
import type { Platform } from '@kitestring/client/platform.ts';
import type { RequestInput } from '@kitestring/client/request.ts';
import type { Operation } from '@kitestring/contract/operation.ts';
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
    const platform = { ...firstAnswerPlatform((status) => this.#see(status)), nowMs: () => nowUs() / 1000 };
    this.#client = new KitestringClient({ url, ...credentials, tokenName: name, scopes, platform });
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

  #see(status: number): void {
    this.#status = status;
  }
}

const messageOf = (message: string, details: readonly { readonly path: string; readonly message: string }[]): string =>
  [message, ...details.map((detail) => `${detail.path} ${detail.message}`)].join('; ');

/** Longer than the client's longest wait, so that it returns every response at once. */
const NEVER_AGAIN_S = '1000000';

function firstAnswerPlatform(see: (status: number) => void): Platform {
  const platform = nodePlatform();
  return {
    ...platform,
    fetch: async (url, init) => {
      const response = await platform.fetch(url, init);
      see(response.status);
      response.headers.set('retry-after', NEVER_AGAIN_S);
      return response;
    },
  };
}
