import type { Duplex } from 'node:stream';

/** What may wait for all clients together: enough for 60 that read as slowly as one alone may, and no danger to the memory. */
export const QUEUED_MAX_BYTES = 64 * 1024 * 1024;

/** The connections whose queues are the longest, which have to end so that the sum of all is within the bound. */
export function overfull<Queue extends Pick<Duplex, 'writableLength'>>(
  queues: Iterable<Queue>,
  mostBytes = QUEUED_MAX_BYTES,
): readonly Queue[] {
  const waiting = [...queues].filter(({ writableLength }) => writableLength > 0);
  let sum = waiting.reduce((bytes, { writableLength }) => bytes + writableLength, 0);
  if (sum <= mostBytes) return [];
  const ended: Queue[] = [];
  for (const queue of waiting.sort((a, b) => b.writableLength - a.writableLength)) {
    if (sum <= mostBytes) break;
    sum -= queue.writableLength;
    ended.push(queue);
  }
  return ended;
}
