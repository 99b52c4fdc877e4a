import { parentPort } from 'node:worker_threads';
import { StoreFault } from '@kitestring/base/store-fault.ts';
import { DatabaseConnection } from '@kitestring/station-store/database-connection.ts';
import { openJournalDatabase } from './journal-database.ts';
import type { ThreadReply, ThreadRequest } from './journal-disk.ts';

/** Held open, so that their users close them without a checkpoint. */
const held = new Map<string, DatabaseConnection>();

const RUN: Readonly<Record<ThreadRequest['what'], (file: string) => readonly string[]>> = {
  prepare(file) {
    const aside: string[] = [];
    const connection = openJournalDatabase(file, (name) => aside.push(name));
    held.set(file, connection);
    // The first write to a new write-ahead log waits for the disk: better here than in the user’s thread.
    connection.exec("INSERT OR REPLACE INTO meta VALUES ('probe', x'00')");
    return aside;
  },
  hold(file) {
    const connection = new DatabaseConnection(file);
    held.set(file, connection);
    // The first read opens the write-ahead log.
    connection.prepare('SELECT count(*) FROM meta').get();
    return [];
  },
  release(file) {
    held.get(file)?.close();
    held.delete(file);
    return [];
  },
};

parentPort?.on('message', ({ file, id, what }: ThreadRequest) => {
  let reply: ThreadReply;
  try {
    reply = { id, aside: RUN[what](file) };
  } catch (error) {
    const code = error instanceof StoreFault ? error.code : 'STORE_UNWRITABLE';
    reply = { id, fault: { code, message: error instanceof Error ? error.message : String(error) } };
  }
  parentPort?.postMessage(reply);
});
