/**
 * Groups the values of an iterator: all that are available, up to `most`. Waits only for the first value of a group, so
 * that a single one is not delayed.
 */
export async function* batches<T>(source: AsyncIterable<T>, most: number): AsyncGenerator<readonly T[]> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const first = await next;
    if (first.done === true) return;
    const batch = [first.value];
    next = iterator.next();
    while (batch.length < most) {
      const more = await Promise.race([next, nothingYet()]);
      if (more === undefined || more.done === true) break;
      batch.push(more.value);
      next = iterator.next();
    }
    yield batch;
  }
}

const nothingYet = (): Promise<undefined> => new Promise((resolve) => setImmediate(() => resolve(undefined)));
