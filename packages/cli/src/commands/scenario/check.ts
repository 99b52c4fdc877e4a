import type { CliCommand } from '../../command.ts';

export const scenarioCheck: CliCommand = {
  name: 'scenario check',
  summary: 'validate scenario files without running them',
  details: ['Reports every error with file, line, column and the allowed values. Exit status 2 if there is one.'],
  words: ['FILE...'],
  flags: {},
  examples: ['kitestring scenario check scenarios/*'],
  run: async (args, context) => (await import('../../scenario/check.ts')).runScenarioCheck(args, context),
};
