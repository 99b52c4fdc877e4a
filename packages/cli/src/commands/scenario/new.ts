import type { Command } from '../../command.ts';

export const scenarioNew: Command = {
  name: 'scenario new',
  summary: 'begin a scenario file, with comments and a flight that passes',
  details: ['Writes NAME.yaml and scenario.schema.json, for editors, beside it. Never writes over a scenario.'],
  words: ['NAME'],
  flags: {},
  examples: ['kitestring scenario new storm-at-dusk'],
  run: async (args, context) => (await import('../../scenario/new.ts')).runScenarioNew(args, context),
};
