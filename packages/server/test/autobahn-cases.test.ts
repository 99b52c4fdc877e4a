import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clientFrame, type FrameParts, RawWebSocket } from './support/raw-web-socket.ts';
import { startTestStation, type TestStation } from './support/test-station.ts';

/* The cases of the Autobahn test suite, sections 1 to 7 and 10, against a subscription: it echoes nothing, so what would be
   echoed is taken and the connection goes on. Numbers are the suite's; none may fail, none may be "non-strict". */

const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

/** What is sent, and what has to come of it: pongs and then life, or the end with one of these codes. */
interface Case {
  readonly number: string;
  readonly frames: readonly FrameParts[];
  /** Bytes of a packet. */
  readonly chop?: number;
  readonly pongs?: readonly string[];
  /** Close codes of which one must come; 1005 is a goodbye without one. */
  readonly closes?: readonly number[];
}

const bytes = (...values: readonly number[]) => Buffer.from(values);
const text = (payload: string | Buffer, more: Partial<FrameParts> = {}): FrameParts => ({
  opcode: TEXT,
  payload,
  ...more,
});
const more = (payload: string | Buffer, fin = true): FrameParts => ({ opcode: 0, payload, fin });
const ping = (payload: string | Buffer = ''): FrameParts => ({ opcode: PING, payload });
const alive = (number: string, frames: readonly FrameParts[], rest: Partial<Case> = {}): Case => ({
  number,
  frames,
  ...rest,
});
const ends = (number: string, code: number, frames: readonly FrameParts[], rest: Partial<Case> = {}): Case => ({
  number,
  frames,
  closes: [code],
  ...rest,
});

/** Section 1: messages of every size. */
const LENGTHS = [0, 125, 126, 127, 128, 65_535, 65_536] as const;
const framing = [TEXT, BINARY].flatMap((opcode) => [
  ...LENGTHS.map((length, index) => alive(`1.${opcode}.${index + 1}`, [{ opcode, payload: '*'.repeat(length) }])),
  alive(`1.${opcode}.8`, [{ opcode, payload: '*'.repeat(65_536) }], { chop: 997 }),
]);

const pings = [
  alive('2.1', [ping()], { pongs: [''] }),
  alive('2.2', [ping('Hello, world!')], { pongs: ['Hello, world!'] }),
  alive('2.3', [ping(bytes(0, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0, 0xff))], {
    pongs: ['\x00\xff\xfe\xfd\xfc\xfb\x00\xff'],
  }),
  alive('2.4', [ping(Buffer.alloc(125, 0xfe))], { pongs: ['\xfe'.repeat(125)] }),
  ends('2.5', 1002, [ping(Buffer.alloc(126, 0xfe))]),
  alive('2.6', [ping(Buffer.alloc(125, 0xfe))], { pongs: ['\xfe'.repeat(125)], chop: 1 }),
  alive('2.7', [{ opcode: PONG }]),
  alive('2.8', [{ opcode: PONG, payload: 'unsolicited pong payload' }]),
  alive('2.9', [{ opcode: PONG, payload: 'unsolicited' }, ping('ping payload')], { pongs: ['ping payload'] }),
  ...[undefined, 1].map((chop, index) =>
    alive(
      `2.${10 + index}`,
      Array.from({ length: 10 }, (_, count) => ping(`payload-${count}`)),
      {
        pongs: Array.from({ length: 10 }, (_, count) => `payload-${count}`),
        ...(chop !== undefined && { chop }),
      },
    ),
  ),
];

const HELLO = text('Hello, world!');
const reserved = [
  ends('3.1', 1002, [text('Hello, world!', { rsv: 1 })]),
  ends('3.2', 1002, [HELLO, text('Hello, world!', { rsv: 2 }), ping()]),
  ends('3.3', 1002, [HELLO, text('Hello, world!', { rsv: 3 }), ping()]),
  ends('3.4', 1002, [HELLO, text('Hello, world!', { rsv: 4 }), ping()], { chop: 1 }),
  ends('3.5', 1002, [{ opcode: BINARY, payload: Buffer.alloc(8, 0xff), rsv: 5 }]),
  ends('3.6', 1002, [{ ...ping('Hello, world!'), rsv: 6 }]),
  ends('3.7', 1002, [{ opcode: CLOSE, rsv: 7 }]),
];

const opcodes = [3, 4, 5, 6, 7].flatMap((opcode, index) => [
  ends(`4.1.${index + 1}`, 1002, [...(index > 1 ? [HELLO] : []), { opcode, payload: 'reserved' }, ping()]),
  ends(`4.2.${index + 1}`, 1002, [...(index > 1 ? [HELLO] : []), { opcode: opcode + 8, payload: 'reserved' }, ping()]),
]);

const begun = (payload: string) => text(payload, { fin: false });
const fragments = [
  ends('5.1', 1002, [{ ...ping('fragment1'), fin: false }, more('fragment2')]),
  ends('5.2', 1002, [{ opcode: PONG, payload: 'fragment1', fin: false }, more('fragment2')]),
  ...[undefined, undefined, 1].map((chop, index) =>
    alive(`5.${3 + index}`, [begun('fragment1'), more('fragment2')], { ...(chop !== undefined && { chop }) }),
  ),
  ...[undefined, undefined, 1].map((chop, index) =>
    alive(`5.${6 + index}`, [begun('fragment1'), ping('ping payload'), more('fragment2')], {
      pongs: ['ping payload'],
      ...(chop !== undefined && { chop }),
    }),
  ),
  ...[9, 10, 11].map((number) =>
    ends(`5.${number}`, 1002, [more('non-continuation payload'), HELLO], number === 11 ? { chop: 1 } : {}),
  ),
  ...[12, 13, 14].map((number) =>
    ends(`5.${number}`, 1002, [more('non-continuation payload', false), HELLO], number === 14 ? { chop: 1 } : {}),
  ),
  ends('5.15', 1002, [begun('fragment1'), more('fragment2'), more('fragment3', false), text('fragment4')]),
  ends('5.16', 1002, [more('fragment1', false), text('fragment2', { fin: false }), more('fragment3')]),
  ends('5.17', 1002, [more('fragment1'), begun('fragment2'), more('fragment3')]),
  ends('5.18', 1002, [begun('fragment1'), text('fragment2')]),
  ...[19, 20].map((number) =>
    alive(
      `5.${number}`,
      [
        begun('f1'),
        more('f2', false),
        ping('pongme 1!'),
        more('f3', false),
        more('f4', false),
        ping('pongme 2!'),
        more('f5'),
      ],
      { pongs: ['pongme 1!', 'pongme 2!'] },
    ),
  ),
];

const KOSME = Buffer.from('κόσμε');
const splitBy = (payload: Buffer, size: number): FrameParts[] => {
  const parts: FrameParts[] = [];
  for (let at = 0; at < payload.length; at += size) {
    const fin = at + size >= payload.length;
    const part = payload.subarray(at, at + size);
    parts.push(at === 0 ? text(part, { fin }) : more(part, fin));
  }
  return parts;
};

const VALID_TEXTS: readonly (readonly [string, Buffer])[] = [
  ['6.5.1', Buffer.from('Hello-µ@ßöäüàá-UTF-8!!')],
  ['6.5.2', Buffer.from('κόσμε')],
  ...['\u0000', '\u0080', '\u0800', '\u{10000}'].map(
    (value, index) => [`6.7.${index + 1}`, Buffer.from(value)] as const,
  ),
  ...['\u007f', '\u07ff', '\uffff', '\u{10ffff}'].map(
    (value, index) => [`6.9.${index + 1}`, Buffer.from(value)] as const,
  ),
  ...['\ud7ff', '\ue000', '\ufffd', '\u{10ffff}'].map(
    (value, index) => [`6.11.${index + 1}`, Buffer.from(value)] as const,
  ),
  // Non-characters are characters of UTF-8 all the same.
  ...Array.from({ length: 17 }, (_, plane) => [0xfffe, 0xffff].map((low) => plane * 0x10000 + low))
    .flat()
    .map((value, index) => [`6.22.${index + 1}`, Buffer.from(String.fromCodePoint(value))] as const),
  ...[0xfff9, 0xfffa, 0xfffb, 0xfffc, 0xfffd, 0xfffe, 0xffff].map(
    (value, index) => [`6.23.${index + 1}`, Buffer.from(String.fromCodePoint(value))] as const,
  ),
];

const SURROGATES = [
  [0xed, 0xa0, 0x80],
  [0xed, 0xad, 0xbf],
  [0xed, 0xae, 0x80],
  [0xed, 0xaf, 0xbf],
  [0xed, 0xb0, 0x80],
  [0xed, 0xbe, 0x80],
  [0xed, 0xbf, 0xbf],
] as const;
const INVALID_TEXTS: readonly (readonly [string, Buffer])[] = [
  // Cut short.
  ...[[0xce], [0xce, 0xba, 0xe1], [0xce, 0xba, 0xe1, 0xbd], [0xf0, 0x90, 0x80]].map(
    (values, index) => [`6.6.${index + 1}`, bytes(...values)] as const,
  ),
  ...[
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
  ].map((values, index) => [`6.8.${index + 1}`, bytes(...values)] as const),
  ...[
    [0xf7, 0xbf, 0xbf, 0xbf],
    [0xfb, 0xbf, 0xbf, 0xbf, 0xbf],
    [0xfd, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf],
  ].map((values, index) => [`6.10.${index + 1}`, bytes(...values)] as const),
  ['6.11.5', bytes(0xf4, 0x90, 0x80, 0x80)],
  // Continuations without a beginning.
  ...[1, 1, 2, 3, 4, 5, 6, 7].map(
    (count, index) => [`6.12.${index + 1}`, Buffer.alloc(count, index === 0 ? 0x80 : 0xbf)] as const,
  ),
  // Beginnings without a continuation, each before a space.
  ...[
    [0xc0, 0xdf],
    [0xe0, 0xef],
    [0xf0, 0xf7],
    [0xf8, 0xfb],
    [0xfc, 0xfd],
  ].map(
    ([first = 0, last = 0], index) =>
      [
        `6.13.${index + 1}`,
        Buffer.from(Array.from({ length: last - first + 1 }, (_, offset) => [first + offset, 0x20]).flat()),
      ] as const,
  ),
  // One byte is missing at the end.
  ...[[0xc0], [0xe0, 0x80], [0xf0, 0x80, 0x80], [0xdf], [0xef, 0xbf], [0xf7, 0xbf, 0xbf]].map(
    (values, index) => [`6.14.${index + 1}`, bytes(...values)] as const,
  ),
  ['6.15.1', bytes(0xc0, 0xe0, 0x80, 0xf0, 0x80, 0x80)],
  ...[[0xfe], [0xff], [0xfe, 0xfe, 0xff, 0xff]].map(
    (values, index) => [`6.16.${index + 1}`, bytes(...values)] as const,
  ),
  // Overlong.
  ...[
    [0xc0, 0xaf],
    [0xe0, 0x80, 0xaf],
    [0xf0, 0x80, 0x80, 0xaf],
    [0xc1, 0xbf],
    [0xe0, 0x9f, 0xbf],
    [0xf0, 0x8f, 0xbf, 0xbf],
  ].map((values, index) => [`6.17.${index + 1}`, bytes(...values)] as const),
  ...[
    [0xc0, 0x80],
    [0xe0, 0x80, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
  ].map((values, index) => [`6.19.${index + 1}`, bytes(...values)] as const),
  ...SURROGATES.map((values, index) => [`6.20.${index + 1}`, bytes(...values)] as const),
  ...SURROGATES.map((values, index) => [`6.21.${index + 1}`, bytes(...values, 0xed, 0xb0, 0x80)] as const),
];

const wrongAt = Buffer.concat([KOSME, bytes(0xf4, 0x90)]);
const texts = [
  ...VALID_TEXTS.flatMap(([number, payload]) => [
    alive(number, [text(payload)]),
    alive(`${number} byte by byte in fragments`, splitBy(payload, 1)),
  ]),
  ...INVALID_TEXTS.map(([number, payload]) => ends(number, 1007, [text(payload)])),
  ...[1, 3, 11].map((size, index) => alive(`6.2.${index + 1}`, splitBy(Buffer.concat([KOSME, KOSME]), size))),
  alive('6.1', [begun(''), more('', false), more('')]),
  ends('6.3.1', 1007, [text(Buffer.concat([KOSME, bytes(0xed, 0xa0, 0x80), Buffer.from('edited')]))]),
  ends('6.3.2', 1007, splitBy(Buffer.concat([KOSME, bytes(0xed, 0xa0, 0x80), Buffer.from('edited')]), 1)),
  // Failing fast: the rest of the message, and of the frame, never comes.
  ends('6.4.1', 1007, [text(wrongAt, { fin: false })]),
  ends('6.4.2', 1007, [text(Buffer.concat([KOSME, bytes(0xf4)]), { fin: false }), more(bytes(0x90), false)]),
];

const closing = [
  alive('7.1.1', [HELLO]),
  ends('7.1.2', 1000, [
    { opcode: CLOSE, payload: bytes(3, 0xe8) },
    { opcode: CLOSE, payload: bytes(3, 0xe8) },
  ]),
  ends('7.1.3', 1000, [{ opcode: CLOSE, payload: bytes(3, 0xe8) }, ping()]),
  ends('7.1.4', 1000, [{ opcode: CLOSE, payload: bytes(3, 0xe8) }, HELLO]),
  ends('7.1.5', 1000, [begun('fragment1'), { opcode: CLOSE, payload: bytes(3, 0xe8) }, more('fragment2')]),
  ends('7.3.1', 1005, [{ opcode: CLOSE }]),
  ends('7.3.2', 1002, [{ opcode: CLOSE, payload: 'a' }]),
  ends('7.3.3', 1000, [{ opcode: CLOSE, payload: bytes(3, 0xe8) }]),
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

const others = [
  alive('10.1.1', splitBy(Buffer.alloc(65_536, '*'), 1300), { chop: 4096 }),
  ...[0, 1, 125].map((length) =>
    ends(`a length of ${length} in two bytes`, 1002, [text('*'.repeat(length), { lengthBytes: 2 })]),
  ),
  ...[0, 126, 65_535].map((length) =>
    ends(`a length of ${length} in eight bytes`, 1002, [text('*'.repeat(length), { lengthBytes: 8 })], { chop: 3 }),
  ),
  ends('a frame without a mask', 1002, [text('Hello', { isMasked: false })]),
  ends('a message that is too long', 1009, [{ opcode: BINARY, payload: Buffer.alloc(65_537) }]),
];

const SECTIONS = { framing, pings, reserved, opcodes, fragments, texts, closing, others };

describe('A subscription, by the cases of Autobahn,', () => {
  let station: TestStation;
  let token: string;
  before(async () => {
    station = await startTestStation({ limits: { webSocketsPerSession: 100 } });
    token = (await station.client()).token ?? '';
  });
  after(() => station[Symbol.asyncDispose]());

  for (const [section, cases] of Object.entries(SECTIONS)) {
    describe(section, () => {
      for (const { chop, closes, frames, number, pongs = [] } of cases) {
        it(`${number} ${closes === undefined ? 'is taken' : `ends with ${closes.join(' or ')}`}`, async () => {
          using webSocket = await RawWebSocket.open(station.port, token);
          const all = Buffer.concat(frames.map(clientFrame));
          await webSocket.send(all, chop);
          for (const payload of pongs) {
            assert.deepEqual(await webSocket.answer(), { opcode: PONG, payload: Buffer.from(payload, 'latin1') });
          }
          if (closes === undefined) await webSocket.send(clientFrame(ping('still there')));
          const answer = await untilNoPong(webSocket, closes !== undefined);
          if (closes === undefined) assert.equal(answer?.payload.toString(), 'still there');
          else {
            assert.equal(answer?.opcode, CLOSE);
            const code = answer.payload.length === 0 ? 1005 : answer.payload.readUInt16BE(0);
            assert.ok(closes.includes(code), `${code} ${answer.payload.toString('utf8', 2)}`);
          }
        });
      }
    });
  }
});

/** The next answer; pongs of pings before a fault do not count. */
async function untilNoPong(webSocket: RawWebSocket, skipsPongs: boolean) {
  for (;;) {
    const answer = await webSocket.answer();
    if (!skipsPongs || answer?.opcode !== PONG) return answer;
  }
}
