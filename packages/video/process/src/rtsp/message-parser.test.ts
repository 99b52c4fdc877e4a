import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ClientMessage, MessageParser } from './message-parser.ts';

const LIMITS = { headerBytes: 512, bodyBytes: 64, interleavedBytes: 128 };

function parse(...chunks: readonly (string | Buffer)[]): ClientMessage[] {
  const parser = new MessageParser(LIMITS);
  const messages: ClientMessage[] = [];
  for (const chunk of chunks) {
    parser.push(Buffer.from(chunk as string, 'latin1'));
    for (let message = parser.next(); message !== undefined; message = parser.next()) messages.push(message);
  }
  return messages;
}

const plain = (messages: readonly ClientMessage[]) =>
  messages.map((message) => {
    if (message.kind !== 'request') return message.kind === 'interleaved' ? message : message.status;
    const { headers, ...request } = message.request;
    return { ...request, headers: Object.fromEntries(headers) };
  });

const statusOf = (text: string) => {
  const [message] = parse(text);
  return message?.kind === 'malformed' ? message.status : message?.kind;
};

const SESSION = Buffer.concat([
  Buffer.from('\r\nOPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'),
  Buffer.from([0x24, 1, 0, 4, 0x81, 0xc9, 0x0d, 0x0a]),
  Buffer.from(
    'SET_PARAMETER rtsp://h/zoom RTSP/1.0\r\ncseq:2 \r\nContent-Length: 5\r\nAccept: a\r\nAccept: b\r\n\r\n$\r\n\r\n',
  ),
  Buffer.from('PLAY rtsp://h/zoom RTSP/1.0\nCSeq: 3\n\n'),
]);

describe('messages of an RTSP client', () => {
  const expected = [
    { method: 'OPTIONS', url: '*', headers: { cseq: '1' }, body: '' },
    { kind: 'interleaved', channel: 1, payload: Buffer.from([0x81, 0xc9, 0x0d, 0x0a]) },
    {
      method: 'SET_PARAMETER',
      url: 'rtsp://h/zoom',
      headers: { cseq: '2', 'content-length': '5', accept: 'a, b' },
      body: '$\r\n\r\n',
    },
    { method: 'PLAY', url: 'rtsp://h/zoom', headers: { cseq: '3' }, body: '' },
  ];

  it('are read one behind the other', () => {
    assert.deepEqual(plain(parse(SESSION)), expected);
  });

  it('are searched for their end once, when they come byte by byte', (t) => {
    const indexOf = t.mock.method(Buffer.prototype, 'indexOf');
    const lines = 'a:\r\n'.repeat(60);
    const [message] = parse(...`PLAY rtsp://h/zoom RTSP/1.0\r\n${lines}CSeq: 3\r\n\r\n`);
    assert.equal(message?.kind, 'request');
    assert.ok(indexOf.mock.callCount() < 1000, `${indexOf.mock.callCount()} searches`);
  });

  it('are the same when they come in two parts, wherever they are cut', () => {
    for (let at = 0; at <= SESSION.length; at += 1) {
      assert.deepEqual(plain(parse(SESSION.subarray(0, at), SESSION.subarray(at))), expected, `cut at ${at}`);
    }
  });

  it('are the same when they come byte by byte', () => {
    assert.deepEqual(plain(parse(...[...SESSION].map((byte) => Buffer.of(byte)))), expected);
  });

  const wrong: readonly [string, string, number][] = [
    ['HTTP', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['another version', 'OPTIONS * RTSP/2.0\r\n\r\n', 505],
    ['a line without a colon', 'OPTIONS * RTSP/1.0\r\nhello\r\n\r\n', 400],
    ['a folded line', 'OPTIONS * RTSP/1.0\r\nA: b\r\n c\r\n\r\n', 400],
    ['a null', 'OPTIONS * RTSP/1.0\r\nA: \0\r\n\r\n', 400],
    ['two CSeq', 'OPTIONS * RTSP/1.0\r\nCSeq: 1\r\nCSeq: 2\r\n\r\n', 400],
    ['a negative length', 'OPTIONS * RTSP/1.0\r\nContent-Length: -1\r\n\r\n', 400],
    ['a hexadecimal length', 'OPTIONS * RTSP/1.0\r\nContent-Length: 0x10\r\n\r\n', 400],
    ['a body beyond the limit', 'OPTIONS * RTSP/1.0\r\nContent-Length: 65\r\n\r\n', 413],
    ['headers beyond the limit', `OPTIONS * RTSP/1.0\r\nA: ${'b'.repeat(600)}`, 413],
    ['too many headers', `OPTIONS * RTSP/1.0\r\n${'A:b\r\n'.repeat(70)}\r\n`, 413],
    ['a packet beyond the limit', '$\x00\xff\xff', 400],
    ['an address with a line end', 'OPTIONS rtsp://h/a\tb RTSP/1.0\r\n\r\n', 400],
  ];
  for (const [what, text, status] of wrong) {
    it(`answers ${status} to ${what}`, () => assert.equal(statusOf(text), status));
  }

  it('mean nothing after one that was malformed', () => {
    assert.equal(parse('nonsense\r\n\r\n', 'OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n').length, 1);
  });

  it('end in a message or nothing, whatever the bytes', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      fc.constantFrom('OPTIONS * RTSP/1.0', '\r\n', '\r\n\r\n', 'CSeq: 1', 'Content-Length: 9', '$\x00\x00\x02ab', ':'),
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => void parse(...pieces)));
  });
});
