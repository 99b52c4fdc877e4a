import { request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { rootCertificates } from 'node:tls';
import { Fault } from '@kitestring/base/fault.ts';

/** The relay has refused or was not reachable. The message is one line without the token. */
export class WhipFault extends Fault {}

const TIMEOUT_MS = 10_000;
/** An answer (SDP) has some kilobytes. */
const ANSWER_BYTES_MAX = 64 * 1024;
const SDP_TYPE = 'application/sdp';

interface WhipTarget {
  readonly url: string;
  readonly token?: string;
  /** Certificates to trust besides the public authorities. */
  readonly ca?: string | undefined;
  /** False accepts any certificate. */
  readonly checksCertificate?: boolean;
}

/** A publication at a WHIP endpoint (RFC 9725), starting with the answer to its offer. */
export class WhipSession {
  /** The relay’s answer to the offer. */
  readonly answer: string;
  readonly #target: WhipTarget;
  readonly #resource: URL;

  private constructor(target: WhipTarget, answer: string, resource: URL) {
    this.#target = target;
    this.answer = answer;
    this.#resource = resource;
  }

  /** @throws WhipFault */
  static async open(target: WhipTarget, offer: string): Promise<WhipSession> {
    const url = new URL(target.url);
    const { location, status, text } = await send(url, target, { method: 'POST', body: offer });
    // Without the body: a client that may push could read services of this network that answer an offer with an error.
    if (status !== 201)
      throw new WhipFault(
        `the relay at ${url.host} refuses the stream: ${status} ${STATUS_CODES[status] ?? ''}`.trim(),
      );
    if (location === undefined) throw new WhipFault(`the relay at ${url.host} names no resource in its answer`);
    const resource = new URL(location, url);
    if (resource.origin !== url.origin)
      throw new WhipFault(`the relay at ${url.host} names a resource of another host`);
    return new WhipSession(target, text, resource);
  }

  /** Ends the stream at the relay; otherwise the relay notices by itself. Never rejects. */
  async end(): Promise<void> {
    await send(this.#resource, this.#target, { method: 'DELETE' }).catch(() => {});
  }
}

async function send(
  url: URL,
  { ca, checksCertificate = true, token }: WhipTarget,
  { body, method }: { readonly method: string; readonly body?: string },
): Promise<{ readonly status: number; readonly text: string; readonly location: string | undefined }> {
  const { promise, reject, resolve } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': SDP_TYPE, 'content-length': Buffer.byteLength(body) }),
    },
    ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
    rejectUnauthorized: checksCertificate,
  });
  request.once('response', resolve);
  request.once('error', reject);
  request.end(body);
  try {
    const response = await promise;
    const { headers, statusCode: status = 0 } = response;
    return { status, text: await readText(response), location: headers.location };
  } catch (cause) {
    if (cause instanceof WhipFault) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WhipFault(`the relay at ${url.host} does not answer: ${reason}`, { cause });
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new WhipFault(`the relay’s answer has over ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
