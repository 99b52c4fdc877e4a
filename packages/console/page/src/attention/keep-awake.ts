/** Parts of `navigator` and `document`. */
interface KeepAwakeDeps {
  readonly wakeLock: Pick<WakeLock, 'request'> | undefined;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Keeps the screen on until it is ended. A browser releases the lock of a hidden page: it is taken again when the page is
 * visible. Without the function, or if the browser refuses (low battery), the screen behaves as always.
 */
export function keepAwake({ document, wakeLock }: KeepAwakeDeps): () => void {
  let isWanted = true;
  let held: WakeLockSentinel | undefined;
  const take = async () => {
    if (document.visibilityState !== 'visible') return;
    const taken = await wakeLock?.request('screen').catch(() => undefined);
    if (!isWanted) void taken?.release();
    else held = taken ?? held;
  };
  const onVisible = () => void take();
  void take();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', onVisible);
    void held?.release();
  };
}
