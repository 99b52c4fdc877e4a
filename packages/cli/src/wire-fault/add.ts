import type { WireFaultRequest } from '@kitestring/contract/sim/wire-fault.ts';
import { WIRE_FAULT_TYPES, WIRE_FAULTS, type WireFaultType } from '@kitestring/contract/sim/wire-faults.ts';
import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { oneLine } from '@kitestring/settings/settings-error.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { type Context, type ExitStatus, UsageError } from '../context.ts';
import { faultText } from './fault-text.ts';
import { withControls } from './with-controls.ts';

const NUMBERS = ['probability', 'seed', 'count', 'duration'] as const;

/** `kitestring wire-fault add`. Ranges are judged by the station. */
export async function runWireFaultAdd(args: Arguments, context: Context): Promise<ExitStatus> {
  const request = requestOf(args);
  const fault = await withControls(args, context, (sim) => sim.addWireFault(request));
  context.out.write(`${has(args, 'json') ? JSON.stringify(fault) : faultText(fault)}\n`);
  return 0;
}

function requestOf(args: Arguments): WireFaultRequest {
  const [word = '', ...assignments] = args.words;
  const type = WIRE_FAULT_TYPES.find((known) => known === word);
  if (type === undefined) {
    const allowed = suggestion(word, WIRE_FAULT_TYPES) || `, allowed: ${WIRE_FAULT_TYPES.join(', ')}`;
    throw new UsageError(`wire-fault add: unknown type ${oneLine(word)}${allowed}`);
  }
  const [operation, client] = [textOf(args, 'operation'), textOf(args, 'client')];
  const numbers = NUMBERS.flatMap((name) => {
    const text = textOf(args, name);
    return text === undefined ? [] : [[name, numberOf(`--${name}`, text)]];
  });
  return {
    type,
    ...(operation !== undefined && { operation }),
    ...(client !== undefined && { client }),
    ...Object.fromEntries(numbers),
    parameters: Object.fromEntries(assignments.map((assignment) => parameterOf(type, assignment))),
  };
}

/** @param assignment `latency_ms=800` */
function parameterOf(type: WireFaultType, assignment: string): [string, number | string] {
  const at = assignment.indexOf('=');
  const name = at === -1 ? assignment : assignment.slice(0, at);
  const text = assignment.slice(at + 1);
  const schemas = WIRE_FAULTS[type].parameters.properties as Readonly<Record<string, { readonly default?: unknown }>>;
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (schema === undefined || at === -1) {
    const names = Object.keys(schemas).map((known) => `${known}=`);
    throw new UsageError(
      `wire-fault add: ${type} has no parameter ${oneLine(assignment)}, allowed: ${names.join(', ') || 'none'}`,
    );
  }
  return [name, typeof schema.default === 'number' ? numberOf(name, text) : text];
}

function numberOf(name: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  throw new UsageError(`wire-fault add: ${name}: got "${oneLine(text)}", allowed: a number`);
}
