import {
  alive,
  BINARY,
  begun,
  bytes,
  CLOSE,
  ends,
  HELLO,
  KOSME,
  more,
  PONG,
  ping,
  splitBy,
  TEXT,
  text,
} from './case.ts';

const GOODBYE = { opcode: CLOSE, payload: bytes(3, 0xe8) };

export const closing = [
  alive('7.1.1', [HELLO]),
  ends('7.1.2', 1000, [GOODBYE, GOODBYE]),
  ends('7.1.3', 1000, [GOODBYE, ping()]),
  ends('7.1.4', 1000, [GOODBYE, HELLO]),
  ends('7.1.5', 1000, [begun('fragment1'), GOODBYE, more('fragment2')]),
  ends('7.3.1', 1005, [{ opcode: CLOSE }]),
  ends('7.3.2', 1002, [{ opcode: CLOSE, payload: 'a' }]),
  ends('7.3.3', 1000, [GOODBYE]),
  ends('7.3.4', 1000, [{ opcode: CLOSE, payload: Buffer.concat([bytes(3, 0xe8), Buffer.from('Hello, World!')]) }]),
  ends('7.3.5', 1000, [{ opcode: CLOSE, payload: Buffer.concat([bytes(3, 0xe8), Buffer.alloc(123, '*')]) }]),
  ends('7.3.6', 1002, [{ opcode: CLOSE, payload: Buffer.concat([bytes(3, 0xe8), Buffer.alloc(124, '*')]) }]),
  ends('7.5.1', 1007, [{ opcode: CLOSE, payload: Buffer.concat([bytes(3, 0xe8), KOSME, bytes(0xed, 0xa0, 0x80)]) }]),
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map((code, index) =>
    ends(`7.7.${index + 1}`, code, [{ opcode: CLOSE, payload: bytes(code >> 8, code & 0xff) }]),
  ),
  ...[0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535].map((code, index) =>
    ends(index < 9 ? `7.9.${index + 1}` : `7.13.${index - 8}`, 1002, [
      { opcode: CLOSE, payload: bytes(code >> 8, code & 0xff) },
    ]),
  ),
];

export const others = [
  alive('10.1.1', splitBy(Buffer.alloc(65_536, '*'), 1300), { chop: 4096 }),
  ...[0, 1, 125].map((length) =>
    ends(`a length of ${length} in two bytes`, 1002, [text('*'.repeat(length), { lengthBytes: 2 })]),
  ),
  ...[0, 126, 65_535].map((length) =>
    ends(`a length of ${length} in eight bytes`, 1002, [text('*'.repeat(length), { lengthBytes: 8 })], { chop: 3 }),
  ),
  ends('a frame without a mask', 1002, [text('Hello', { isMasked: false })]),
  ends('a message that is too long', 1009, [{ opcode: BINARY, payload: Buffer.alloc(65_537) }]),
  ends('a message that is too long in fragments', 1009, splitBy(Buffer.alloc(65_537, '*'), 8192)),
  ends('the head of a frame of 16 MiB, which never comes', 1009, [{ opcode: BINARY, statedLength: 2n ** 24n }]),
  ends('the head of a frame of 2^53 bytes', 1009, [{ opcode: TEXT, statedLength: 2n ** 53n }]),
  // RFC 6455 section 5.2: the most significant bit must be 0.
  ends('a length whose first bit is set', 1009, [{ opcode: TEXT, statedLength: 2n ** 63n + 5n }]),
  ends('a ping whose length is in two bytes', 1002, [{ ...ping('x'), lengthBytes: 2 }]),
  alive('control frames between all fragments', [
    begun('a'),
    ping('1'),
    more('b', false),
    { opcode: PONG, payload: 'nobody asked' },
    more('c', false),
    ping('2'),
    more('d'),
    ping('3'),
  ]),
  alive('a character in four frames, with pings within', [
    begun(bytes(0xf0)),
    ping('1'),
    more(bytes(0x9f), false),
    more('', false),
    more(bytes(0xaa), false),
    ping('2'),
    more(bytes(0x81)),
  ]),
  ends('a character that a fragment leaves open and the last does not close', 1007, [
    begun(bytes(0xf0, 0x9f)),
    more(''),
  ]),
  ends('a goodbye within a fragmented text that is no UTF-8 yet', 1000, [begun(bytes(0xe2)), GOODBYE]),
  ends('two goodbyes with different codes', 1001, [{ opcode: CLOSE, payload: bytes(3, 0xe9) }, GOODBYE]),
  alive('messages of each kind in turn', [HELLO, { opcode: BINARY, payload: bytes(0xff, 0xfe) }, HELLO]),
  alive('bytes that are no text, as a binary message in fragments', [
    { opcode: BINARY, payload: bytes(0xc0, 0x80), fin: false },
    more(bytes(0xed, 0xa0), false),
    more(bytes(0xff)),
  ]),
];
