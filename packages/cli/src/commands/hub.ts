import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { loadSettingsOf } from '@kitestring/settings/load-settings.ts';
import { printSettingsOf } from '@kitestring/settings/print-settings.ts';
import { type CliCommand, has } from '../command.ts';
import { keepHeapSmall } from '../serve/young-generation.ts';
import { HUB_SETTING_FLAGS } from '../settings-flags.ts';

export const hub: CliCommand = {
  name: 'hub',
  summary: 'run the hub: many stations, one place',
  details: [
    'One process with a nats-server as its child and a database in its data folder, for up to a few hundred stations.',
    'On an address other than this machine it speaks HTTPS and WSS only.',
    'Precedence of settings: flags, then KITESTRING_HUB_... variables, then hub.yaml, then defaults.',
    'docs/hub/install.md explains it, docs/reference/hub-settings.md each setting.',
  ],
  words: [],
  flags: {
    config: {
      value: 'FILE',
      description:
        'YAML file of settings; KITESTRING_HUB_CONFIG. Default: hub.yaml in the data folder, if it is there.',
    },
    'print-config': { description: 'Print the effective settings with their sources, and exit.' },
    ...HUB_SETTING_FLAGS,
  },
  examples: [
    'kitestring hub engine install',
    'kitestring hub',
    'kitestring hub --host 0.0.0.0 --public-host hub.example',
    'kitestring hub --print-config',
  ],
  async run(args, context) {
    const { environment, folder } = context;
    const loaded = loadSettingsOf(HUB_TABLE, { flags: args.flags, environment, folder });
    if (has(args, 'print-config')) {
      context.out.write(printSettingsOf(HUB_TABLE, loaded));
      return 0;
    }
    keepHeapSmall();
    // Loaded late: a wrong setting is reported at once, and other commands need no hub.
    const { runHub } = await import('../hub/run-hub.ts');
    return runHub(loaded.values, context);
  },
};
