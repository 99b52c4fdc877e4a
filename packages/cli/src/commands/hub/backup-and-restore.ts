import path from 'node:path';
import type { BackupList } from '@kitestring/hub/backup/backup-list.ts';
import { HUB_TABLE } from '@kitestring/settings/hub/hub-table.ts';
import { loadSettingsOf } from '@kitestring/settings/load-settings.ts';
import type { CliCommand } from '../../command.ts';
import { HUB_SETTING_FLAGS } from '../../settings-flags.ts';
import { VERSION } from '../../version.ts';

/** `12 files, 3.4 MiB` */
const sizeText = ({ files }: BackupList): string =>
  `${files.length} files, ${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2).toFixed(1)} MiB`;

export const hubBackup: CliCommand = {
  name: 'hub backup',
  summary: 'copy a hub that does not run into one file',
  details: [
    'Keys, database, recordings, certificate and settings, as a gzipped tar that only you can read; with it anyone is this hub.',
    'Stop the hub first: stations keep their records until it is back. docs/hub/operate.md#backup says what a restore brings back.',
  ],
  words: ['FILE'],
  flags: HUB_SETTING_FLAGS,
  examples: ['kitestring hub backup hub-2026-03-01.tar.gz'],
  async run({ flags, words: [file = ''] }, { environment, folder, out }) {
    const settings = loadSettingsOf(HUB_TABLE, { flags, environment, folder }).values;
    const { backUpHub } = await import('@kitestring/hub/backup/back-up-hub.ts');
    const list = await backUpHub(settings, path.resolve(folder, file), VERSION);
    out.write(`${file}: ${sizeText(list)}\n`);
    return 0;
  },
};

export const hubRestore: CliCommand = {
  name: 'hub restore',
  summary: 'put a backup of a hub into an empty data folder',
  details: [
    'Every file is checked first. Then start the hub: stations send again what its archive lacks. What was enrolled, revoked or',
    'given a role after the backup has to be done again; docs/hub/operate.md#backup has the list.',
  ],
  words: ['FILE'],
  flags: HUB_SETTING_FLAGS,
  examples: ['kitestring hub restore hub-2026-03-01.tar.gz --data-dir hub-data'],
  async run({ flags, words: [file = ''] }, { environment, folder, out }) {
    const settings = loadSettingsOf(HUB_TABLE, { flags, environment, folder }).values;
    const { restoreHub } = await import('@kitestring/hub/backup/restore-hub.ts');
    const list = await restoreHub(settings, path.resolve(folder, file));
    out.write(`${settings.data_dir}: ${sizeText(list)}, as of ${list.made} (Kitestring ${list.version})\n`);
    return 0;
  },
};
