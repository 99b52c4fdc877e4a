import { type CliCommand, JSON_FLAG } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

const scenarioRun: CliCommand = {
  name: 'scenario run',
  summary: 'run scenario files and report whether all expectations were met',
  details: [
    'Each file gets a fresh simulated station in this process, faster than real time; with --url they are run',
    'on that station, one after the other. A folder means every .yaml and .yml file in it.',
    'Exit status 0 if all passed, 1 if one failed, 2 if a file is invalid: then none is run.',
  ],
  words: ['FILE...'],
  flags: {
    ...STATION_FLAGS,
    url: {
      value: 'URL',
      description: 'Run on this station. It must have a simulated aircraft; the key needs the scope internal.',
    },
    'api-version': {
      value: 'VERSION',
      description: 'Version of the API of the stations in this process, 1.0.0 or 1.1.2. Default: 1.1.2.',
    },
    filter: { value: 'TEXT', description: 'Only scenarios whose file name, title or family contains this.' },
    bail: { description: 'Stop after the first scenario that fails.' },
    junit: { value: 'FILE', description: 'Also write the results as JUnit XML.' },
    ...JSON_FLAG,
    mcap: { value: 'FOLDER', description: 'Write the flight log of each scenario there, as FILE.mcap.' },
  },
  examples: [
    'kitestring scenario run scenarios/*',
    'kitestring scenario run my-flight.yaml --junit results.xml --mcap logs',
    'kitestring scenario run my-flight.yaml --url http://127.0.0.1:3128',
  ],
  run: async (args, context) => (await import('../scenario/run.ts')).runScenarioRun(args, context),
};

const scenarioCheck: CliCommand = {
  name: 'scenario check',
  summary: 'validate scenario files without running them',
  details: ['Reports every error with file, line, column and the allowed values. Exit status 2 if there is one.'],
  words: ['FILE...'],
  flags: {},
  examples: ['kitestring scenario check scenarios/*'],
  run: async (args, context) => (await import('../scenario/scenario-files.ts')).runScenarioCheck(args, context),
};

const scenarioList: CliCommand = {
  name: 'scenario list',
  summary: 'list scenarios by family',
  details: ['Without files: those included in Kitestring.'],
  words: ['[FILE...]'],
  flags: JSON_FLAG,
  run: async (args, context) => (await import('../scenario/scenario-files.ts')).runScenarioList(args, context),
};

const scenarioNew: CliCommand = {
  name: 'scenario new',
  summary: 'create a commented scenario file with a flight that passes',
  details: ['Writes NAME.yaml and, for editors, scenario.schema.json next to it. Never overwrites a scenario.'],
  words: ['NAME'],
  flags: {},
  examples: ['kitestring scenario new storm-at-dusk'],
  run: async (args, context) => (await import('../scenario/scenario-files.ts')).runScenarioNew(args, context),
};

const scenarioSchema: CliCommand = {
  name: 'scenario schema',
  summary: 'print the JSON Schema of scenario files, for editors',
  words: [],
  flags: {},
  run: async (_, context) => {
    const { schemaText } = await import('@kitestring/lab-scenario/file/schema-text.ts');
    context.out.write(schemaText());
    return 0;
  },
};

/** In the order of the help. */
export const SCENARIO_COMMANDS: readonly CliCommand[] = [
  scenarioRun,
  scenarioCheck,
  scenarioList,
  scenarioNew,
  scenarioSchema,
];
