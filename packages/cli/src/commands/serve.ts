import { printSettings } from '@kitestring/server/config/print-settings.ts';
import { type Command, has } from '../command.ts';
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
    'print-config': { description: 'Print the settings in force, where each came from, and end.' },
    ...SETTING_FLAGS,
  },
  examples: ['kitestring serve', 'kitestring serve --port 0 --sim-speed 20', 'kitestring serve --print-config'],
  async run(args, context) {
    const loaded = settingsOf(args, context);
    if (has(args, 'print-config')) {
      context.out.write(printSettings(loaded));
      return 0;
    }
    // Loaded only now: a wrong setting is answered at once, and the other commands need no server.
    const { runStation } = await import('../serve/run-station.ts');
    return runStation(loaded, context);
  },
};
