import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HandlerResult } from './route.ts';
import { WaitingReads } from './waiting-reads.ts';

const ENDED = { refusal: { code: 'INVALID_TOKEN', message: 'the session has ended' } } as const;
const ANSWER: HandlerResult = { ok: true, value: 'changed' };

describe('WaitingReads', () => {
  it('ends every read of a session that ends, and none of another', async () => {
    const reads = new WaitingReads(ENDED);
    const other = Promise.withResolvers<HandlerResult>();
    const never = new Promise<HandlerResult>(() => {});
    const waiting = [reads.untilEnd('a', never), reads.untilEnd('a', never), reads.untilEnd('b', other.promise)];
    reads.endSession('a');
    other.resolve(ANSWER);
    assert.deepEqual(await Promise.all(waiting), [ENDED, ENDED, ANSWER]);
  });

  it('closes the file of an answer that comes after the end of its session', async () => {
    const reads = new WaitingReads(ENDED);
    const late = Promise.withResolvers<HandlerResult>();
    const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
    const file = { read: () => assert.fail('is not sent'), close: async () => close() };
    const waiting = reads.untilEnd('a', late.promise);
    reads.endSession('a');
    assert.equal(await waiting, ENDED);
    late.resolve({ status: 200, mediaType: 'video/mp4', file, pieces: [] });
    await isClosed;
  });

  it('passes a failure on', async () => {
    const reads = new WaitingReads(ENDED);
    await assert.rejects(reads.untilEnd('a', Promise.reject(new Error('no disk'))), /no disk/);
    reads.endSession('a');
  });
});
