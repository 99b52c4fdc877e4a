import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { FromMedia } from '@kitestring/media/process/protocol.ts';
import { TestFolder } from '@kitestring/testing/test-folder.ts';
import { type MediaChild, mediaChildOf } from './media-child.ts';

/** One life of a child whose first file is `name` of the support folder. @param endsAt how many messages of it are enough */
function lifeOf(name: string, writes: readonly string[], onStart: (child: MediaChild) => void = () => {}, endsAt = 1) {
  const hostile: string[] = [];
  const messages: FromMedia[] = [];
  const ended = Promise.withResolvers<string>();
  const child = mediaChildOf({ writes, entry: import.meta.resolve(`../../test/support/${name}`) })({
    onMessage: (message) => {
      messages.push(message);
      if (messages.length === endsAt) child.kill();
    },
    onHostile: (reason) => hostile.push(reason),
    onEnd: ended.resolve,
  });
  onStart(child);
  return { hostile, messages, ended: ended.promise };
}

describe('the media process', () => {
  it('that says what is no message is ended and counted, and nothing is thrown in the station', async () => {
    const { ended, hostile, messages } = lifeOf('hostile-child.ts', []);
    assert.match(await ended, /^SIGKILL/);
    assert.deepEqual(hostile, ['bytes that are no message']);
    assert.deepEqual(messages, []);
  });

  it('that says what is right, but without end, is ended and counted after what a busy one may say', async () => {
    const enough = 1_000_000;
    const { ended, hostile, messages } = lifeOf('flooding-child.ts', [], () => {}, enough);
    assert.match(await ended, /^SIGKILL/);
    assert.deepEqual(hostile, ['more messages than it can have to say']);
    assert.ok(messages.length >= 20_000 && messages.length < enough, `${messages.length}`);
  });

  it('sees its own folder and no other file, starts no program, and gets no key in its environment', async () => {
    using folder = new TestFolder();
    const recordings = folder.file('recordings');
    mkdirSync(recordings);
    writeFileSync(join(folder.path, 'api-key'), 'kite_secret');
    process.env.KITESTRING_API_KEY = 'kite_secret';
    process.env.SOME_SERVICE_TOKEN = 'secret';
    const tell = (child: MediaChild) => child.send({ kind: 'outputs', outputs: { host: recordings } } as never);
    const { ended, messages } = lifeOf('curious-child.ts', [recordings], tell);
    delete process.env.KITESTRING_API_KEY;
    delete process.env.SOME_SERVICE_TOKEN;
    await ended;
    const [told] = messages;
    assert.equal(told?.kind, 'trouble');
    assert.deepEqual(JSON.parse(told.reason), { could: ['read its own source', 'write a recording'], secrets: [] });
  });
});
