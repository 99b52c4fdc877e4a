import type { BodyOf, Operation, ParamsOf, QueryOf } from '@kitestring/station-contract/operation.ts';
import type { CallOptions } from './call-options.ts';
import type { AnswerOf, RequestInput } from './request.ts';

type Argument<Value> = [Value] extends [undefined] ? [] : [value: Value];
type OptionalArgument<Value> = [Value] extends [undefined] ? [] : [value?: Value];

/** An operation as a function: path parameters, then the body, then the query, each only if the operation has one. */
type Bound<O> = (
  ...args: [...Argument<ParamsOf<O>>, ...Argument<BodyOf<O>>, ...OptionalArgument<QueryOf<O>>, options?: CallOptions]
) => Promise<AnswerOf<O>>;

/** A module of operations as an object of functions of the same names. */
export type BoundModule<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Operation ? Name : never]: Bound<Module[Name]>;
};

type SendOperation = (op: Operation, input: RequestInput, options: CallOptions | undefined) => Promise<unknown>;

/** Creates functions for the operations that a module of the contract exports; other exports are left out. */
export function bindModule<Module extends object>(module: Module, call: SendOperation): BoundModule<Module> {
  const operations = Object.entries(module).filter(([, value]) => isOperation(value));
  const functions: unknown = Object.fromEntries(operations.map(([name, op]) => [name, bind(op as Operation, call)]));
  // The names and signatures are those of the module itself, which the mapped type repeats.
  return functions as BoundModule<Module>;
}

function bind(op: Operation, call: SendOperation) {
  const names = [
    ...(op.path.includes('{') ? ['params'] : []),
    ...(['body', 'query'] as const).filter((part) => op[part] !== undefined),
  ];
  return (...args: readonly unknown[]) => {
    const input = Object.fromEntries(names.map((name, index) => [name, args[index]]));
    return call(op, input, args[names.length] as CallOptions | undefined);
  };
}

export const isOperation = (value: unknown): boolean => typeof value === 'object' && value !== null && 'path' in value;
