import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

// Copies the write-ahead log of a database into it; its user goes on writing meanwhile.
const database = new DatabaseSync(workerData as string, { timeout: 1000 });
database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0; PRAGMA wal_checkpoint(PASSIVE)');
// After a complete copy the next write begins the log again, and waits for the disk: rather this one than one of the user. It locks the
// user out meanwhile, so it waits for the header of the log alone, not for what it writes.
database.exec("PRAGMA synchronous = NORMAL; INSERT OR REPLACE INTO meta VALUES ('probe', x'00')");
database.close();
