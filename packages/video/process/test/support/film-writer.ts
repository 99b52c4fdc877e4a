import { WriterLock } from '../../src/record/writer-lock.ts';

/* A process that has the lock of the folder that is named, until it is told to end or killed. */

const [folder = ''] = process.argv.slice(2);
const lock = WriterLock.take(folder);
// A lock to which nothing refers is collected, and thereby released.
process.once('message', () => {
  lock?.[Symbol.dispose]();
  process.exit(0);
});
process.send?.(lock !== undefined);
