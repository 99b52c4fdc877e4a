import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A test that waits this long has failed; nothing waits for it otherwise. */
const GIVE_UP_MS = 180_000;

interface RawAnswer {
  readonly status: number;
  /** By lower-case name; the last one where there are several. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Opens a connection to a port of this machine, as HTTP or HTTPS have it. */
export function openSocket(port: number, secure: boolean): Socket {
  return secure
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect({ port, host: '127.0.0.1' });
}

/** Sends a request byte by byte as given, and reads the answer. */
export function exchange(port: number, secure: boolean, request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path = '/', headers = {}, body = '' } = request;
  const length = Buffer.byteLength(body);
  const all = { host: 'localhost', ...(length > 0 && { 'content-length': String(length) }), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return exchangeBytes(port, secure, Buffer.concat([head, Buffer.from(body)]), method === 'HEAD');
}

/** Sends bytes that need not be HTTP, and reads the one answer. */
export async function exchangeBytes(port: number, secure: boolean, bytes: Buffer, isHead = false): Promise<RawAnswer> {
  const socket = openSocket(port, secure);
  socket.setTimeout(GIVE_UP_MS, () => socket.destroy(new Error('no answer')));
  try {
    socket.write(bytes);
    return await readAnswer(socket, isHead);
  } finally {
    socket.destroy();
  }
}

/** Reads one answer with a Content-Length; what follows it stays for the next call. */
export async function readAnswer(socket: Socket, isHead = false): Promise<RawAnswer> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    received = Buffer.concat([received, chunk]);
    const found = parseAnswer(received, isHead);
    if (found === undefined) continue;
    if (found.length < received.length) socket.unshift(received.subarray(found.length));
    return found.answer;
  }
  throw new Error(`the connection ended after ${received.length} bytes: ${received.toString('latin1').slice(0, 200)}`);
}

/** The first answer and its length in bytes; undefined while it is not complete. */
function parseAnswer(received: Buffer, isHead: boolean): { answer: RawAnswer; length: number } | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(first.split(' ')[1]);
  const length = isHead || status === 204 || status === 101 ? 0 : Number(headers['content-length'] ?? 0);
  const total = end + 4 + length;
  if (received.length < total) return undefined;
  return { answer: { status, headers, body: received.toString('utf8', end + 4, total) }, length: total };
}
