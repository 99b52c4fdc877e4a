import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { PortRange } from '../../src/rtsp/udp-ports.ts';

const HOST = '127.0.0.1';

/** A range of neighbouring pairs of UDP ports that were all free a moment ago, as the system found them. */
export async function freeUdpRange(pairs: number): Promise<PortRange> {
  for (;;) {
    const first = await open(0);
    const port = first?.address().port ?? 0;
    const others = port % 2 === 0 ? await Promise.all(neighbours(port, pairs * 2)) : [undefined];
    for (const socket of [first, ...others]) socket?.close();
    if (!others.includes(undefined)) return { first: port, last: port + pairs * 2 - 1 };
  }
}

const neighbours = (port: number, count: number) =>
  Array.from({ length: count - 1 }, (_, index) => open(port + 1 + index));

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
