import { forever, i32, leaveIf, v128 } from '../wasm/instructions.ts';
import { ProgramFunction } from '../wasm/program.ts';
import { k } from './row.ts';

const GROUP_BYTES = 16;

/** Copies part of a plane, in groups of 16 bytes. Parameters: its first bytes, from and to; bytes of a row; stride; number of rows. */
export function copyFunction(name: string): ProgramFunction {
  const f = new ProgramFunction(name, ['from', 'to', 'length', 'stride', 'rows']);
  const { from, length, rows, stride, to } = f.parameters;
  const x = f.i32();
  return f.write(
    forever(
      leaveIf(i32.le(rows.get, k(0))),
      x.set(k(0)),
      forever(
        leaveIf(i32.ge(x.get, length.get)),
        v128.store(i32.add(to.get, x.get), v128.load(i32.add(from.get, x.get), 0), 0),
        x.set(i32.add(x.get, k(GROUP_BYTES))),
      ),
      from.set(i32.add(from.get, stride.get)),
      to.set(i32.add(to.get, stride.get)),
      rows.set(i32.sub(rows.get, k(1))),
    ),
  );
}
