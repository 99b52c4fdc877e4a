import { identityFile } from '@kitestring/hub-link/identity/credentials-file.ts';
import { journalFile } from '@kitestring/hub-link/journal/journal-database.ts';
import { firstKeyFile, onvifUsersFile, ownCertificateFile } from '@kitestring/settings/data-folder.ts';
import { flightFolder } from '@kitestring/station-flightlog/write';
import { recordingsFolder } from '@kitestring/video-host/recordings/recordings-folder.ts';
import { snapshotsFolder } from '@kitestring/video-host/recordings/snapshot-library.ts';

/* Entries of a data folder by their names: each place in the folder '' is one. */

export const STATION_DATABASE = 'station.sqlite';
/** Records for a hub. */
export const JOURNAL = journalFile('');

/** Keys, settings and membership. */
export const KEPT_FILES: readonly string[] = [
  firstKeyFile(''),
  ownCertificateFile(''),
  'tls-key.pem',
  'kitestring.yaml',
  onvifUsersFile(''),
  identityFile(''),
  'hub-policy.json',
];

/** Pictures and logs of flights, which are large. */
export const RECORDED: readonly string[] = [recordingsFolder(''), snapshotsFolder(''), flightFolder('')];

/** Beginning of the name of a folder with what a restore has replaced. */
export const REPLACED = 'replaced-';

/** A receipt of an erasure, which has to outlive its station. */
export const isReceipt = (name: string): boolean => /^erased-[\w-]+\.json$/.test(name);

/** Whether an entry may be in a backup. */
export const isPart = (name: string): boolean =>
  isReceipt(name) || [STATION_DATABASE, JOURNAL, ...KEPT_FILES, ...RECORDED].includes(name);
