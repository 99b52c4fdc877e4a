import { SCOPES } from '@kitestring/station-contract/auth/scope.ts';
import type { CliCommand } from '../command.ts';
import { STORE_FLAGS } from '../settings-flags.ts';

const pluginAdd: CliCommand = {
  name: 'plugin add',
  summary: 'register an API client and show its key',
  details: ['A station that runs on the data folder does it, at once.'],
  words: ['NAME'],
  flags: {
    scopes: { value: 'A,B', description: `Scopes of its tokens: ${SCOPES.join(', ')}. Default: read,control.` },
    ...STORE_FLAGS,
  },
  examples: [
    'kitestring plugin add vms --scopes read',
    'kitestring plugin add console --scopes read,control,can_override',
  ],
  run: async (args, context) => (await import('../plugin/run-plugin.ts')).runPluginAdd(args, context),
};

const pluginList: CliCommand = {
  name: 'plugin list',
  summary: 'show the registered API clients',
  details: ['State: Disabled, Enabled (no session), Active (a session), or what it reports to a running station.'],
  words: [],
  flags: STORE_FLAGS,
  run: async (args, context) => (await import('../plugin/run-plugin.ts')).runPluginList(args, context),
};

const pluginRotate: CliCommand = {
  name: 'plugin rotate',
  summary: 'rotate the key of an API client',
  details: ['The old key stays valid for the grace period, so that the client can be updated without interruption.'],
  words: ['ID|NAME'],
  flags: {
    grace: {
      value: 'TIME',
      description:
        'Grace period of the old key: 90s, 30m, 24h, 7d, or 0. Default: the setting tokens.rotated_key_grace_s.',
    },
    ...STORE_FLAGS,
  },
  run: async (args, context) => (await import('../plugin/run-plugin.ts')).runPluginRotate(args, context),
};

const pluginEnable = switching({ name: 'plugin enable', summary: 'enable an API client', enabled: true });

const pluginDisable = switching({
  name: 'plugin disable',
  summary: 'disable an API client; its sessions end',
  enabled: false,
});

function switching({ name, summary, enabled }: { name: string; summary: string; enabled: boolean }): CliCommand {
  return {
    name,
    summary,
    words: ['ID|NAME'],
    flags: STORE_FLAGS,
    run: async (args, context) => (await import('../plugin/run-plugin.ts')).runPluginEnable(args, context, enabled),
  };
}

const pluginRemove: CliCommand = {
  name: 'plugin remove',
  summary: 'remove an API client; its sessions end',
  words: ['ID|NAME'],
  flags: { yes: { description: 'Do not ask for confirmation.' }, ...STORE_FLAGS },
  run: async (args, context) => (await import('../plugin/run-plugin.ts')).runPluginRemove(args, context),
};

/** In the order of the help. */
export const PLUGIN_COMMANDS: readonly CliCommand[] = [
  pluginAdd,
  pluginList,
  pluginRotate,
  pluginDisable,
  pluginEnable,
  pluginRemove,
];
