import { connect, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Means of a bad client. */
interface Target {
  readonly url: string;
  /** A token that may read and control. */
  readonly token: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** Every response by status; 0 if the connection ended instead. */
  readonly answered: (status: number) => void;
}

/** One repeated action, with its own pause. */
type BadClient = (target: Target) => Promise<void>;

const ANSWER_WITHIN_MS = 20_000;
const MIB = 2 ** 20;

/** Typical bad clients: forgetful, careless, greedy, slow, or hostile. None knows a token of another. */
export const BAD_CLIENTS: Readonly<Record<string, BadClient>> = {
  'asks for a token with each request and forgets it': async (target) => {
    await ask(target, 'POST', '/api/v1/auth/token/request', { client_secret: target.key, scope: 'read' });
    await pause(target, 200);
  },
  'guesses keys': async (target) => {
    await ask(target, 'POST', '/api/v1/auth/token/request', { client_secret: `kite_${Math.random()}` });
    await pause(target, 100);
  },
  'begins requests that it never ends': async (target) => {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => rawConnection(target)));
    for (const socket of sockets)
      socket.write('POST /api/v1/flight/control/altitude HTTP/1.1\r\nHost: kite\r\nContent-Le');
    await pause(target, 3000);
    for (const socket of sockets) socket.destroy();
  },
  'subscribes and does not read': async (target) => {
    const socket = await subscribed(target, 'flight/state');
    (socket as unknown as { _socket: Socket })._socket.pause();
    await pause(target, 5000);
    socket.terminate();
  },
  'subscribes and goes away without a word, many times': async (target) => {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => subscribed(target, 'system/state')));
    for (const socket of sockets) socket.terminate();
    await pause(target, 200);
  },
  'talks into its subscriptions': async (target) => {
    const socket = await subscribed(target, 'camera/state');
    for (let count = 0; count < 50 && socket.readyState === WebSocket.OPEN; count += 1) socket.send('x'.repeat(10_000));
    await pause(target, 500);
    socket.terminate();
  },
  'sends bodies that are far too large': async (target) => {
    await ask(target, 'POST', '/api/v1/handoff/control/request', { operator_name: 'x'.repeat(2 * MIB) });
    await pause(target, 300);
  },
  'sends what is no JSON, or not what is asked for': async (target) => {
    const bodies = ['{', '[]', 'null', '{"altitude":1e999}', '{"altitude":"up"}', '\u0000', '{"a":'.repeat(500)];
    for (const body of bodies) await ask(target, 'POST', '/api/v1/flight/control/altitude', body);
    await pause(target, 100);
  },
  'holds on to control with the longest name there can be': async (target) => {
    await ask(target, 'POST', '/api/v1/handoff/control/request', { operator_name: 'Ü'.repeat(500) });
    await pause(target, 50);
  },
  'commands without asking whether it may': async (target) => {
    await ask(target, 'POST', '/api/v1/flight/control/altitude', { altitude: 200 * Math.random() });
    await ask(target, 'POST', '/api/v1/camera/control/rotate_with_speed', { pan: 20, duration: 1 });
  },
  'asks for the whole history all the time': async (target) => {
    await ask(target, 'GET', '/api/v1/notifications/history?from_time=2000-01-01T00:00:00Z');
    await pause(target, 50);
  },
  'asks with a query that is nothing but names': async (target) => {
    await ask(target, 'GET', `/api/v1/flight/state?${'a&'.repeat(3000)}`);
    await pause(target, 100);
  },
  'looks for files that are not its own': async (target) => {
    for (const path of ['/..%2f..%2fetc/passwd', '/api/v1/recordings/..%2f..%2f', '/admin/v1/plugins', '/.env']) {
      await ask(target, 'GET', path);
    }
    await pause(target, 100);
  },
  'leaves in the middle of an answer': async (target) => {
    const socket = await rawConnection(target);
    socket.write(`GET /openapi.json HTTP/1.1\r\nHost: kite\r\nAuthorization: Bearer ${target.token}\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    socket.destroy();
    await pause(target, 50);
  },
  'speaks something else than HTTP': async (target) => {
    const socket = await rawConnection(target);
    socket.write(Buffer.from(Array.from({ length: 4096 }, () => Math.floor(256 * Math.random()))));
    await new Promise((resolve) => socket.once('close', resolve));
    await pause(target, 100);
  },
  'polls everything as fast as it is answered': async (target) => {
    for (const topic of ['flight', 'camera', 'system', 'handoff', 'recordings']) {
      await ask(target, 'GET', `/api/v1/${topic}/state`);
    }
  },
  'asks for upgrades that there are not': async (target) => {
    const socket = await rawConnection(target);
    socket.write(
      'GET /api/v1/flight/state/subscribe HTTP/1.1\r\nHost: kite\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    );
    await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
    socket.destroy();
    await pause(target, 100);
  },
  'keeps a hundred connections open and says nothing': async (target) => {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => rawConnection(target)));
    await pause(target, 5000);
    for (const socket of sockets) socket.destroy();
  },
  'starts and stops recordings': async (target) => {
    await ask(target, 'POST', '/api/v1/recordings/control/start');
    await ask(target, 'POST', '/api/v1/recordings/control/stop');
    await pause(target, 500);
  },
  'reports a new state of itself all the time': async (target) => {
    await ask(target, 'POST', '/api/v1/auth/plugin/update', {
      self_status: 'Warning',
      self_status_text: 'x'.repeat(5000),
    });
    await pause(target, 100);
  },
};

async function ask(
  { answered, signal, token, url }: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  try {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(content !== undefined && { body: content }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await response.arrayBuffer();
    answered(response.status);
  } catch {
    answered(0);
  }
}

/** Also resolves for a refused upgrade, with a closed socket. */
function subscribed({ answered, token, url }: Target, topic: string): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/${topic}/subscribe`, { headers });
  return new Promise((resolve) => {
    socket.once('open', () => {
      answered(101);
      resolve(socket);
    });
    socket.once('unexpected-response', (_request, response) => {
      answered(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.once('error', () => resolve(socket));
  });
}

/** Resolves when it is connected, or has failed. */
function rawConnection({ url }: Target): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(socket));
  });
}

const pause = ({ signal }: Target, ms: number): Promise<void> =>
  after(ms, undefined, { signal }).catch(() => undefined);
