import type { Duplex } from 'node:stream';

/** Limit for the queues of all clients together: enough for 60 clients at their individual limit, and safe for the memory. */
const QUEUED_MAX_BYTES = 64 * 1024 * 1024;

/** The connections with the longest queues, which must end to keep the sum within the limit. */
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
