import type { CliCommand } from '../../command.ts';

export const scenarioNew: CliCommand = {
  name: 'scenario new',
  summary: 'create a commented scenario file with a flight that passes',
  details: ['Writes NAME.yaml and, for editors, scenario.schema.json next to it. Never overwrites a scenario.'],
  words: ['NAME'],
  flags: {},
  examples: ['kitestring scenario new storm-at-dusk'],
  run: async (args, context) => (await import('../../scenario/new.ts')).runScenarioNew(args, context),
};
