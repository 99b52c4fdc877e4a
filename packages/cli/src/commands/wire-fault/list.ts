import type { CliCommand } from '../../command.ts';
import { WIRE_FAULT_FLAGS } from './wire-fault-flags.ts';

export const wireFaultList: CliCommand = {
  name: 'wire-fault list',
  summary: 'show the faults between a simulated station and its clients',
  details: ['MET: requests and WebSockets that the fault selected, HITS: how many of them it hit.'],
  words: ['[URL]'],
  flags: WIRE_FAULT_FLAGS,
  run: async (args, context) => (await import('../../wire-fault/list.ts')).runWireFaultList(args, context),
};
