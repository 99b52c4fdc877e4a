import { type DeadlineClock, US_PER_MS } from './ports.ts';

/** @returns undefined when it fails or is late */
export function inTime<T>(answer: Promise<T>, clock: DeadlineClock, ms: number): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<T | undefined>();
  const cancel = clock.schedule(clock.nowUs() + ms * US_PER_MS, () => resolve(undefined));
  answer.then(resolve, () => resolve(undefined));
  return promise.finally(cancel);
}
