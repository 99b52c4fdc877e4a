import type { Command } from '../../command.ts';

export const scenarioCheck: Command = {
  name: 'scenario check',
  summary: 'check scenario files without flying them',
  details: ['Names every mistake with file, line, column and what is allowed. Ends with status 2 when there is one.'],
  words: ['FILE...'],
  flags: {},
  examples: ['kitestring scenario check scenarios/*'],
  run: async (args, context) => (await import('../../scenario/check.ts')).runScenarioCheck(args, context),
};
