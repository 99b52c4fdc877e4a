import type { CliCommand } from '../../command.ts';

export const scenarioList: CliCommand = {
  name: 'scenario list',
  summary: 'list scenarios by family',
  details: ['Without files: those included in Kitestring.'],
  words: ['[FILE...]'],
  flags: { json: { description: 'Print them as JSON.' } },
  run: async (args, context) => (await import('../../scenario/list.ts')).runScenarioList(args, context),
};
