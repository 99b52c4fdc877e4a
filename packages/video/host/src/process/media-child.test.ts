import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { FromMedia } from '@kitestring/video-process/process';
import type { Surroundings } from '../../test/support/curious-child.ts';
import { type MediaChild, mediaChild } from './media-child.ts';

const HAS_KERNEL = process.platform === 'linux';
const OWN = [...(HAS_KERNEL ? ['see what its viewers have taken'] : []), 'read its own source', 'write a recording'];
/** Actions that Node's permission model leaves open. */
const BY_NODE_ALONE = ['signal the station', 'connect to a port', 'connect to a service of the machine'];
const ROOT = new URL('../../../../../', import.meta.url);

interface LifeOptions {
  readonly folders?: readonly string[];
  readonly hasPermissionModel?: boolean;
  readonly onStart?: (child: MediaChild) => void;
  /** How many messages of it are enough. */
  readonly endsAt?: number;
}

/** One life of a child whose first file is `name` of the support folder. */
function startChild(name: string, { endsAt = 1, folders = [], hasPermissionModel = true, onStart }: LifeOptions = {}) {
  const hostile: string[] = [];
  const messages: FromMedia[] = [];
  const ended = Promise.withResolvers<string>();
  const child = mediaChild({ folders, hasPermissionModel, entry: import.meta.resolve(`../../test/support/${name}`) })({
    onMessage: (message) => {
      messages.push(message);
      if (messages.length === endsAt) child.kill();
    },
    onHostile: (reason) => hostile.push(reason),
    onEnd: ended.resolve,
  });
  onStart?.(child);
  return { hostile, messages, ended: ended.promise };
}

describe('the media process', () => {
  it('that says what is no message is ended and counted, and nothing is thrown in the station', async () => {
    const { ended, hostile, messages } = startChild('hostile-child.ts');
    assert.match(await ended, /^SIGKILL/);
    assert.deepEqual(hostile, ['bytes that are no message']);
    assert.deepEqual(messages, []);
  });

  it('that says what is right, but without end, is ended and counted after what a busy one may say', async () => {
    const enough = 1_000_000;
    const { ended, hostile, messages } = startChild('flooding-child.ts', { endsAt: enough });
    assert.match(await ended, /^SIGKILL/);
    assert.deepEqual(hostile, ['more messages than it can have to say']);
    assert.ok(messages.length >= 20_000 && messages.length < enough, `${messages.length}`);
  });

  it('sees its own folder and no other file, starts no program, and gets no key in its environment', async () => {
    const allowed = HAS_KERNEL ? OWN : [...BY_NODE_ALONE, ...OWN];
    assert.deepEqual(await curiousLife(true), { could: allowed, threadCould: allowed, secrets: [] });
  });

  it('is confined by the kernel alone too, as native code is', {
    skip: !HAS_KERNEL && 'needs Landlock of Linux',
  }, async () => {
    assert.deepEqual(await curiousLife(false), { could: OWN, threadCould: OWN, secrets: [] });
  });
});

/** Findings of a child that tries to break out. @param hasPermissionModel Node confines it too */
async function curiousLife(hasPermissionModel: boolean): Promise<unknown> {
  using folder = new TestFolder();
  await using server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await using service = createServer((socket) => socket.destroy()).listen(folder.file('service'));
  await Promise.all([server, service].map((each) => once(each, 'listening')));
  const recordings = folder.file('recordings');
  const cache = fileURLToPath(new URL('node_modules/.cache/kitestring', ROOT));
  // As the command has it, and the tests.
  enableCompileCache(join(cache, 'tests'));
  const code = [
    ...['bundles/one', 'libraries/two', 'media'].map((name) => join(cache, name)),
    getCompileCacheDir() ?? '',
  ];
  for (const path of code) mkdirSync(path, { recursive: true });
  writeFileSync(join(folder.path, 'api-key'), 'kite_secret');
  process.env.KITESTRING_API_KEY = 'kite_secret';
  process.env.SOME_SERVICE_TOKEN = 'secret';
  const { port } = server.address() as AddressInfo;
  const surroundings: Surroundings = { folder: recordings, code, port, socket: folder.file('service') };
  const { ended, messages } = startChild('curious-child.ts', {
    folders: [recordings],
    hasPermissionModel,
    onStart: (child) => child.send({ kind: 'outputs', outputs: { host: JSON.stringify(surroundings) } } as never),
  });
  delete process.env.KITESTRING_API_KEY;
  delete process.env.SOME_SERVICE_TOKEN;
  const end = await ended;
  const [told] = messages;
  assert.equal(told?.kind, 'trouble', end);
  return JSON.parse(told.reason);
}
