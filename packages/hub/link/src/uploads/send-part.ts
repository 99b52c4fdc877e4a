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
  /** Called when everything is sent; the store then checks it. */
  readonly onSent?: () => void;
}

/** A connection without progress for this time is given up. */
const STALLED_MS = 120_000;
/** From the last byte given to the operating system, which buffers up to 4 MB: a link of 20 kB/s takes 200 s for them. */
const ANSWER_MS = 300_000;

/** Sends one part. @returns the status of the answer */
export function sendPart({ body, ca, headers, onSent = () => {}, send, signal, url }: PartPut): Promise<number> {
  const { promise, reject, resolve } = Promise.withResolvers<number>();
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  const ended = new AbortController();
  const stalled = new AbortController();
  const abort = () => stalled.abort(new Error('the store has taken nothing for minutes'));
  let stall = setTimeout(abort, STALLED_MS);
  const within = AbortSignal.any([signal, stalled.signal]);
  const request = open(url, {
    method: 'PUT',
    signal: within,
    agent: false,
    headers: { ...headers, 'content-length': body.length },
    ...(ca !== undefined && { ca }),
  });
  request.once('finish', () => {
    clearTimeout(stall);
    stall = setTimeout(abort, ANSWER_MS);
    onSent();
  });
  request.once('response', (response) => {
    // A refusal may arrive before everything is sent.
    ended.abort();
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  request.on('error', (fault) => {
    ended.abort();
    reject(stalled.signal.aborted ? stalled.signal.reason : fault);
  });
  const write = (slice: Uint8Array) => void request.write(slice, () => stall.refresh());
  send(body, write, AbortSignal.any([within, ended.signal])).then(
    () => request.end(),
    () => request.destroy(),
  );
  return promise.finally(() => clearTimeout(stall));
}
