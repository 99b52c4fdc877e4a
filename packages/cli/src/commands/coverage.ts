import { type CliCommand, type Flags, JSON_FLAG } from '../command.ts';
import { LIMITED } from '../coverage/coverage-limits.ts';
import { STATION_FLAGS } from '../station-flags.ts';

const group = 'Limits, for CI';

/** A report fails where one is missed. */
export const COVERAGE_LIMIT_FLAGS: Flags = {
  ...Object.fromEntries(
    LIMITED.map(({ flag, text }) => [flag, { value: 'PERCENT', description: `Minimum share of ${text}.`, group }]),
  ),
  'fail-on': {
    value: 'NAMES',
    description:
      'Fail if any of these findings is there, separated by commas: repeated-409,no-token-after-401; or all.',
    group,
  },
};

export const coverage: CliCommand = {
  name: 'coverage',
  summary: 'show what clients of a simulated station have exercised, and how they reacted to refusals',
  details: [
    'First --mark switches the journal of requests on; then let the client work; then ask for the coverage since that mark.',
    'Exit status: 0 within the limits; 1 a limit is missed, or a report could not be written; 2 wrong usage; 3 no station there;',
    '4 certificate not trusted; 5 key refused, or without the scope experimental; 6 no simulated station answers there;',
    '8 the journal is off, or has no such mark.',
  ],
  words: ['[URL]'],
  flags: {
    ...STATION_FLAGS,
    mark: {
      value: 'MARK',
      description:
        'Set this mark instead of showing a report, and switch the journal on. The mark start discards everything before it.',
    },
    since: { value: 'MARK', description: 'Count from this mark. Default: start.' },
    client: { value: 'NAME', description: 'Only this client, by the name of its plugin or account.' },
    never: { description: 'Name everything that was never exercised, not only the first of each kind.' },
    stop: { description: 'Switch the journal off afterwards; entries, marks and counts are forgotten.' },
    ...JSON_FLAG,
    junit: { value: 'FILE', description: 'Also write JUnit XML.' },
    ...COVERAGE_LIMIT_FLAGS,
  },
  examples: [
    'kitestring coverage http://127.0.0.1:3128 --mark start',
    'kitestring coverage http://127.0.0.1:3128 --client app',
    'kitestring coverage --client app --min-operations 80 --fail-on all --junit coverage.xml',
  ],
  run: async (args, context) => (await import('../coverage/run-coverage.ts')).runCoverage(args, context),
};
