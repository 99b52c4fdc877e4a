import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';
import type { Codec } from '../codec.ts';
import { MessageRecords } from '../encode/message-records.ts';
import { readFlightLog } from '../read/read-flight-log.ts';
import { ZSTD } from '../zstd-codec.ts';
import { recoverLog } from './flight-folder.ts';
import { LogFile, partialName, tailName } from './log-file.ts';

const TELEMETRY = 5;

function messages(from: number, count: number, padding = 0): Uint8Array {
  const records = new MessageRecords();
  for (let index = from; index < from + count; index++) {
    records.begin(TELEMETRY, index * 1000);
    records.out.text(JSON.stringify({ altitude_m: index, padding: 'x'.repeat(padding) }));
    records.end();
  }
  return records.take();
}

async function altitudesIn(path: string): Promise<number[]> {
  const bytes = readFileSync(path);
  const found: number[] = [];
  const read = async (at: number, length: number) => bytes.subarray(at, at + length);
  await readFlightLog(
    { size: bytes.length, read },
    { codec: ZSTD, onMessage: ({ value }) => found.push((value as { altitude_m: number }).altitude_m) },
  );
  return found;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function logIn(folder: TestFolder, codec: Codec = ZSTD) {
  const faults: unknown[] = [];
  const path = join(folder.path, 'flights', 'a.mcap');
  const file = new LogFile({ path, facts: { seed: '1' }, codec, onFault: (fault) => faults.push(fault) });
  return { file, path, faults };
}

describe('a log on the disk', () => {
  it('gets its name when it is whole, and nothing stays beside it', async () => {
    using folder = new TestFolder();
    const { file, path, faults } = logIn(folder);
    file.addChunk(messages(0, 10), 10);
    file.saveTail(messages(10, 5));
    await file.flush();
    assert.equal(existsSync(path), false);
    file.addChunk(messages(10, 10), 10);
    await file.finish({ reason: 'landed' });
    assert.deepEqual(await altitudesIn(path), upTo(20));
    assert.deepEqual([existsSync(partialName(path)), existsSync(tailName(path))], [false, false]);
    assert.deepEqual(faults, []);
  });

  it('is recovered with its tail, at whatever moment the power was cut', async () => {
    using folder = new TestFolder();
    const { file, path } = logIn(folder);
    file.addChunk(messages(0, 10), 10);
    file.saveTail(messages(10, 3));
    await file.flush();
    assert.equal(file.saveTail(messages(13, 4)), true);
    await file.flush();
    const [partial, tail] = [readFileSync(partialName(path)), readFileSync(tailName(path))];
    for (const cut of [0, 5, 8, 30, 200, tail.length - 1, tail.length]) {
      writeFileSync(partialName(path), partial);
      writeFileSync(tailName(path), tail.subarray(0, cut));
      const count = await recoverLog(path);
      assert.ok(cut === tail.length ? count === 17 : count >= 10 && count < 17, `cut at ${cut}: ${count}`);
      assert.deepEqual(await altitudesIn(path), upTo(count));
    }
    await file.finish({});
  });

  it('keeps the tail of the newest chunk only', async () => {
    using folder = new TestFolder();
    const { file, path } = logIn(folder);
    file.addChunk(messages(0, 10), 10);
    file.saveTail(messages(10, 9));
    await file.flush();
    file.addChunk(messages(10, 10), 10);
    file.saveTail(messages(20, 2));
    await file.flush();
    assert.equal(await recoverLog(path), 22);
    assert.deepEqual(await altitudesIn(path), upTo(22));
    await file.finish({});
  });

  it('leaves no file when there was nothing in it', async () => {
    using folder = new TestFolder();
    const { file, path } = logIn(folder);
    await file.flush();
    assert.equal(await recoverLog(path), 0);
    assert.deepEqual(
      [path, partialName(path), tailName(path)].map((it) => existsSync(it)),
      [false, false, false],
    );
    await file.finish({});
  });

  it('drops and counts what a slow disk does not take, and keeps the rest', async () => {
    using folder = new TestFolder();
    const gate = Promise.withResolvers<void>();
    const slow: Codec = { ...ZSTD, compress: (bytes) => gate.promise.then(() => ZSTD.compress(bytes)) };
    const { file, path } = logIn(folder, slow);
    // 40 MiB where 32 may wait.
    for (let chunk = 0; chunk < 40; chunk++) file.addChunk(messages(chunk * 100, 100, 10_440), 100);
    assert.ok(file.dropped >= 700 && file.dropped <= 1000, `${file.dropped} dropped`);
    gate.resolve();
    await file.finish({});
    assert.deepEqual(await altitudesIn(path), upTo(4000 - file.dropped));
  });

  it('tells once that it can not be written, and takes the rest in silence', async () => {
    using folder = new TestFolder();
    const fault = new Error('no space left on device');
    const full: Codec = { ...ZSTD, compress: () => Promise.reject(fault) };
    const { file, path, faults } = logIn(folder, full);
    for (let chunk = 0; chunk < 5; chunk++) file.addChunk(messages(chunk * 10, 10), 10);
    file.saveTail(messages(50, 5));
    await file.finish({});
    assert.deepEqual(faults, [fault]);
    assert.equal(file.hasFailed, true);
    assert.equal(existsSync(path), false);
  });

  it('does not take a tail while the last one waits', async () => {
    using folder = new TestFolder();
    const { file } = logIn(folder);
    assert.equal(file.saveTail(messages(0, 5)), true);
    assert.equal(file.saveTail(messages(5, 5)), false);
    await file.flush();
    assert.equal(file.saveTail(messages(5, 5)), true);
    await file.finish({});
  });
});
