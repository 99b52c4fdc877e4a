/** Waits; also ends at once when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<unknown> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  return over.aborted
    ? Promise.resolve()
    : new Promise((resolve) => over.addEventListener('abort', resolve, { once: true }));
}
