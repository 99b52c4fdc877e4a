import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { PortRange } from '../../src/rtsp/udp-ports.ts';

const HOST = '127.0.0.1';
/** Below those that the system gives to sockets that ask for any. */
const PORTS = { from: 10_000, to: 32_000 };

/** A range of neighbouring pairs of UDP ports that were all free a moment ago. */
export async function freeUdpRange(pairs: number): Promise<PortRange> {
  for (;;) {
    const first = 2 * randomInt(PORTS.from / 2, PORTS.to / 2);
    const sockets = await Promise.all(Array.from({ length: pairs * 2 }, (_, index) => open(first + index)));
    for (const socket of sockets) socket?.close();
    if (!sockets.includes(undefined)) return { first, last: first + pairs * 2 - 1 };
  }
}

async function open(port: number): Promise<Socket | undefined> {
  const socket = createSocket('udp4');
  try {
    socket.bind({ port, address: HOST, exclusive: true });
    await once(socket, 'listening');
    return socket;
  } catch {
    socket.close();
    return undefined;
  }
}
