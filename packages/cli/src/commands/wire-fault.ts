import { WIRE_FAULT_REQUESTS } from '@kitestring/station-contract/sim/wire-fault.ts';
import { WIRE_FAULTS } from '@kitestring/station-contract/sim/wire-faults.ts';
import { type CliCommand, type Flags, JSON_FLAG } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';
import { table } from '../terminal-text.ts';

/** Flags of every command on faults between station and clients. */
const WIRE_FAULT_FLAGS: Flags = { ...STATION_FLAGS, ...JSON_FLAG };

const { properties } = WIRE_FAULT_REQUESTS.latency;
/** Every field of a request has a description. */
const text = (schema: object | undefined): string => (schema as { readonly description: string }).description;

/** The fields of a request but type and parameters, which are words; texts of the reference. */
const SELECTION_FLAGS: Flags = {
  operation: { value: 'ID', description: text(properties.operation) },
  client: { value: 'NAME', description: text(properties.client) },
  probability: { value: 'NUMBER', description: `${text(properties.probability)}. Above 0, at most 1.` },
  seed: { value: 'NUMBER', description: `${text(properties.seed)}.` },
  count: { value: 'NUMBER', description: `${text(properties.count)}.` },
  duration: { value: 'SECONDS', description: `${text(properties.duration)}.` },
};

const typeLines = (): readonly string[] =>
  table(
    Object.entries(WIRE_FAULTS).map(([type, { parameters, summary }]) => [
      `  ${type}`,
      [summary, ...Object.keys(parameters.properties).map((name) => `${name}=`)].join(' '),
    ]),
  );

const wireFaultAdd: CliCommand = {
  name: 'wire-fault add',
  summary: 'set a fault between a simulated station and its clients',
  details: [
    'Acts on the real connections from the next request on, until its count or duration, or wire-fault remove. Types and parameters:',
    '',
    ...typeLines(),
    '',
    'docs/reference/faults.md has limits and defaults, and what a good client does.',
  ],
  words: ['TYPE', '[PARAMETER=VALUE...]'],
  flags: { ...SELECTION_FLAGS, ...WIRE_FAULT_FLAGS },
  examples: [
    'kitestring wire-fault add error_status status=503 retry_after_s=2 --client ci --count 3',
    'kitestring wire-fault add reset moment=after --operation flight.control.take_off --count 1',
    'kitestring wire-fault add latency latency_ms=800 jitter_ms=400 --probability 0.3 --seed 7 --duration 60',
  ],
  run: async (args, context) => (await import('../wire-fault/run-wire-fault.ts')).runWireFaultAdd(args, context),
};

const wireFaultList: CliCommand = {
  name: 'wire-fault list',
  summary: 'show the faults between a simulated station and its clients',
  details: ['MET: requests and WebSockets that the fault selected, HITS: how many of them it hit.'],
  words: ['[URL]'],
  flags: WIRE_FAULT_FLAGS,
  run: async (args, context) => (await import('../wire-fault/run-wire-fault.ts')).runWireFaultList(args, context),
};

const wireFaultRemove: CliCommand = {
  name: 'wire-fault remove',
  summary: 'end a fault between a simulated station and its clients, or all of them',
  details: ['ID is that of wire-fault list, or `all`. What the fault holds back continues.'],
  words: ['ID'],
  flags: WIRE_FAULT_FLAGS,
  examples: ['kitestring wire-fault remove 3', 'kitestring wire-fault remove all'],
  run: async (args, context) => (await import('../wire-fault/run-wire-fault.ts')).runWireFaultRemove(args, context),
};

/** In the order of the help. */
export const WIRE_FAULT_COMMANDS: readonly CliCommand[] = [wireFaultAdd, wireFaultList, wireFaultRemove];
