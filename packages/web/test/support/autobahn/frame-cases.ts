import type { FrameOptions } from '../raw-web-socket.ts';
import { alive, BINARY, begun, bytes, type Case, CLOSE, ends, HELLO, more, PONG, ping, TEXT, text } from './case.ts';

/** Section 1: messages of every size. */
const LENGTHS = [0, 125, 126, 127, 128, 65_535, 65_536] as const;
export const framing = [TEXT, BINARY].flatMap((opcode) => [
  ...LENGTHS.map((length, index) => alive(`1.${opcode}.${index + 1}`, [{ opcode, payload: '*'.repeat(length) }])),
  alive(`1.${opcode}.8`, [{ opcode, payload: '*'.repeat(65_536) }], { chop: 997 }),
]);

const NOT_TEXT = bytes(0, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0, 0xff);
const TEN_PINGS = Array.from({ length: 10 }, (_, count) => ping(`payload-${count}`));
export const pings = [
  alive('2.1', [ping()]),
  alive('2.2', [ping('Hello, world!')]),
  alive('2.3', [ping(NOT_TEXT)]),
  alive('2.4', [ping(Buffer.alloc(125, 0xfe))]),
  ends('2.5', 1002, [ping(Buffer.alloc(126, 0xfe))]),
  alive('2.6', [ping(Buffer.alloc(125, 0xfe))], { chop: 1 }),
  alive('2.7', [{ opcode: PONG }]),
  alive('2.8', [{ opcode: PONG, payload: 'unsolicited pong payload' }]),
  alive('2.9', [{ opcode: PONG, payload: 'unsolicited' }, ping('ping payload')]),
  alive('2.10', TEN_PINGS),
  alive('2.11', TEN_PINGS, { chop: 1 }),
];

export const reserved = [
  ends('3.1', 1002, [text('Hello, world!', { rsv: 1 })]),
  ends('3.2', 1002, [HELLO, text('Hello, world!', { rsv: 2 }), ping()]),
  ends('3.3', 1002, [HELLO, text('Hello, world!', { rsv: 3 }), ping()]),
  ends('3.4', 1002, [HELLO, text('Hello, world!', { rsv: 4 }), ping()], { chop: 1 }),
  ends('3.5', 1002, [{ opcode: BINARY, payload: Buffer.alloc(8, 0xff), rsv: 5 }]),
  ends('3.6', 1002, [{ ...ping('Hello, world!'), rsv: 6 }]),
  ends('3.7', 1002, [{ opcode: CLOSE, rsv: 7 }]),
];

export const opcodes = [3, 4, 5, 6, 7].flatMap((opcode, index) => [
  ends(`4.1.${index + 1}`, 1002, [...(index > 1 ? [HELLO] : []), { opcode, payload: 'reserved' }, ping()]),
  ends(`4.2.${index + 1}`, 1002, [...(index > 1 ? [HELLO] : []), { opcode: opcode + 8, payload: 'reserved' }, ping()]),
]);

/** As one packet, again, and byte by byte. */
const thrice = (first: number, frames: readonly FrameOptions[], make = alive): readonly Case[] =>
  [{}, {}, { chop: 1 }].map((rest, index) => make(`5.${first + index}`, frames, rest));
const breaks: typeof alive = (number, frames, rest) => ends(number, 1002, frames, rest);

export const fragments = [
  breaks('5.1', [{ ...ping('fragment1'), fin: false }, more('fragment2')]),
  breaks('5.2', [{ opcode: PONG, payload: 'fragment1', fin: false }, more('fragment2')]),
  ...thrice(3, [begun('fragment1'), more('fragment2')]),
  ...thrice(6, [begun('fragment1'), ping('ping payload'), more('fragment2')]),
  ...thrice(9, [more('non-continuation payload'), HELLO], breaks),
  ...thrice(12, [more('non-continuation payload', false), HELLO], breaks),
  breaks('5.15', [begun('fragment1'), more('fragment2'), more('fragment3', false), text('fragment4')]),
  breaks('5.16', [more('fragment1', false), text('fragment2', { fin: false }), more('fragment3')]),
  breaks('5.17', [more('fragment1'), begun('fragment2'), more('fragment3')]),
  breaks('5.18', [begun('fragment1'), text('fragment2')]),
  ...['5.19', '5.20'].map((number) =>
    alive(number, [
      begun('f1'),
      more('f2', false),
      ping('pongme 1!'),
      more('f3', false),
      more('f4', false),
      ping('pongme 2!'),
      more('f5'),
    ]),
  ),
];
