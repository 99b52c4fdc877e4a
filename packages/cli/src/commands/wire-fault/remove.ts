import type { CliCommand } from '../../command.ts';
import { WIRE_FAULT_FLAGS } from './wire-fault-flags.ts';

export const wireFaultRemove: CliCommand = {
  name: 'wire-fault remove',
  summary: 'end a fault between a simulated station and its clients, or all of them',
  details: ['ID is that of wire-fault list, or `all`. What the fault holds back continues.'],
  words: ['ID'],
  flags: WIRE_FAULT_FLAGS,
  examples: ['kitestring wire-fault remove 3', 'kitestring wire-fault remove all'],
  run: async (args, context) => (await import('../../wire-fault/remove.ts')).runWireFaultRemove(args, context),
};
