import type { Command } from '../command.ts';
import { SETTING_FLAGS } from '../settings-flags.ts';
import { STATION_FLAGS } from '../station-flags.ts';

const { host, port } = SETTING_FLAGS;

export const doctor: Command = {
  name: 'doctor',
  summary: 'check the machine, the data folder and the station, and say what to do',
  details: ['Changes nothing. Ends with status 0 unless a check fails.'],
  words: [],
  flags: {
    ...STATION_FLAGS,
    ...(host && port && { host, port }),
    json: { description: 'Print the findings as JSON.' },
  },
  run: async (args, context) => (await import('../doctor/run-doctor.ts')).runDoctor(args, context),
};
