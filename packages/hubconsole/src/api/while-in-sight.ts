/**
 * Asks at once, and again after each time, while the page is in sight: one in a tab behind asks for nothing, and is up to date when it comes to
 * the front. @param everyMs never again when absent @returns what ends it
 */
export function whileInSight(ask: (signal: AbortSignal) => Promise<void>, everyMs?: number): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    if (document.hidden) return;
    document.removeEventListener('visibilitychange', look);
    await ask(signal);
    if (everyMs !== undefined && !signal.aborted) timer = setTimeout(next, everyMs);
  };
  const next = () => {
    document.addEventListener('visibilitychange', look, { signal });
    void look();
  };
  next();
  return () => {
    ended.abort();
    clearTimeout(timer);
  };
}
