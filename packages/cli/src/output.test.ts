import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SmallDisk, WITHOUT_SMALL_DISKS } from '@kitestring/lab-testing/small-disk.ts';
import { TestFolder } from '@kitestring/lab-testing/test-folder.ts';

/** Writes each message, and answers with what waits for the reader then. */
const SERVICE = `
  import { outputOf } from ${JSON.stringify(new URL('./output.ts', import.meta.url).href)};
  const output = outputOf(process.stdout);
  output.outliveReader();
  process.on('message', (text) => {
    output.write(text);
    process.send(process.stdout.writableLength);
  });`;

/** A process whose output is one of a service, until it is disposed of. */
class Service implements Disposable {
  readonly process: ChildProcess;
  readonly #answers: AsyncIterator<number[], undefined>;

  /** @param out `pipe`, or the descriptor of an open file */
  constructor(out: 'pipe' | number) {
    const argv = ['--input-type=module', '-e', SERVICE];
    this.process = spawn(process.execPath, argv, { stdio: ['ignore', out, 'inherit', 'ipc'] });
    this.#answers = on(this.process, 'message', { close: ['exit'] });
  }

  /** @returns bytes that wait for the reader */
  async write(text: string): Promise<number> {
    this.process.send(text);
    const { done, value } = await this.#answers.next();
    assert.ok(done !== true, 'it ended');
    return value[0] ?? assert.fail();
  }

  [Symbol.dispose](): void {
    this.process.kill('SIGKILL');
  }
}

describe('The output of a service', () => {
  it('may lose its reader', async () => {
    using service = new Service('pipe');
    await service.write('one\n');
    service.process.stdout?.destroy();
    for (const text of ['two\n', 'three\n', 'four\n']) await service.write(text);
  });

  it('waits for a slow reader up to a bound, and is lost beyond', async () => {
    using service = new Service('pipe');
    let waitingBytes = 0;
    for (let round = 0; round < 300; round++) waitingBytes = await service.write('x'.repeat(10_000));
    assert.ok(waitingBytes >= 2 ** 20 && waitingBytes < 2 ** 20 + 10_000, `${waitingBytes}`);
  });

  it('goes on with a line of its own when its full disk has space again', { skip: WITHOUT_SMALL_DISKS }, async () => {
    using folder = new TestFolder();
    const path = folder.file('disk');
    using _disk = new SmallDisk(path, 1);
    const [file, filler] = [join(path, 'log'), join(path, 'filler')];
    const out = openSync(file, 'a');
    using service = new Service(out);
    closeSync(out);
    const first = 'a'.repeat(5000);
    await service.write(`${first}\n`);
    assert.throws(() => writeFileSync(filler, new Uint8Array(2 ** 21)), { code: 'ENOSPC' });
    for (const letter of ['b', 'c']) await service.write(`${letter.repeat(5000)}\n`);
    rmSync(filler);
    await service.write('last\n');
    const [begin, ...rest] = readFileSync(file, 'utf8').split('\n');
    assert.equal(begin, first);
    assert.deepEqual(rest.slice(-2), ['last', '']);
    const ended = once(service.process, 'exit');
    service.process.kill('SIGKILL');
    await ended;
  });
});
