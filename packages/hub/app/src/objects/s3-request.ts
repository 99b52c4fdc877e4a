import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';

interface S3RequestOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

const EMPTY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * `fetch` without redirects for one server with a private certificate authority: Node’s own accepts no certificates.
 * @param ca PEM; undefined: the public ones
 */
export async function fetchTrusting(ca: string | undefined, url: string, options: S3RequestOptions): Promise<Response> {
  if (ca === undefined) return fetch(url, { ...options, redirect: 'error' });
  const { body, headers, method, signal } = options;
  const { promise, reject, resolve } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const request = httpsRequest(url, { ca, method, headers: { ...headers, ...length }, ...(signal && { signal }) });
  request.once('response', resolve);
  request.on('error', reject);
  request.end(body);
  const response = await promise;
  const { statusCode: status = 0 } = response;
  if (status >= 300 && status < 400 && status !== 304) {
    response.destroy();
    throw new Error(`it redirects (${status})`);
  }
  const own = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  if (EMPTY_STATUSES.has(status)) response.resume();
  const stream = EMPTY_STATUSES.has(status) ? null : (Readable.toWeb(response) as ReadableStream<Uint8Array>);
  return new Response(stream, { status, headers: own });
}
