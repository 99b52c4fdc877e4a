import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { LIMITS } from '@kitestring/hub-contract/limits.ts';
import { VirtualClock } from '@kitestring/lab-testing/virtual-clock.ts';
import { headers } from '@nats-io/transport-node';
import { ChunkedAnswer, FIRST_CHUNK_MS } from './chunked-answer.ts';

describe('an answer of a station in chunks', () => {
  let clock: VirtualClock;
  let credits: number[];
  let ends: boolean[];
  let answer: ChunkedAnswer;
  beforeEach(() => {
    clock = new VirtualClock();
    credits = [];
    ends = [];
    answer = new ChunkedAnswer({
      clock,
      giveCredit: (count) => credits.push(count),
      onEnd: (isBrokenOff) => ends.push(isBrokenOff),
    });
  });

  const take = (seq: number, more: Readonly<Record<string, string>> = {}, data: Uint8Array = Buffer.from([seq])) => {
    const own = headers();
    const first = seq === 0 ? { 'Ks-Status': '200', 'Ks-Headers': '{"content-type":"video/mp4"}' } : {};
    for (const [name, value] of Object.entries({ 'Ks-Seq': String(seq), ...first, ...more })) own.set(name, value);
    answer.take({ data, headers: own });
  };
  const readAll = async () => {
    const read: number[] = [];
    for await (const chunk of answer) read.push(...chunk);
    return read;
  };

  it('is read in its order, and ends with its last chunk', async () => {
    const session = { id: 's1', plugin_id: 'p1', plugin_name: 'Anna Example (hub)', scopes: ['read'] };
    take(0, { 'Ks-Session': JSON.stringify(session) });
    for (const seq of [1, 2]) take(seq, seq === 2 ? { 'Ks-End': '1' } : {});
    assert.deepEqual(await answer.begin, {
      kind: 'answer',
      status: 200,
      headers: { 'content-type': 'video/mp4' },
      session,
    });
    assert.deepEqual(await readAll(), [0, 1, 2]);
    assert.deepEqual(ends, [false]);
  });

  it('gives credit only for what its reader has taken', async () => {
    const count = LIMITS.chunksInFlight;
    for (let seq = 0; seq < count; seq += 1) take(seq);
    const reader = answer[Symbol.asyncIterator]();
    for (let taken = 0; taken < 9; taken += 1) await reader.next();
    assert.deepEqual(credits, [LIMITS.chunkCredit, LIMITS.chunkCredit]);
    for (let seq = count; seq < count + 8; seq += 1) take(seq);
    assert.deepEqual(ends, []);
    // More than the credit allows.
    for (let seq = count + 8; seq < count + 12; seq += 1) take(seq);
    assert.deepEqual(ends, [true]);
    await assert.rejects(reader.next(), /too much at once/);
  });

  it('breaks off when a chunk is missing', async () => {
    take(0);
    take(2);
    await assert.rejects(readAll(), /a chunk is missing/);
    assert.deepEqual(ends, [true]);
  });

  it('breaks off when the station says so, with its reason', async () => {
    take(0);
    const reply = { v: 1, error: 'OUTCOME_LOST', message: 'the answer was broken off' };
    take(0, { 'Ks-Error': 'OUTCOME_LOST' }, Buffer.from(JSON.stringify(reply)));
    await assert.rejects(readAll(), /the answer was broken off/);
  });

  it('breaks off when the station is silent while somebody reads', async () => {
    take(0);
    const reading = readAll();
    await new Promise(setImmediate);
    clock.advance(20);
    await assert.rejects(reading, /silent/);
  });

  it('is none without responders, without a first chunk in time, and with a refusal', async () => {
    answer.take({ data: new Uint8Array(), headers: headers(503, 'No Responders') });
    assert.deepEqual(await answer.begin, { kind: 'silent' });
    const late = new ChunkedAnswer({ clock, giveCredit: () => {}, onEnd: () => {} });
    clock.advance(FIRST_CHUNK_MS / 1000);
    assert.deepEqual(await late.begin, { kind: 'silent' });
    answer = new ChunkedAnswer({ clock, giveCredit: () => {}, onEnd: () => {} });
    const reply = { v: 1, error: 'STATION_BUSY', message: 'at most 16 reads at a time' };
    take(0, { 'Ks-Error': 'STATION_BUSY' }, Buffer.from(JSON.stringify(reply)));
    assert.deepEqual(await answer.begin, { kind: 'refused', error: reply.error, message: reply.message });
  });

  for (const wrong of ['{"etag":"a\\u000ab"}', '{"content-length":"4, 4"}', '{"content-length":"-1"}']) {
    it(`is malformed with the headers ${wrong}, which no answer can have`, async () => {
      take(0, { 'Ks-Headers': wrong });
      assert.deepEqual(await answer.begin, {
        kind: 'refused',
        error: 'OUTCOME_LOST',
        message: 'its first chunk is malformed',
      });
    });
  }

  it('has no header that could change what a browser does at the hub’s own address', async () => {
    const sent = { 'set-cookie': 'kitestring_hub=stolen', location: 'https://example.org', etag: '"1"', Etag: '"2"' };
    take(0, { 'Ks-Headers': JSON.stringify(sent) });
    const begin = await answer.begin;
    assert.deepEqual(begin.kind === 'answer' && begin.headers, { etag: '"1"' });
  });

  it('tells the station once when its reader has gone, and never after its end', async () => {
    take(0);
    answer.cancel();
    answer.cancel();
    take(1);
    assert.deepEqual(ends, [true]);
    await assert.rejects(readAll(), /cancelled/);
  });
});
