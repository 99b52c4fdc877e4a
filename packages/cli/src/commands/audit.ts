import { AUDIT_KINDS } from '@kitestring/contract/admin/audit-kinds.ts';
import type { Command } from '../command.ts';
import { FOLDER_FLAGS } from '../settings-flags.ts';

export const audit: Command = {
  name: 'audit',
  summary: 'show who did what on the station',
  details: [
    'Reads the audit log of the data folder, while a station runs on it, too: sign-ins, administration, control,',
    'deletions and every command. As ndjson or csv it prints all of it, the oldest entry first.',
  ],
  words: [],
  flags: {
    kind: { value: 'KIND', description: `Only entries of this kind: ${AUDIT_KINDS.join(', ')}.` },
    plugin: { value: 'NAME', description: 'Only what the plugin with this name or id did.' },
    limit: { value: 'N', description: 'How many at most. Default: the last 50 as a table, else all.' },
    format: { value: 'FORMAT', description: 'table, ndjson or csv. Default: table.' },
    ...FOLDER_FLAGS,
  },
  examples: ['kitestring audit --kind SignIn', 'kitestring audit --format csv > audit.csv'],
  run: async (args, context) => (await import('../audit/run-audit.ts')).runAudit(args, context),
};
