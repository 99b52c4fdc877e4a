import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import { createWriteStream } from 'node:fs';
import { isIP } from 'node:net';
import { TS_PACKET_BYTES } from './ts-packets.ts';

/** Seven packets fit into an Ethernet frame. */
const DATAGRAM_BYTES = 7 * TS_PACKET_BYTES;
/** Backlog beyond which further data are lost. */
const WAITING_MAX_BYTES = 8 * 2 ** 20;
/** Interval of name resolution; after a failure it is shorter. */
const ASK_AGAIN_MS = { answered: 30_000, failed: 2000 };
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
  const family = host.includes(':') ? 6 : 4;
  const addressOf = new KeptAddress(host, family, (fault) => onFault(fault));
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
  let hasTold = false;
  const onFault = (fault: Error | null) => {
    if (fault !== null && !hasTold)
      onTrouble(`the transport stream cannot be sent to ${host}:${port}: ${fault.message}`);
    hasTold = fault !== null;
  };
  socket.on('error', onFault);
  return {
    write: (packets) => {
      const address = addressOf.now();
      if (address === undefined || socket.getSendQueueSize() > WAITING_MAX_BYTES) return;
      for (let at = 0; at < packets.length; at += DATAGRAM_BYTES) {
        socket.send(packets.subarray(at, at + DATAGRAM_BYTES), port, address, onFault);
      }
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/**
 * The address of a host, resolved every half minute: a socket would resolve it for each of hundreds of datagrams a
 * second.
 */
class KeptAddress {
  readonly #host: string;
  readonly #family: 4 | 6;
  readonly #onFault: (fault: Error) => void;
  #address: string | undefined;
  #isAsking = false;
  #askAtMs = 0;

  constructor(host: string, family: 4 | 6, onFault: (fault: Error) => void) {
    this.#host = host;
    this.#family = family;
    this.#onFault = onFault;
    if (isIP(host) === 0) return;
    this.#address = host;
    this.#askAtMs = Number.POSITIVE_INFINITY;
  }

  /** Undefined before the first answer. */
  now(): string | undefined {
    if (!this.#isAsking && performance.now() >= this.#askAtMs) this.#ask();
    return this.#address;
  }

  #ask(): void {
    this.#isAsking = true;
    dns.lookup(this.#host, { family: this.#family }, (fault, address) => {
      this.#isAsking = false;
      this.#askAtMs = performance.now() + (fault === null ? ASK_AGAIN_MS.answered : ASK_AGAIN_MS.failed);
      if (fault === null) this.#address = address;
      else this.#onFault(fault);
    });
  }
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
