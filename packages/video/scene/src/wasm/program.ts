import { type Code, encode, unsigned } from './instructions.ts';

/** Part of a global that only TypeScript's browser types declare. */
declare const WebAssembly: {
  readonly Memory: new (limits: { initial: number; maximum: number }) => ProgramMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, (...args: number[]) => void>> };
};

interface ProgramMemory {
  readonly buffer: ArrayBuffer;
}

const TYPE = { i32: 0x7f, f64: 0x7c, v128: 0x7b } as const;
type Type = keyof typeof TYPE;
const PAGE_BYTES = 65_536;

/** A variable of a function. */
export interface Local {
  readonly get: Code;
  readonly set: (value: Code) => Code;
}

/** A function of integers without a result; its variables are declared while its code is generated. */
export class ProgramFunction<Parameter extends string = string> {
  readonly name: string;
  readonly parameters: Readonly<Record<Parameter, Local>>;
  readonly #parameterCount: number;
  readonly #locals: Type[] = [];
  #code: Code = [];

  /** @param parameters names, in the order in which they are given */
  constructor(name: string, parameters: readonly Parameter[]) {
    this.name = name;
    this.#parameterCount = parameters.length;
    const named = parameters.map((parameter, index) => [parameter, localAt(index)]);
    this.parameters = Object.fromEntries(named) as Record<Parameter, Local>;
  }

  i32(): Local {
    return this.#local('i32');
  }

  f64(): Local {
    return this.#local('f64');
  }

  v128(): Local {
    return this.#local('v128');
  }

  #local(type: Type): Local {
    this.#locals.push(type);
    return localAt(this.#parameterCount + this.#locals.length - 1);
  }

  write(...code: Code[]): this {
    this.#code = code;
    return this;
  }

  get type(): Code {
    return [0x60, ...list(new Array<Code>(this.#parameterCount).fill([TYPE.i32])), 0];
  }

  get body(): Code {
    const body = encode([list(this.#locals.map((type) => [1, TYPE[type]])), this.#code, 0x0b]);
    return [...unsigned(body.length), ...body];
  }
}

const localAt = (index: number): Local => ({
  get: [0x20, ...unsigned(index)],
  set: (value) => [value, 0x21, ...unsigned(index)],
});

/** Memory shared by programs and typed arrays. It never grows, so that the arrays stay valid. */
export function makeMemory(bytes: number): ProgramMemory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new WebAssembly.Memory({ initial: pages, maximum: pages });
}

/** Compiles functions. @throws on a processor without SIMD of 128 bits */
export function runnable<Name extends string>(
  memory: ProgramMemory,
  functions: readonly ProgramFunction[],
): Readonly<Record<Name, (...args: number[]) => void>> {
  const pages = memory.buffer.byteLength / PAGE_BYTES;
  const sections = [
    section(1, list(functions.map(({ type }) => type))),
    section(2, list([[...text('m'), ...text('m'), 2, 1, ...unsigned(pages), ...unsigned(pages)]])),
    section(3, list(functions.map((_, index) => unsigned(index)))),
    section(7, list(functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]))),
    section(10, list(functions.map(({ body }) => body))),
  ];
  const bytes = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...encode(sections)]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { m: { m: memory } });
  return exports as Record<Name, (...args: number[]) => void>;
}

const section = (id: number, content: Code): Code => {
  const bytes = encode(content);
  return [id, ...unsigned(bytes.length), ...bytes];
};
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items];
const text = (value: string): Code => list([...new TextEncoder().encode(value)].map((byte) => [byte]));
