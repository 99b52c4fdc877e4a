import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { HubFault } from '../hub-fault.ts';
import { type NatsTls, natsCa, readPair } from './nats-tls.ts';

const NATS_PORT = 4222;
/** A nats-server greets at once, unless it expects the handshake first. */
const GREETING_MS = 3000;
const HANDSHAKE_MS = 5000;
/**
 * With TLS 1.3 a server refuses a client's certificate only after the handshake. If it accepts, it sends a session, so
 * the wait is rarely this long.
 */
const VERDICT_MS = 5000;
const INFO_BYTES_MAX = 64 * 1024;

/**
 * Makes the TLS handshake with each server until one accepts, because the NATS client reports some faults only as a
 * timeout.
 * @throws HubFault with the setting to change, when every reachable server has a fault
 */
export async function checkNatsTls(servers: readonly string[], tls: NatsTls): Promise<void> {
  let fault: string | undefined;
  for (const server of servers) {
    const advice = await adviceAfter(server, tls);
    if (advice === 'fine') return;
    fault ??= advice && `${server}: ${advice}`;
  }
  if (fault !== undefined) throw new HubFault('ENGINE_UNREACHABLE', `the nats-server ${fault}`);
}

/** Undefined if the server is not reachable: the client reports that itself. */
async function adviceAfter(server: string, tls: NatsTls): Promise<string | undefined> {
  const url = new URL(server);
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  const socket = connectTcp({ host, port: Number(url.port || NATS_PORT) });
  const signal = AbortSignal.timeout(HANDSHAKE_MS);
  try {
    await once(socket, 'connect', { signal });
  } catch {
    socket.destroy();
    return undefined;
  }
  try {
    if (!tls.handshakeFirst) {
      const greeting = await readGreeting(socket);
      if (greeting === undefined)
        return 'nats.tls_first: it sends no greeting; set it to true if the server has handshake_first';
      if (!greeting.hasTls)
        return 'nats.servers: it offers no TLS; set tls in its configuration, or use nats:// without nats.ca_file';
    }
    await handshake(socket, host, tls);
    return 'fine';
  } catch (error) {
    return adviceFor(error as NodeJS.ErrnoException, tls);
  } finally {
    socket.destroy();
  }
}

/** Undefined if there is no greeting. */
async function readGreeting(socket: Socket): Promise<{ readonly hasTls: boolean } | undefined> {
  let text = '';
  const signal = AbortSignal.timeout(GREETING_MS);
  try {
    while (!text.includes('\r\n') && text.length < INFO_BYTES_MAX) {
      const [chunk] = await once(socket, 'data', { signal });
      text += String(chunk);
    }
    const { tls_available: isOffered, tls_required: isRequired } = JSON.parse(text.replace(/^INFO /, ''));
    return { hasTls: isOffered === true || isRequired === true };
  } catch {
    return undefined;
  }
}

async function handshake(socket: Socket, host: string, tls: NatsTls): Promise<void> {
  const { caFile, checkServerIdentity } = tls;
  const ca = natsCa({ 'nats.ca_file': caFile });
  const secure = connectTls({
    socket,
    checkServerIdentity,
    ...readPair(tls),
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
  });
  await once(secure, 'secureConnect', { signal: AbortSignal.timeout(HANDSHAKE_MS) });
  await verdictOn(secure);
}

function verdictOn(secure: TLSSocket): Promise<void> {
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, VERDICT_MS);
  secure.once('session', () => resolve());
  secure.once('error', reject);
  secure.once('close', () => resolve());
  return promise.finally(() => {
    clearTimeout(timer);
    secure.on('error', () => {});
  });
}

const UNKNOWN_AUTHORITY: ReadonlySet<string | undefined> = new Set([
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_SIGNATURE_FAILURE'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
]);

function adviceFor(
  { code = '', message }: NodeJS.ErrnoException,
  { caFile, certFile, handshakeFirst }: NatsTls,
): string {
  if (UNKNOWN_AUTHORITY.has(code)) {
    return caFile === undefined
      ? 'nats.ca_file is not set, and no public authority has issued its certificate: name the PEM of the authority'
      : `nats.ca_file: its certificate is not from the authority in ${caFile}`;
  }
  if (code === 'CERT_HAS_EXPIRED')
    return 'nats.servers: its certificate has expired; renew it there, and check the clock here';
  if (code === 'CERT_NOT_YET_VALID')
    return 'nats.servers: its certificate is not valid yet; check the clocks there and here';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `nats.servers: its certificate is for another host; use a name that is in it (${message})`;
  if (code.includes('_ALERT_')) {
    return certFile === undefined
      ? 'nats.cert_file is not set, and it asks for the certificate of this hub'
      : `nats.cert_file: it does not take the certificate in ${certFile}`;
  }
  if (handshakeFirst && code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return 'nats.tls_first: it greets before the handshake; set it to false';
  return `nats.servers: the TLS handshake has failed (${message})`;
}
