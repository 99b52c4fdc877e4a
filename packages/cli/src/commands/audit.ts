import { AUDIT_KINDS } from '@kitestring/station-contract/admin/audit-kinds.ts';
import type { CliCommand } from '../command.ts';
import { FOLDER_FLAGS } from '../settings-flags.ts';

export const audit: CliCommand = {
  name: 'audit',
  summary: 'show the audit log',
  details: [
    'Reads the audit log of the data folder, also while a station is running: sign-ins, administration, control,',
    'deletions and every command. As ndjson or csv it prints all entries, oldest first.',
  ],
  words: [],
  flags: {
    kind: { value: 'KIND', description: `Only entries of this kind: ${AUDIT_KINDS.join(', ')}.` },
    plugin: { value: 'NAME', description: 'Only entries of the plugin with this name or id.' },
    limit: { value: 'N', description: 'Maximum number of entries. Default: the last 50 as a table, otherwise all.' },
    format: { value: 'FORMAT', description: 'table, ndjson or csv. Default: table.' },
    ...FOLDER_FLAGS,
  },
  examples: ['kitestring audit --kind SignIn', 'kitestring audit --format csv > audit.csv'],
  run: async (args, context) => (await import('../audit/run-audit.ts')).runAudit(args, context),
};
