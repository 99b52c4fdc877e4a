import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choose, f64, forever, i32, i32x4, leaveIf, unsigned, v128, when } from './instructions.ts';
import { makeMemory, ProgramFunction, runnable } from './program.ts';

describe('programs', () => {
  it('write lengths as the specification does', () => {
    assert.deepEqual(unsigned(0), [0]);
    assert.deepEqual(unsigned(127), [0x7f]);
    assert.deepEqual(unsigned(128), [0x80, 0x01]);
    assert.deepEqual(unsigned(624_485), [0xe5, 0x8e, 0x26]);
  });

  it('calculate in memory that typed arrays see', () => {
    const memory = makeMemory(1000);
    const f = new ProgramFunction('sum', ['count', 'out']);
    const { count, out } = f.parameters;
    const [index, sum] = [f.i32(), f.i32()];
    f.write(
      forever(
        leaveIf(i32.ge(index.get, count.get)),
        when(i32.and(index.get, i32.const(1)), [sum.set(i32.add(sum.get, index.get))]),
        index.set(i32.add(index.get, i32.const(1))),
      ),
      i32.store(out.get, choose(sum.get, i32.const(-70_000), i32.lt(sum.get, i32.const(100)))),
    );
    const run = runnable<'sum'>(memory, [f]);
    run.sum(10, 16);
    run.sum(1000, 20);
    assert.deepEqual([...new Int32Array(memory.buffer, 16, 2)], [25, -70_000]);
  });

  it('turn numbers with a fraction into whole ones as `| 0` does, whatever they are', () => {
    const memory = makeMemory(64);
    const f = new ProgramFunction('whole', []);
    f.write(i32.store(i32.const(0), i32.fromF64(f64.load(i32.const(8)))));
    const run = runnable<'whole'>(memory, [f]);
    const [input, output] = [new Float64Array(memory.buffer, 8, 1), new Int32Array(memory.buffer, 0, 1)];
    for (const value of [0, 1.9, -1.9, 2 ** 31, -(2 ** 31) - 1, 2 ** 32 + 5, 12_345_678_901.5, Number.NaN]) {
      input[0] = value;
      run.whole();
      assert.equal(output[0], value | 0, `${value}`);
    }
  });

  it('work on four numbers at a time', () => {
    const memory = makeMemory(64);
    const f = new ProgramFunction('four', ['by']);
    const { by } = f.parameters;
    const at = i32.const(0);
    f.write(v128.store(at, i32x4.mul(v128.load(at), i32x4.splat(by.get))));
    const values = new Int32Array(memory.buffer, 0, 4);
    values.set([1, -2, 3, 1 << 30]);
    runnable<'four'>(memory, [f]).four(5);
    assert.deepEqual([...values], [5, -10, 15, 1 << 30]);
  });
});
