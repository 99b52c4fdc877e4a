import type { CliCommand } from '../command.ts';
import { COVERAGE_LIMIT_FLAGS } from './coverage.ts';

export const ci: CliCommand = {
  name: 'ci',
  summary: 'run a command with a simulated station, and keep its log, coverage and flight reports',
  details: [
    'Starts a station on a free port with a new data folder, runs the command with KITESTRING_URL and KITESTRING_API_KEY, and ends',
    'the station. One word is a line for the shell, several are a program and its arguments. Settings of the station are taken from',
    'KITESTRING_... variables; video and console are off where they are not set.',
    'Exit status: 0 the command has ended with 0, and limits are kept; 1 otherwise, or the station does not start; 2 wrong usage.',
  ],
  words: ['COMMAND...'],
  flags: {
    out: { value: 'DIR', description: 'New or empty folder for what is kept. Default: kitestring-ci.' },
    speed: { value: 'FACTOR', description: 'Times real time, 0.1 to 1000. Default: 20.' },
    seed: { value: 'NUMBER', description: 'Fixes every random number. Default: 1.' },
    ...COVERAGE_LIMIT_FLAGS,
  },
  examples: [
    'kitestring ci -- npm test',
    "kitestring ci --speed 50 -- 'npm ci && npm test'",
    'kitestring ci --min-operations 20 --fail-on all -- pytest',
  ],
  run: async (args, context) => (await import('../ci/run-ci.ts')).runCi(args, context),
};
