import { createSocket } from 'node:dgram';
import { createWriteStream } from 'node:fs';
import { TS_PACKET_BYTES } from './ts-packets.ts';

/** Seven packets fit into an Ethernet frame. */
const DATAGRAM_BYTES = 7 * TS_PACKET_BYTES;
/** Backlog beyond which a file loses further data. */
const WAITING_MAX_BYTES = 8 * 2 ** 20;
const UDP = /^udp:\/\/(?:\[([0-9a-f:]+)\]|([^:/[\]]+)):(\d{1,5})$/i;

/** Target of a transport stream. */
export interface TsSink {
  write(packets: Uint8Array): void;
  close(): Promise<void>;
}

/** @param target `udp://host:port` or the path of a file. @param onTrouble called once when it is unreachable */
export function openTsSink(target: string, onTrouble: (reason: string) => void): TsSink {
  const [, ip6, host, port] = UDP.exec(target) ?? [];
  const address = ip6 ?? host;
  return address === undefined ? fileSink(target, onTrouble) : udpSink(address, Number(port), onTrouble);
}

function udpSink(host: string, port: number, onTrouble: (reason: string) => void): TsSink {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  let hasTold = false;
  const onFault = (fault: Error | null) => {
    if (fault !== null && !hasTold)
      onTrouble(`the transport stream cannot be sent to ${host}:${port}: ${fault.message}`);
    hasTold = fault !== null;
  };
  socket.on('error', onFault);
  return {
    write: (packets) => {
      for (let at = 0; at < packets.length; at += DATAGRAM_BYTES) {
        socket.send(packets.subarray(at, at + DATAGRAM_BYTES), port, host, onFault);
      }
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function fileSink(path: string, onTrouble: (reason: string) => void): TsSink {
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  stream.on('error', (fault) => onTrouble(`the transport stream cannot be written: ${fault.message}`));
  return {
    write: (packets) => {
      if (stream.writableLength < WAITING_MAX_BYTES && !stream.destroyed) stream.write(packets);
    },
    close: () =>
      new Promise((resolve) => {
        if (stream.destroyed) return resolve();
        stream.once('close', () => resolve());
        stream.end();
      }),
  };
}
