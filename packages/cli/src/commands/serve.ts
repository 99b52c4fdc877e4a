import { printSettings } from '@kitestring/server/config/print-settings.ts';
import { type Command, has, textOf } from '../command.ts';
import { UsageError } from '../context.ts';
import { fleetSizeOf } from '../fleet/fleet-members.ts';
import { SETTING_FLAGS, settingsOf } from '../settings-flags.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'run the station',
  details: [
    'Settings: defaults, over them the YAML file, over it KITESTRING_... variables, over them flags.',
    'docs/reference/settings.md explains each.',
  ],
  words: [],
  flags: {
    config: {
      value: 'FILE',
      description:
        'YAML file of settings; KITESTRING_CONFIG. Default: kitestring.yaml in the data folder, if it is there.',
    },
    fleet: {
      value: 'N',
      description:
        'Run N simulated stations, 1 to 1000, for load tests: ports from --port upwards, names, seeds and data folders of their own.',
    },
    'print-config': { description: 'Print the settings in force, where each came from, and end.' },
    ...SETTING_FLAGS,
  },
  examples: [
    'kitestring serve',
    'kitestring serve --port 0 --sim-speed 20',
    'kitestring serve --fleet 20 --port 4000',
    'kitestring serve --print-config',
  ],
  async run(args, context) {
    const fleet = textOf(args, 'fleet');
    const size = fleet === undefined ? undefined : fleetSizeOf(fleet);
    const loaded = settingsOf(args, context);
    if (has(args, 'print-config')) {
      if (size !== undefined)
        throw new UsageError(
          'serve: --print-config is about one station, and --fleet changes its name, port, folder and seed',
        );
      context.out.write(printSettings(loaded));
      return 0;
    }
    if (size !== undefined) {
      const { runFleet } = await import('../fleet/run-fleet.ts');
      return runFleet(loaded, size, context);
    }
    // Loaded only now: a wrong setting is answered at once, and the other commands need no server.
    const { runStation } = await import('../serve/run-station.ts');
    return runStation(loaded, context);
  },
};
