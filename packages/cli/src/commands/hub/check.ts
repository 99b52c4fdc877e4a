import type { CliCommand } from '../../command.ts';
import { HUB_SETTING_FLAGS } from '../../settings-flags.ts';

export const hubCheck: CliCommand = {
  name: 'hub check',
  summary: 'check the machine and everything that the hub needs, with advice',
  details: [
    'Settings, nats-server, ports, certificate, database, streams, sign-in provider, store of recordings, relays and the running hub.',
    'Writes one small object to S3 and removes it; changes nothing else. Exit status 0 unless a check fails.',
  ],
  words: [],
  flags: {
    ...HUB_SETTING_FLAGS,
    config: { value: 'FILE', description: 'YAML file of settings; KITESTRING_HUB_CONFIG.' },
    json: { description: 'Print the findings as JSON.' },
  },
  examples: ['kitestring hub check', 'kitestring hub check --config hub.yaml --json'],
  run: async (args, context) => (await import('../../hub-check/run-hub-check.ts')).runHubCheck(args, context),
};
