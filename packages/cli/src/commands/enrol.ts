import { type CliCommand, JSON_FLAG } from '../command.ts';
import { FOLDER_FLAGS } from '../settings-flags.ts';

export const enrol: CliCommand = {
  name: 'enrol',
  summary: 'make the station a member of a fleet, or show that it is one',
  details: [
    'URL is the enrolment address that an administrator of the hub has made; it works once. Without one, shows the membership.',
    'The station makes its own key; the private part never leaves it. Also works while the station is running.',
  ],
  words: ['[URL...]'],
  flags: {
    leave: { description: 'Leave the fleet: removes key and credentials from this station.' },
    ...JSON_FLAG,
    ...FOLDER_FLAGS,
  },
  examples: ['kitestring enrol https://hub.example/#CODE', 'kitestring enrol', 'kitestring enrol --leave'],
  run: async (args, context) => (await import('../enrol/run-enrol.ts')).runEnrol(args, context),
};
