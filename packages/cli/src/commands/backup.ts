import { type CliCommand, has } from '../command.ts';
import { FOLDER_FLAGS } from '../settings-flags.ts';

const STATUS = 'Exit status: 0 done; 1 not possible, and nothing has changed; 2 wrong usage.';

const backup: CliCommand = {
  name: 'backup',
  summary: 'back up a station to one file, while it runs',
  details: [
    'Database, keys, certificate, settings and membership of a fleet, as a gzipped tar that only you can read; with it anyone is this',
    'station. docs/administrator/backup.md says what is in it, and what a restore brings back.',
    STATUS,
  ],
  words: ['FILE'],
  flags: {
    ...FOLDER_FLAGS,
    recordings: { description: 'Also recordings, snapshots and flight logs.' },
  },
  examples: ['kitestring backup station-2026-03-01.tar.gz', 'kitestring backup all.tar.gz --recordings'],
  run: async (args, context) =>
    (await import('../backup/run-backup.ts')).runBackup(args, context, has(args, 'recordings')),
};

const restore: CliCommand = {
  name: 'restore',
  summary: 'restore a backup of a station',
  details: ['Every file of it is checked first. Stop the station before, and start it afterwards.', STATUS],
  words: ['FILE'],
  flags: {
    ...FOLDER_FLAGS,
    force: { description: 'Replace the station that is in the folder; it is set aside within.' },
  },
  examples: ['kitestring restore station-2026-03-01.tar.gz --data-dir new-data'],
  run: async (args, context) => (await import('../backup/run-backup.ts')).runRestore(args, context, has(args, 'force')),
};

/** In the order of the help. */
export const BACKUP_COMMANDS: readonly CliCommand[] = [backup, restore];
