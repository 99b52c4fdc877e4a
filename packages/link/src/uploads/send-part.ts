import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

interface PartPut {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Certificates to trust instead of the public ones. */
  readonly ca: string | undefined;
  /** Writes the body in slices, at the pace of the link. */
  readonly send: (body: Uint8Array, write: (slice: Uint8Array) => void, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Sends one part. @returns the status of the answer */
export function sendPart({ body, ca, headers, send, signal, url }: PartPut): Promise<number> {
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  const ended = new AbortController();
  const request = open(url, {
    ...{ method: 'PUT', signal, agent: false, headers: { ...headers, 'content-length': body.length } },
    ...(ca !== undefined && { ca }),
  });
  request.once('response', (response) => {
    // A refusal may come before all is sent.
    ended.abort();
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.on('error', (fault) => {
    ended.abort();
    reject(fault);
  });
  send(body, (slice) => void request.write(slice), AbortSignal.any([signal, ended.signal])).then(
    () => request.end(),
    () => request.destroy(),
  );
  return promise;
}
