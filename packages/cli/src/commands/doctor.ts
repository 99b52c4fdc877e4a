import { type CliCommand, JSON_FLAG } from '../command.ts';
import { SETTING_FLAGS } from '../settings-flags.ts';
import { STATION_FLAGS } from '../station-flags.ts';

const { host, port } = SETTING_FLAGS;

export const doctor: CliCommand = {
  name: 'doctor',
  summary: 'check the machine, the data folder and the station, with advice',
  details: ['Changes nothing. Exit status 0 unless a check fails.'],
  words: [],
  flags: {
    ...STATION_FLAGS,
    ...(host && port && { host, port }),
    ...JSON_FLAG,
  },
  run: async (args, context) => (await import('../doctor/run-doctor.ts')).runDoctor(args, context),
};
