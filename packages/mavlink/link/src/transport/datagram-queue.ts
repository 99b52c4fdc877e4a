import type { Socket } from 'node:dgram';
import type { SendClass } from './mavlink-transport.ts';

/** Bytes that may wait in Node before the system has taken them. Only a system without memory for sockets lets it come to the second. */
const WAITING_MAX_BYTES: Readonly<Record<SendClass, number>> = { Telemetry: 2 ** 18, Order: 2 ** 22 };

export const datagramFits = (socket: Pick<Socket, 'getSendQueueSize'>, sendClass: SendClass): boolean =>
  socket.getSendQueueSize() < WAITING_MAX_BYTES[sendClass];
