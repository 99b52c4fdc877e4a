/**
 * Sends a request at once and then periodically while the page is visible: a background tab sends none, and updates
 * when it is shown. @param everyMs absent: only once @returns a function that ends it
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
