import { Worker } from 'node:worker_threads';
import { StoreFault, type StoreFaultCode } from '@kitestring/base/store-fault.ts';
import type { DatabaseConnection } from '@kitestring/station-store/database-connection.ts';
import { connect } from '@kitestring/station-store/open-store.ts';
import type { JournalDeps } from './fleet-journal.ts';

/**
 * `prepare` creates, checks, repairs and migrates the database of a journal, and waits for its lock. `hold` opens it.
 * Both keep it open until `release`: the last connection to close writes the log into the database and waits for the
 * disk.
 */
export interface ThreadRequest {
  readonly id: number;
  readonly what: 'prepare' | 'hold' | 'release';
  readonly file: string;
}

export type ThreadReply =
  /** New names of damaged files that were set aside. */
  | { readonly id: number; readonly aside: readonly string[] }
  | { readonly id: number; readonly fault: { readonly code: StoreFaultCode; readonly message: string } };

/** @returns new names of damaged files that were set aside. Rejects with a StoreFault */
type Run = (what: ThreadRequest['what'], file: string) => Promise<readonly string[]>;

interface Waiting {
  readonly resolve: (aside: readonly string[]) => void;
  readonly reject: (fault: StoreFault) => void;
}

/**
 * A thread for waits of unknown length, for a disk or another program: checking a large journal takes seconds. All
 * journals of a process share the thread, which ends when it is idle.
 */
class JournalDisk {
  #thread: Worker | undefined;
  #users = 0;
  #ids = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Runs something that uses the thread. */
  async use<Value>(work: (run: Run) => Promise<Value>): Promise<Value> {
    this.#users += 1;
    try {
      return await work((what, file) => this.#run(what, file));
    } finally {
      this.#users -= 1;
      if (this.#users === 0) {
        void this.#thread?.terminate();
        this.#thread = undefined;
      }
    }
  }

  #run(what: ThreadRequest['what'], file: string): Promise<readonly string[]> {
    this.#ids += 1;
    const request: ThreadRequest = { id: this.#ids, what, file };
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.id, { resolve, reject });
      this.#thread ??= this.#newThread();
      this.#thread.postMessage(request);
    });
  }

  #newThread(): Worker {
    const thread = new Worker(new URL('./journal-thread.ts', import.meta.url));
    thread.unref();
    const end = (fault: unknown) => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      const text = `the thread of the journal has ended: ${String(fault)}`;
      for (const { reject } of this.#waiting.values()) reject(new StoreFault('STORE_UNWRITABLE', text, fault));
      this.#waiting.clear();
    };
    thread.on('error', end);
    thread.on('message', (reply: ThreadReply) => this.#answer(reply));
    return thread;
  }

  #answer(reply: ThreadReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ('fault' in reply) waiting?.reject(new StoreFault(reply.fault.code, reply.fault.message));
    else waiting?.resolve(reply.aside);
  }
}

const DISK = new JournalDisk();
/** A disk that takes longer than this to open a file is given up, milliseconds. */
const ANSWERS_WITHIN_MS = 5000;

/** Opens the database like `openJournalDatabase`, without blocking the process. Rejects with a StoreFault. */
export async function openInBackground({
  file,
  onDiskFault = () => {},
  onPutAside,
}: Pick<JournalDeps, 'file' | 'onDiskFault' | 'onPutAside'>): Promise<DatabaseConnection> {
  return await DISK.use(async (run) => {
    for (const aside of await run('prepare', file)) onPutAside(aside);
    try {
      const connection = connect(file, onDiskFault);
      connection.pragma('user_version');
      return connection;
    } finally {
      await run('release', file);
    }
  });
}

/**
 * Closes the database without blocking the process. The thread holds it open meanwhile, so that the checkpoint does not
 * happen here. If the disk does not answer it stays open, which costs only its handles.
 */
export async function closeInBackground(connection: DatabaseConnection): Promise<void> {
  const { path } = connection;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the disk does not answer')), ANSWERS_WITHIN_MS);
  const close = async (run: Run) => {
    await run('hold', path);
    await connection.closeGently();
    await run('release', path);
  };
  await Promise.race([DISK.use(close), late.promise])
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}
