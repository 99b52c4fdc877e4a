import { type Arguments, type CliCommand, has, JSON_FLAG } from '../command.ts';
import { UsageFault } from '../context.ts';
import { SETTING_FLAGS } from '../settings-flags.ts';
import { STATION_FLAGS } from '../station-flags.ts';

const { host, port } = SETTING_FLAGS;
const ceiling = SETTING_FLAGS['flight-altitude-hard-max-m'];

export const doctor: CliCommand = {
  name: 'doctor',
  summary: 'check the machine, the data folder and the station, or the settings of a real aircraft, with advice',
  details: [
    'Changes nothing without --apply. Exit status 0 unless a check fails.',
    'With --aircraft it reads the parameters of the autopilot, and says which are unsafe on a tether.',
  ],
  words: [],
  flags: {
    ...STATION_FLAGS,
    ...(host && port && { host, port }),
    ...(ceiling && { 'flight-altitude-hard-max-m': ceiling }),
    aircraft: {
      value: 'ADDRESS',
      description:
        'Check the parameters of the aircraft on this link, such as mavlink:udp://0.0.0.0:14550, and nothing else. No station may use the link meanwhile.',
    },
    apply: {
      description: 'Write the wanted values to the aircraft, after its name was typed. Never while it is armed.',
    },
    'give-key': {
      description:
        'Give the aircraft the key of mavlink.signing_passphrase, after its name was typed. Never while it is armed. Over a cable: the key is sent unencrypted.',
    },
    yes: { value: 'NAME', description: 'Name of the aircraft, in place of the question at the terminal.' },
    report: {
      value: 'FILE',
      description:
        'Also write a report for a bug: versions, platform, settings, sizes, the last notifications, and the end of the log. Secrets and addresses are masked. Read it before you send it.',
    },
    log: {
      value: 'FILE',
      description: 'The log of the station, for the report: what serve has printed, or journalctl -u kitestring.',
    },
    ...JSON_FLAG,
  },
  examples: [
    'kitestring doctor',
    'kitestring doctor --report report.md --log station.log',
    'kitestring doctor --aircraft mavlink:udp://0.0.0.0:14550',
    'kitestring doctor --aircraft mavlink:serial:///dev/ttyACM0?baud=57600 --apply',
    'kitestring doctor --aircraft mavlink:serial:///dev/ttyACM0?baud=57600 --give-key',
  ],
  async run(args, context) {
    if (has(args, 'log') && !has(args, 'report')) throw new UsageFault('doctor: --log: only with --report');
    if (has(args, 'aircraft')) {
      if (has(args, 'report')) throw new UsageFault('doctor: --report: not with --aircraft');
      return (await import('../doctor/aircraft-settings.ts')).runAircraftDoctor(args, context);
    }
    refuseFlagsOfAircraft(args);
    return (await import('../doctor/run-doctor.ts')).runDoctor(args, context);
  },
};

function refuseFlagsOfAircraft(args: Arguments): void {
  const wrong = ['apply', 'give-key', 'yes'].find((flag) => has(args, flag));
  if (wrong !== undefined) throw new UsageFault(`doctor: --${wrong}: only with --aircraft`);
}
