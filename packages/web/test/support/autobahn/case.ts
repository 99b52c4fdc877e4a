import type { FrameOptions } from '../raw-web-socket.ts';

export const TEXT = 1;
export const BINARY = 2;
export const CLOSE = 8;
export const PING = 9;
export const PONG = 10;

/** The bytes to send, and the expected result: an open connection, with a pong for each ping, or the end with one of these codes. */
export interface Case {
  readonly number: string;
  readonly frames: readonly FrameOptions[];
  /** Bytes of a packet. */
  readonly chop?: number;
  /** Close codes of which one must come; 1005 is a goodbye without one. */
  readonly closes?: readonly number[];
}

export const bytes = (...values: readonly number[]) => Buffer.from(values);
export const text = (payload: string | Buffer, more: Partial<FrameOptions> = {}): FrameOptions => ({
  opcode: TEXT,
  payload,
  ...more,
});
export const more = (payload: string | Buffer, fin = true): FrameOptions => ({ opcode: 0, payload, fin });
export const ping = (payload: string | Buffer = ''): FrameOptions => ({ opcode: PING, payload });
export const alive = (number: string, frames: readonly FrameOptions[], rest: Partial<Case> = {}): Case => ({
  number,
  frames,
  ...rest,
});
export const ends = (
  number: string,
  code: number,
  frames: readonly FrameOptions[],
  rest: Partial<Case> = {},
): Case => ({
  number,
  frames,
  closes: [code],
  ...rest,
});

export const HELLO = text('Hello, world!');
/** The beginning of a message of several frames. */
export const begun = (payload: string | Buffer): FrameOptions => text(payload, { fin: false });

export const KOSME = Buffer.from('κόσμε');
/** One text message in frames of so many bytes. */
export function splitBy(payload: Buffer, size: number): FrameOptions[] {
  const frames: FrameOptions[] = [];
  for (let at = 0; at < payload.length; at += size) {
    const fin = at + size >= payload.length;
    const part = payload.subarray(at, at + size);
    frames.push(at === 0 ? text(part, { fin }) : more(part, fin));
  }
  return frames;
}
