import { useCallback, useSyncExternalStore } from 'react';

export interface FullScreen {
  readonly isFull: boolean;
  /** Undefined where the browser cannot, as on an iPhone. */
  readonly toggle: (() => void) | undefined;
}

/**
 * The whole page on the whole screen: not the picture's element alone, because menus and alerts lie beside it in the page
 * and would be gone.
 */
export function useFullScreen(): FullScreen {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = useCallback(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    // Refused where nobody has pressed anything; then the page stays as it is.
    else document.documentElement.requestFullscreen().catch(() => undefined);
  }, []);
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
