import type { BackupList } from '@kitestring/os/backup/backup-list.ts';

/** `12 files, 3.4 MiB` */
export const sizeText = ({ files }: BackupList): string =>
  `${files.length} files, ${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 ** 2).toFixed(1)} MiB`;
