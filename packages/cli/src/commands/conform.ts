import { type CliCommand, JSON_FLAG } from '../command.ts';
import { STATION_FLAGS } from '../station-flags.ts';

export const conform: CliCommand = {
  name: 'conform',
  summary: 'check a station against the published API',
  details: [
    'Works with any station of the published API and changes nothing by default. Each check has an id and the sentence of the',
    'contract that it proves; a failed one shows request and answer, without secrets.',
    'Exit status: 0 everything passed; 1 a check failed; 2 wrong usage; 3 no station there; 4 certificate not trusted;',
    '5 key refused; 6 another API answers there; 7 a version that is not known; 8 the station is not ready for the level.',
  ],
  words: ['[URL]'],
  flags: {
    ...STATION_FLAGS,
    'allow-control': { description: 'Also move the camera and the lids, hand over control, record.' },
    'allow-flight': { description: 'Also fly: up to 12 m, about two minutes. Asks for the name of the Kite first.' },
    kite: { value: 'NAME', description: 'Name of the Kite that may fly, instead of the question; for CI.' },
    version: { value: 'VERSION', description: 'Version of the API to check. Default: what the station reports.' },
    only: { value: 'TEXT', description: 'Run only the checks whose id contains this; may be given several times.' },
    published: {
      description: 'Only requirements of the published document, without Kitestring’s decisions where it is silent.',
    },
    long: { description: 'Also make checks that wait for up to a minute and a half.' },
    junit: { value: 'FILE', description: 'Also write JUnit XML.' },
    ...JSON_FLAG,
    html: { value: 'FILE', description: 'Also write a report page.' },
    baseline: {
      value: 'FILE',
      description: 'JSON of an earlier run (--json): show only what has changed since, and fail only on new failures.',
    },
  },
  examples: [
    'kitestring conform http://10.0.0.5:3128',
    'kitestring conform http://127.0.0.1:3128 --allow-flight --kite kite-sim-1 --junit conform.xml',
  ],
  run: async (args, context) => (await import('../conform/run-conform.ts')).runConform(args, context),
};
