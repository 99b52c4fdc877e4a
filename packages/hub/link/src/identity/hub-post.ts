import { hash } from 'node:crypto';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { Fault } from '@kitestring/base/fault.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { certificateAdvice } from '../transport/hub-ca.ts';

/** The hub could not be reached. The message is one line. */
export class HubUnreachableFault extends Fault {}

const TIMEOUT_MS = 15_000;

interface HubAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

interface HubTrust {
  /** SHA-256 of the only accepted certificate. */
  readonly pin?: string | undefined;
  /** Certificates (PEM) to trust in place of the public authorities. */
  readonly ca?: string | undefined;
}

/**
 * Posts JSON to a hub. With a pin, the certificate is compared with it before anything is sent; otherwise its authority
 * is verified.
 * @throws HubUnreachableFault
 */
export async function postToHub(url: URL, body: Uint8Array, { ca, pin }: HubTrust): Promise<HubAnswer> {
  const { promise, reject, resolve } = Promise.withResolvers<HubAnswer>();
  const options = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(ca !== undefined && { ca }),
    ...(pin !== undefined && url.protocol === 'https:' && { createConnection: pinned(url, pin) }),
  } satisfies RequestOptions;
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (response) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > LIMITS.messageBytes) request.destroy(new Error(`its answer has over ${LIMITS.messageBytes} bytes`));
      else chunks.push(chunk);
    });
    response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
    response.once('error', reject);
  });
  request.once('error', reject);
  request.end(body);
  try {
    return await promise;
  } catch (cause) {
    const reason = certificateAdvice(cause) ?? (cause instanceof Error ? cause.message : String(cause));
    throw new HubUnreachableFault(`the hub at ${url.host} does not answer: ${reason}`, { cause });
  }
}

const pinned =
  ({ hostname, port }: URL, pin: string) =>
  (_options: unknown, done: (fault: Error | null, socket: Duplex) => void): undefined => {
    const host = hostname.replaceAll(/[[\]]/g, '');
    // The pin covers the whole certificate, including names and dates.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connectTls({ host, port: Number(port || 443), ...name, rejectUnauthorized: false });
    socket.once('error', (fault) => done(fault, socket));
    socket.once('secureConnect', () => {
      if (hash('sha256', socket.getPeerCertificate().raw, 'base64url') === pin) return done(null, socket);
      socket.destroy(new Error('its certificate is not the one that the enrolment address names'));
    });
  };
