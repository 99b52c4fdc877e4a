import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { readAll } from './read-all.ts';
import type { ReadAnswer, ReadOrder, ReadOutcome } from './station-reads.ts';
import { openWholeFile } from './whole-file.ts';

const ORDER: ReadOrder = {
  sid: 'sabcdefghijkl',
  path: '/api/v1/recordings/r/video.mp4',
  method: 'GET' as const,
  person: { id: 'k', name: 'dispatch', role: 'viewer' },
  scopes: ['read' as const],
  via: 'API key',
};

/** A station with one file, whose answers end early, after so many bytes. */
class FileStation {
  readonly ranges: (string | undefined)[] = [];
  readonly cancelled: (string | undefined)[] = [];
  etag = '"a"';
  content: Buffer;
  readonly breakAfter: number[];

  constructor(content: Buffer, breakAfter: number[] = []) {
    this.content = content;
    this.breakAfter = breakAfter;
  }

  async open({ ifRange, range }: ReadOrder): Promise<ReadOutcome> {
    this.ranges.push(range);
    const total = this.content.length;
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const headers = { 'accept-ranges': 'bytes', etag: this.etag };
    if (range !== undefined && Number(from) >= total) {
      return this.#answer(416, { 'content-range': `bytes */${total}` }, Buffer.alloc(0), range);
    }
    const last = Math.min(to === '' ? total - 1 : Number(to), total - 1);
    const isPart = range !== undefined && (ifRange === undefined || ifRange === this.etag);
    return isPart
      ? this.#answer(
          206,
          { ...headers, 'content-range': `bytes ${from}-${last}/${total}` },
          this.content.subarray(Number(from), last + 1),
          range,
        )
      : this.#answer(200, { ...headers, 'content-length': String(total) }, this.content, range);
  }

  #answer(status: number, headers: Record<string, string>, bytes: Buffer, range: string | undefined): ReadAnswer {
    const breakAfter = this.breakAfter.shift();
    const body = {
      cancel: () => void this.cancelled.push(range),
      async *[Symbol.asyncIterator]() {
        for (let at = 0; at < bytes.length; at += 10) {
          if (breakAfter !== undefined && at >= breakAfter) throw new Error('broken off');
          yield bytes.subarray(at, at + 10);
        }
      },
    };
    return { kind: 'answer', status, headers, body, session: undefined };
  }
}

const content = Buffer.from(Array.from({ length: 95 }, (_, index) => index));

async function read(station: FileStation, more: Partial<ReadOrder> = {}) {
  const outcome = await openWholeFile(station, { ...ORDER, ...more }, async () => {});
  assert.ok(outcome.kind === 'answer');
  return { ...outcome, bytes: await readAll(outcome) };
}

describe('a file that is read through the hub', () => {
  it('is one answer of its length, whatever was asked of the station for it', async () => {
    const { bytes, headers, status } = await read(new FileStation(content));
    assert.deepEqual([status, headers['content-length'], headers['content-range']], [200, '95', undefined]);
    assert.deepEqual(bytes, content);
  });

  it('goes on at the same byte when an answer breaks off, with the same file', async () => {
    const station = new FileStation(content, [20, 30]);
    const { bytes, headers, status } = await read(station, { range: 'bytes=5-' });
    assert.deepEqual([status, headers['content-length'], headers['content-range']], [206, '90', 'bytes 5-94/95']);
    assert.deepEqual(bytes, content.subarray(5));
    assert.deepEqual(station.ranges, [`bytes=5-${5 + LIMITS.proxiedBytes - 1}`, 'bytes=25-94', 'bytes=55-94']);
  });

  it('has the part that was asked for, and no byte more', async () => {
    const { bytes, headers } = await read(new FileStation(content, [20]), { range: 'bytes=10-49' });
    assert.deepEqual([headers['content-range'], bytes], ['bytes 10-49/95', content.subarray(10, 50)]);
  });

  it('breaks off when the file is another one meanwhile, and when the station does not go on', async () => {
    const changed = new FileStation(content, [20]);
    const opened = await openWholeFile(changed, ORDER);
    assert.ok(opened.kind === 'answer');
    changed.etag = '"b"';
    await assert.rejects(readAll(opened), /has changed/);
    assert.deepEqual(changed.cancelled, ['bytes=20-94']);
    await assert.rejects(read(new FileStation(content, [20, 0, 0, 0, 0])), /broken off/);
  });

  it('is whole for who has another version of it, empty when it is empty, and several parts as the station makes them', async () => {
    const whole = await read(new FileStation(content, [20]), { range: 'bytes=10-', ifRange: '"old"' });
    assert.deepEqual([whole.status, whole.bytes], [200, content]);
    const empty = await read(new FileStation(Buffer.alloc(0)));
    assert.deepEqual([empty.status, empty.bytes.length], [200, 0]);
    const several = new FileStation(content);
    await read(several, { range: 'bytes=0-1,5-6' });
    assert.deepEqual(several.ranges, ['bytes=0-1,5-6']);
    assert.equal((await read(new FileStation(content), { range: 'bytes=200-' })).status, 416);
  });
});
