import assert from 'node:assert/strict';
import { duplexPair } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { MESSAGE_MAX_BYTES, MessagePipe } from './message-pipe.ts';

function pipeUnderTest() {
  const [near, far] = duplexPair();
  const messages: unknown[] = [];
  const broken: string[] = [];
  let ends = 0;
  const pipe = new MessagePipe(near, {
    onMessage: (value) => messages.push(value),
    onBroken: (reason) => broken.push(reason),
    onEnd: () => {
      ends += 1;
    },
  });
  return { pipe, far, messages, broken, ends: () => ends };
}

function framed(body: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  return Buffer.concat([head, body]);
}

describe('the pipe of the media process', () => {
  it('carries messages whole and in order, however their bytes are cut', async () => {
    for (const size of [1, 3, 7, 1000]) {
      const { far, messages } = pipeUnderTest();
      const bytes = Buffer.concat([{ a: 1 }, 'two', new Uint8Array(300)].map((value) => framed(serialize(value))));
      for (let at = 0; at < bytes.length; at += size) far.write(bytes.subarray(at, at + size));
      while (messages.length < 3) await setImmediate();
      assert.deepEqual(messages[0], { a: 1 });
      assert.equal(messages[1], 'two');
      assert.equal((messages[2] as Uint8Array).length, 300);
    }
  });

  it('carries from one end to the other what is sent', async () => {
    const [near, far] = duplexPair();
    const got: unknown[] = [];
    const events = {
      onMessage: (value: unknown) => got.push(value),
      onBroken: (reason: string) => assert.fail(reason),
    };
    new MessagePipe(far, events);
    const pipe = new MessagePipe(near, events);
    pipe.send({ kind: 'ping' });
    pipe.send({ kind: 'stop' });
    while (got.length < 2) await setImmediate();
    assert.deepEqual(got, [{ kind: 'ping' }, { kind: 'stop' }]);
  });

  for (const [what, bytes] of [
    ['that no serializer wrote', framed(Buffer.from('garbage'))],
    ['of a message that is cut', framed(serialize({ a: 'x'.repeat(50) }).subarray(0, 20))],
    ['of a message without an end', Buffer.from('ffffffff', 'hex')],
    [
      'of a message that is too large by one',
      Buffer.from((MESSAGE_MAX_BYTES + 1).toString(16).padStart(8, '0'), 'hex'),
    ],
    ['of an empty message', framed(Buffer.alloc(0))],
  ] as const) {
    it(`says once that bytes ${what} break it, throws nothing and reads no further`, async () => {
      const { broken, far, messages } = pipeUnderTest();
      far.write(bytes);
      far.write(framed(serialize('after')));
      while (broken.length === 0) await setImmediate();
      await setImmediate();
      assert.equal(broken.length, 1);
      assert.deepEqual(messages, []);
    });
  }

  it('breaks when what was sent is not taken, in place of keeping it without end', () => {
    const { broken, pipe } = pipeUnderTest();
    for (let count = 0; count < 100 && broken.length === 0; count += 1) pipe.send(new Uint8Array(2 ** 20));
    assert.deepEqual(broken, ['it takes no messages']);
  });

  it('carries nothing that is too large for the other end, which would break it', async () => {
    const { far, pipe } = pipeUnderTest();
    const got = Promise.withResolvers<unknown>();
    new MessagePipe(far, { onMessage: got.resolve, onBroken: got.reject });
    assert.throws(() => pipe.send(new Uint8Array(MESSAGE_MAX_BYTES)), /a message of \d+ bytes is too large/);
    pipe.send('after');
    assert.equal(await got.promise, 'after');
  });

  it('tells when the other end is gone', async () => {
    const { far, ends } = pipeUnderTest();
    far.end();
    while (ends() === 0) await setImmediate();
    assert.equal(ends(), 1);
  });
});
