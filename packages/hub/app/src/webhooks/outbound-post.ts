import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutboundAddresses } from './outbound-addresses.ts';

/** From the name resolution to the end of the answer. */
const DEADLINE_MS = 10_000;
/** Limit of an answer; the rest is not read. */
const ANSWER_BYTES_MAX = 65_536;

export interface PostResult {
  readonly delivered: boolean;
  /** The receiver wants no more messages: status 410. */
  readonly isGone: boolean;
  /** Status, or the reason of the failure. */
  readonly outcome: string;
}

interface PostOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly addresses: OutboundAddresses;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
}

const failed = (outcome: string): PostResult => ({ delivered: false, isGone: false, outcome: outcome.slice(0, 300) });

/** Why an address cannot be used for a webhook; undefined when it can. */
export function wrongWebhookUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return 'url must be a valid address, https://host/path';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'url must begin with https://';
  if (url.username !== '' || url.password !== '') return 'url must have no user name and password';
  return undefined;
}

/**
 * Posts once. Security: the name is resolved here, each address is checked, and the connection goes to a checked one,
 * so that a name that resolves differently a moment later has no effect. Redirects are not followed. Never rejects.
 */
export async function outboundPost(options: PostOptions): Promise<PostResult> {
  const { addresses, deadlineMs = DEADLINE_MS, signal } = options;
  const url = URL.parse(options.url);
  if (url === null || wrongWebhookUrl(options.url) !== undefined) return failed('the address is none of a webhook');
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  try {
    const host = url.hostname.replaceAll(/[[\]]/g, '');
    const found = await aborted(resolved(host), deadline);
    const verdicts = found.map(({ address }) => addresses.judge(address));
    const refused = found[verdicts.indexOf('refused')];
    if (refused !== undefined) {
      return failed(`${refused.address} is not a public address, and webhooks.allow_networks does not allow it`);
    }
    if (url.protocol === 'http:' && verdicts.includes('public'))
      return failed('http:// to a public address; use https://');
    const response = await sent(url, host, found, options, deadline);
    await drained(response);
    return result(response.statusCode ?? 0);
  } catch (fault) {
    if (deadline.aborted && !signal.aborted) return failed(`no answer within ${deadlineMs / 1000} s`);
    return failed(fault instanceof Error ? fault.message : String(fault));
  }
}

interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

const resolved = async (host: string): Promise<readonly FoundAddress[]> =>
  isIP(host) === 0 ? lookup(host, { all: true }) : [{ address: host, family: isIP(host) }];

/** The resolver of the operating system cannot be aborted. */
function aborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

function sent(
  url: URL,
  host: string,
  found: readonly FoundAddress[],
  { body, headers }: PostOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const judged: LookupFunction = (_name, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, [...found]);
    else done(null, first?.address ?? '', first?.family);
  };
  const { promise, reject, resolve } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)({
    host,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    lookup: judged,
    signal,
    ...(isIP(host) === 0 && { servername: host }),
    // A new connection each time: none stays open to an address that was checked earlier.
    agent: false,
    headers: {
      ...headers,
      host: url.host,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Kitestring-Hub',
    },
  });
  request.once('response', resolve);
  request.on('error', reject);
  // There is no error event after a 101, which has no handler here.
  request.once('close', () => reject(new Error('no answer before the connection was closed')));
  request.end(body);
  return promise;
}

/** Reads the answer to its end or to the limit; only the status counts. */
async function drained(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes > ANSWER_BYTES_MAX) break;
    }
  } catch {
    // It was aborted after the status.
  }
  response.destroy();
}

function result(status: number): PostResult {
  if (status >= 200 && status < 300) return { delivered: true, isGone: false, outcome: String(status) };
  const text = status >= 300 && status < 400 ? `${status}: redirects are not followed` : String(status);
  return { ...failed(text), isGone: status === 410 };
}
