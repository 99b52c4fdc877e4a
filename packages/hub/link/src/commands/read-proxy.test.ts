import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CommandReply, type ProxiedRead, READ_TYPE } from '@kitestring/hub-contract/command.ts';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { CommandKey } from '../../test/support/command-key.ts';
import { ReadProxy } from './read-proxy.ts';
import type { ApiRequest } from './station-api.ts';

const KEY = new CommandKey();
const READ: ProxiedRead = {
  v: 1,
  id: 'read-number-0001',
  sid: 'sabcdefghijkl',
  boot: 'bootabcdefgh',
  beat: 1,
  maxAgeMs: 3000,
  person: { id: 'p1', name: 'Anna Example', role: 'viewer' },
  scopes: ['read'],
  via: 'page',
  path: '/api/v1/recordings/x/file',
};

class Scene {
  readonly requests: ApiRequest[] = [];
  readonly chunks: { bytes: Uint8Array; headers: Readonly<Record<string, string>> }[] = [];
  parts: Uint8Array[] = [];
  /** Length of the chunks that the link takes. */
  chunkBytes: number = LIMITS.chunkBytes;
  refusal: ReturnType<ConstructorParameters<typeof ReadProxy>[0]['judge']>;
  readonly proxy = new ReadProxy({
    access: 'read',
    judge: () => this.refusal,
    api: {
      request: async (request) => {
        this.requests.push(request);
        const { parts } = this;
        const body = (async function* () {
          yield* parts;
        })();
        return { status: 206, headers: { 'content-type': 'video/mp4', connection: 'close', 'set-cookie': 'x' }, body };
      },
    },
  });

  read(change: Partial<ProxiedRead> = {}): Promise<void> {
    const order = KEY.order(READ_TYPE, { ...READ, ...change });
    return this.proxy.answer(order, [KEY.pinned], this.way);
  }

  get way(): Parameters<ReadProxy['answer']>[2] {
    const { chunkBytes } = this;
    return {
      send: (bytes, headers) => this.chunks.push({ bytes, headers }),
      pace: { chunkBytes, send: async (_bytes, write) => write() },
    };
  }

  get error(): string | undefined {
    return this.chunks.at(-1)?.headers['Ks-Error'];
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
  }
}

describe('a proxied read', () => {
  it('is a request in the name of the person, with its answer in chunks and the headers that a client needs', async () => {
    const scene = new Scene();
    const { chunkBytes } = LIMITS;
    scene.parts = [1, chunkBytes, 3, 2 * chunkBytes - 5].map((length, index) => new Uint8Array(length).fill(index + 1));
    await scene.read({ range: 'bytes=0-99', accept: 'video/mp4' });
    const [request] = scene.requests;
    assert.deepEqual(
      [request?.method, request?.path, request?.headers, request?.scopes],
      ['GET', READ.path, { range: 'bytes=0-99', accept: 'video/mp4' }, ['read']],
    );
    assert.deepEqual(
      scene.chunks.map(({ headers }) => headers),
      [
        ...[{ 'Ks-Seq': '0', 'Ks-Status': '206', 'Ks-Headers': '{"content-type":"video/mp4"}', 'Ks-Flow': READ.id }],
        ...[{ 'Ks-Seq': '1' }, { 'Ks-Seq': '2', 'Ks-End': '1' }],
      ],
    );
    assert.ok(scene.chunks.every(({ bytes }) => bytes.length <= chunkBytes));
    assert.deepEqual(Buffer.concat(scene.chunks.map(({ bytes }) => bytes)), Buffer.concat(scene.parts));
  });

  it('without a body is one chunk', async () => {
    const scene = new Scene();
    await scene.read();
    assert.deepEqual(
      scene.chunks.map(({ bytes, headers }) => [bytes.length, headers['Ks-Status'], headers['Ks-End']]),
      [[0, '206', '1']],
    );
  });

  it('has chunks as short as the link needs, and longer ones later: the broker takes a thousand for an answer', async () => {
    const scene = new Scene();
    scene.chunkBytes = LIMITS.chunkBytesMin;
    scene.parts = Array.from(
      { length: LIMITS.proxiedBytes / LIMITS.chunkBytes },
      () => new Uint8Array(LIMITS.chunkBytes),
    );
    const done = scene.read();
    for (let turn = 0; scene.chunks.at(-1)?.headers['Ks-End'] === undefined; turn += 1) {
      await scene.settle();
      scene.proxy.credit(READ.id, '16');
      assert.ok(turn < 1000);
    }
    await done;
    const lengths = scene.chunks.map(({ bytes }) => bytes.length);
    assert.deepEqual([lengths[0], lengths[127], lengths[128]], [8192, 8192, 16_384]);
    assert.equal(Math.max(...lengths), LIMITS.chunkBytes);
    assert.ok(lengths.length < 900, String(lengths.length));
    assert.equal(
      lengths.reduce((sum, length) => sum + length),
      LIMITS.proxiedBytes,
    );
  });

  it('ends with the link: what has waited for the reader does not go on, and the place is free', async () => {
    const scene = new Scene();
    scene.parts = Array.from({ length: 40 }, () => new Uint8Array(LIMITS.chunkBytes));
    const done = scene.read();
    await scene.settle();
    scene.proxy.endAll();
    await done;
    assert.ok(scene.requests[0]?.signal.aborted);
    assert.equal(scene.error, 'OUTCOME_LOST');
  });

  it('goes on only as fast as the hub takes it', async () => {
    const scene = new Scene();
    scene.parts = Array.from({ length: 40 }, () => new Uint8Array(LIMITS.chunkBytes));
    const done = scene.read();
    await scene.settle();
    assert.equal(scene.chunks.length, LIMITS.chunksInFlight);
    scene.proxy.credit(READ.id, '4');
    scene.proxy.credit(READ.id, '-3');
    scene.proxy.credit('another-read-000', '9');
    await scene.settle();
    assert.equal(scene.chunks.length, LIMITS.chunksInFlight + 4);
    await scene.read();
    assert.equal(scene.error, 'STATION_BUSY', 'the same id again');
    scene.chunks.pop();
    for (let round = 0; round < 2; round += 1) {
      scene.proxy.credit(READ.id, '999');
      await scene.settle();
    }
    await done;
    assert.equal(scene.chunks.length, 40);
  });

  it('ends when nobody reads it any more, and its place is free', async () => {
    const scene = new Scene();
    scene.parts = Array.from({ length: 40 }, () => new Uint8Array(LIMITS.chunkBytes));
    const done = scene.read();
    await scene.settle();
    scene.proxy.credit(READ.id, 'end');
    await done;
    assert.ok(scene.requests[0]?.signal.aborted);
    assert.deepEqual([scene.chunks.length, scene.error], [LIMITS.chunksInFlight + 1, 'OUTCOME_LOST']);
    scene.parts = [];
    await scene.read({ method: 'HEAD', ifNoneMatch: '"a"', ifModifiedSince: 'then' });
    const { headers, method } = scene.requests[1] ?? {};
    assert.deepEqual([method, headers], ['HEAD', { 'if-none-match': '"a"', 'if-modified-since': 'then' }]);
  });

  it('is refused when it is not signed, late, or leaves the published API', async () => {
    const scene = new Scene();
    await scene.proxy.answer(Buffer.from('x'), [KEY.pinned], scene.way);
    assert.equal(scene.error, 'BAD_SIGNATURE');
    for (const path of [
      ...[
        '/sim/v1/faults',
        '/api/v1/../../sim/v1/faults',
        '/api/v1/%2e%2E/x',
        '/api/v1/..',
        '/api/v1/..?x',
        '/api/v1/a%2f..%2fb',
      ],
      ...['http://other/', '/admin/v1/plugins', '/api/v1/a b', '/api/v1/x/.', '/api/v1/..\\x', '/api/v1/%zz'],
    ]) {
      await scene.read({ path });
      assert.equal(scene.error, 'MALFORMED_COMMAND', path);
    }
    for (const path of ['/api/v1/auth/tokens', '/api/v1/%61uth/tokens?a=%zz']) {
      await scene.read({ path });
      assert.equal(scene.error, 'OPERATION_NOT_OFFERED', path);
    }
    scene.refusal = { v: 1, id: READ.id, error: 'COMMAND_TOO_LATE', message: 'late' };
    await scene.read();
    const reply = JSON.parse(Buffer.from(scene.chunks.at(-1)?.bytes ?? []).toString()) as CommandReply;
    assert.deepEqual(reply, scene.refusal);
    assert.deepEqual(scene.requests, []);
  });
});
