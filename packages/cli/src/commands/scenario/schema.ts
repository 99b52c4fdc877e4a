import type { CliCommand } from '../../command.ts';

export const scenarioSchema: CliCommand = {
  name: 'scenario schema',
  summary: 'print the JSON Schema of scenario files, for editors',
  words: [],
  flags: {},
  run: async (_, context) => {
    const { schemaText } = await import('@kitestring/scenario/file/schema-text.ts');
    context.out.write(schemaText());
    return 0;
  },
};
