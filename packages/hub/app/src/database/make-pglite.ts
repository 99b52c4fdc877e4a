// Creates an empty database in the folder given as the only argument. A separate process, because it needs 200 MB of
// memory that the hub would not get back. Errors are written to its standard error.
import { PGlite } from '@electric-sql/pglite';

/** `ENOSPC` of its file system. */
const DISK_FULL = 51;

const [folder = ''] = process.argv.slice(2);
try {
  const pglite = await PGlite.create(folder);
  await pglite.close();
} catch (error) {
  const { errno, message } = error as { readonly errno?: number; readonly message?: string };
  process.stderr.write(errno === DISK_FULL ? 'the disk is full' : (message ?? `error ${errno}`));
  process.exit(1);
}
