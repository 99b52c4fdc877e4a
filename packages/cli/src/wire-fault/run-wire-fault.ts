import { suggestion } from '@kitestring/settings/nearest-name.ts';
import { oneLine } from '@kitestring/settings/settings-fault.ts';
import type { WireFaultRequest, WireFaultState } from '@kitestring/station-contract/sim/wire-fault.ts';
import { WIRE_FAULT_TYPES, WIRE_FAULTS, type WireFaultType } from '@kitestring/station-contract/sim/wire-faults.ts';
import { type Arguments, has, textOf } from '../command.ts';
import { type Context, type ExitStatus, UsageFault } from '../context.ts';
import { withControls } from '../sim-controls.ts';
import { withUrlWord } from '../station-link.ts';
import { paint, table } from '../terminal-text.ts';

const LABEL = 'kitestring wire-fault';
const NUMBERS = ['probability', 'seed', 'count', 'duration'] as const;

/** `kitestring wire-fault add`. Ranges are judged by the station. */
export async function runWireFaultAdd(args: Arguments, context: Context): Promise<ExitStatus> {
  const request = requestOf(args);
  const fault = await withControls(args, context, LABEL, (sim) => sim.addWireFault(request));
  context.out.write(`${has(args, 'json') ? JSON.stringify(fault) : faultText(fault)}\n`);
  return 0;
}

function requestOf(args: Arguments): WireFaultRequest {
  const [word = '', ...assignments] = args.words;
  const type = WIRE_FAULT_TYPES.find((known) => known === word);
  if (type === undefined) {
    const allowed = suggestion(word, WIRE_FAULT_TYPES) || `, allowed: ${WIRE_FAULT_TYPES.join(', ')}`;
    throw new UsageFault(`wire-fault add: unknown type ${oneLine(word)}${allowed}`);
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
    parameters: Object.fromEntries(assignments.map((assignment) => parameter(type, assignment))),
  };
}

/** @param assignment `latency_ms=800` */
function parameter(type: WireFaultType, assignment: string): [string, number | string] {
  const at = assignment.indexOf('=');
  const name = at === -1 ? assignment : assignment.slice(0, at);
  const text = assignment.slice(at + 1);
  const schemas = WIRE_FAULTS[type].parameters.properties as Readonly<Record<string, { readonly default?: unknown }>>;
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (schema === undefined || at === -1) {
    const names = Object.keys(schemas).map((known) => `${known}=`);
    throw new UsageFault(
      `wire-fault add: ${type} has no parameter ${oneLine(assignment)}, allowed: ${names.join(', ') || 'none'}`,
    );
  }
  return [name, typeof schema.default === 'number' ? numberOf(name, text) : text];
}

function numberOf(name: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  throw new UsageFault(`wire-fault add: ${name}: got "${oneLine(text)}", allowed: a number`);
}

/** `kitestring wire-fault list`. */
export async function runWireFaultList(args: Arguments, context: Context): Promise<ExitStatus> {
  const { out } = context;
  const { faults } = await withControls(withUrlWord(args, 'wire-fault list'), context, LABEL, (sim) =>
    sim.listWireFaults(),
  );
  if (has(args, 'json')) {
    out.write(`${JSON.stringify(faults)}\n`);
    return 0;
  }
  const cells = faults.map((fault) => {
    const { hits, id, met, status, type } = fault;
    return [id, type, status, String(met), String(hits), selectionText(fault)];
  });
  const [head = '', ...lines] = table([['ID', 'TYPE', 'STATUS', 'MET', 'HITS', 'ACTS ON'], ...cells]);
  out.write(`${[paint(out, 'bold', head), ...lines].join('\n')}\n`);
  return 0;
}

/** `kitestring wire-fault remove`. */
export async function runWireFaultRemove(args: Arguments, context: Context): Promise<ExitStatus> {
  const [id = ''] = args.words;
  const removed = await withControls(args, context, LABEL, async (sim) =>
    id === 'all' ? (await sim.removeWireFaults()).faults : [await sim.removeWireFault({ id })],
  );
  const lines = removed.length === 0 ? ['no fault was active'] : removed.map(faultText);
  context.out.write(`${has(args, 'json') ? JSON.stringify(removed) : lines.join('\n')}\n`);
  return 0;
}

/** A fault in one line, as `wire-fault add` and `wire-fault remove` report it. */
const faultText = (fault: WireFaultState): string =>
  `${fault.id}: ${fault.type} ${selectionText(fault)}, ${fault.status}, hits ${fault.hits} of ${fault.met}`;

/** The requests that a fault meets, and its parameters. */
function selectionText({ operation, client, probability, count, parameters }: WireFaultState): string {
  return [
    operation ?? 'all operations',
    `of ${client ?? 'all clients'}`,
    ...(probability < 1 ? [`probability ${probability}`] : []),
    ...(count === undefined ? [] : [`at most ${count}`]),
    ...Object.entries(parameters).map(([name, value]) => `${name}=${value}`),
  ].join(' ');
}
