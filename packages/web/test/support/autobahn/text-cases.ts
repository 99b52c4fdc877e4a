import { alive, begun, bytes, ends, KOSME, more, splitBy, text } from './case.ts';

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
export const texts = [
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
