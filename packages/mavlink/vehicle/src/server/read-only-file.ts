import type { FieldsToSend, Message } from '@kitestring/mavlink-codec/codec.ts';
import { MAV_FTP_ERR, MAV_FTP_OPCODE } from '@kitestring/mavlink-codec/enums.ts';

const HEAD = 12;
const DATA = 239;
/** Packets of one burst: their reader asks for the rest. */
const BURST = 8;

type Payload = FieldsToSend['FILE_TRANSFER_PROTOCOL']['payload'];

interface Request {
  readonly sequence: number;
  readonly session: number;
  readonly opcode: number;
  readonly size: number;
  readonly offset: number;
  readonly data: readonly number[];
}

/**
 * One file for readers by MAVLink's file transfer protocol. Reading changes nothing: each session of a reader is as good as another, also one
 * that it has chosen itself.
 */
export class ReadOnlyFile {
  readonly #path: string;
  readonly #contents: Buffer;

  /** @param path without its leading slash */
  constructor(path: string, contents: string) {
    this.#path = path;
    this.#contents = Buffer.from(contents);
  }

  /** Payloads of the answer, several for a burst. */
  answer(message: Message<'FILE_TRANSFER_PROTOCOL'>): readonly Payload[] {
    const request = requestOf(message.fields.payload);
    const { data, offset, opcode, size } = request;
    switch (opcode) {
      case MAV_FTP_OPCODE.NONE:
      case MAV_FTP_OPCODE.TERMINATESESSION:
      case MAV_FTP_OPCODE.RESETSESSION:
        return [reply(request, MAV_FTP_OPCODE.ACK, [])];
      case MAV_FTP_OPCODE.OPENFILERO:
        if (pathOf(data) !== this.#path) return [refusal(request, MAV_FTP_ERR.FILENOTFOUND)];
        return [reply(request, MAV_FTP_OPCODE.ACK, uint32(this.#contents.length))];
      case MAV_FTP_OPCODE.READFILE:
        return [this.#part(request, offset, size)];
      case MAV_FTP_OPCODE.BURSTREADFILE:
        return this.#burst(request);
      default:
        return [ftpRefusal(message)];
    }
  }

  #part(request: Request, offset: number, size: number, isLast = false): Payload {
    const length = size === 0 ? DATA : Math.min(size, DATA);
    const part = this.#contents.subarray(offset, offset + length);
    if (part.length === 0) return refusal(request, MAV_FTP_ERR.EOF);
    return reply({ ...request, offset }, MAV_FTP_OPCODE.ACK, [...part], isLast);
  }

  #burst(request: Request): readonly Payload[] {
    const length = request.size === 0 ? DATA : Math.min(request.size, DATA);
    const left = Math.ceil((this.#contents.length - request.offset) / length);
    const parts = Math.max(1, Math.min(BURST, left));
    return Array.from({ length: parts }, (_, part) =>
      this.#part(
        { ...request, sequence: request.sequence + part },
        request.offset + part * length,
        length,
        part === parts - 1,
      ),
    );
  }
}

/** A NAK for everything: nothing is stored. */
export const ftpRefusal = ({ fields }: Message<'FILE_TRANSFER_PROTOCOL'>): Payload =>
  refusal(requestOf(fields.payload), MAV_FTP_ERR.UNKNOWNCOMMAND);

/** Some readers leave out the leading slash, some end the path with a NUL, and MAVSDK leaves the component of the address before it. */
const pathOf = (data: readonly number[]): string =>
  Buffer.from(data)
    .toString('latin1')
    .replace(/\0+$/, '')
    .replace(/^(?:\[;comp=\d+\])?\/*/, '');

const refusal = (request: Request, error: number): Payload => reply(request, MAV_FTP_OPCODE.NAK, [error]);

/** The number of a reply is one more than that of its request. */
function reply(
  { offset, opcode, sequence, session }: Request,
  kind: number,
  data: readonly number[],
  isLast = false,
): Payload {
  const number = (sequence + 1) & 0xffff;
  const head = [number & 0xff, number >> 8, session, kind, data.length, opcode, isLast ? 1 : 0, 0];
  return [...head, ...uint32(offset), ...data];
}

function requestOf(payload: readonly number[]): Request {
  const bytes = Buffer.from(payload);
  const size = Math.min(bytes.readUInt8(4), DATA);
  return {
    sequence: bytes.readUInt16LE(0),
    session: bytes.readUInt8(2),
    opcode: bytes.readUInt8(3),
    size,
    offset: bytes.readUInt32LE(8),
    data: payload.slice(HEAD, HEAD + size),
  };
}

function uint32(value: number): readonly number[] {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return [...bytes];
}
