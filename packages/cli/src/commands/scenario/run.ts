import type { Command } from '../../command.ts';
import { STATION_FLAGS } from '../../station-flags.ts';

export const scenarioRun: Command = {
  name: 'scenario run',
  summary: 'fly scenario files and say whether everything came true',
  details: [
    'Each file gets a fresh simulated station in this process, faster than real time; with --url they are flown',
    'on that station, one after the other. A folder means every .yaml and .yml file in it.',
    'Ends with status 0 when all passed, 1 when one did not, 2 when a file is wrong: then nothing is flown.',
  ],
  words: ['FILE...'],
  flags: {
    ...STATION_FLAGS,
    url: {
      value: 'URL',
      description: 'Fly on this station. It must have a simulated aircraft; the key needs the scope internal.',
    },
    filter: { value: 'TEXT', description: 'Only scenarios whose file name, title or family contains this.' },
    bail: { description: 'Stop after the first scenario that did not pass.' },
    junit: { value: 'FILE', description: 'Write the results as JUnit XML, too.' },
    json: { description: 'Print the results as JSON.' },
    mcap: { value: 'FOLDER', description: 'Write the flight log of each scenario there, as FILE.mcap.' },
  },
  examples: [
    'kitestring scenario run scenarios/*',
    'kitestring scenario run my-flight.yaml --junit results.xml --mcap logs',
    'kitestring scenario run my-flight.yaml --url http://127.0.0.1:3128',
  ],
  run: async (args, context) => (await import('../../scenario/run.ts')).runScenarioRun(args, context),
};
