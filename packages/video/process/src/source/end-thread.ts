import type { Worker } from 'node:worker_threads';

/**
 * Deadline of a thread's end. It finishes its picture in tens of milliseconds, on a starved machine in seconds, where
 * its start, which loads native code, takes many of them. A slower one hangs.
 */
const ENDS_WITHIN_MS = 60_000;

type Ending = 'finished' | 'terminated';

/** Threads of this process that are about to end. */
const ending = new Set<Promise<Ending>>();

/**
 * Ends a thread that calls native codecs: it is asked to end, and does so between two pictures; one that hangs is terminated. Not at once,
 * because a native call in a thread that is being terminated can abort the whole process: it throws, which Node-API cannot do there
 * (Node 26.10, node-av 6.1.1).
 * @param ask sends the thread its last message
 */
export function endThread(worker: Worker, ask: () => void, withinMs = ENDS_WITHIN_MS): Promise<Ending> {
  const ended = awaitEnd(worker, withinMs);
  ending.add(ended);
  void ended.then(() => ending.delete(ended));
  ask();
  return ended;
}

/** Waits for all threads that are about to end. @returns how each ended */
export const threadsEnded = (): Promise<Ending[]> => Promise.all(ending);

function awaitEnd(worker: Worker, withinMs: number): Promise<Ending> {
  // It has ended before, by a fault.
  if (worker.threadId < 0) return Promise.resolve('finished');
  return new Promise((resolve) => {
    let how: Ending = 'finished';
    const timer = setTimeout(() => {
      how = 'terminated';
      void worker.terminate();
    }, withinMs);
    worker.once('exit', () => {
      clearTimeout(timer);
      resolve(how);
    });
  });
}
