import { useCallback, useSyncExternalStore } from 'react';

interface FullScreen {
  readonly isFull: boolean;
  /** Undefined where the browser cannot, as on an iPhone. */
  readonly toggle: (() => void) | undefined;
}

/**
 * The whole page on the whole screen: not the picture's element alone, because menus and alerts lie beside it in the page
 * and would be gone.
 */
export function useFullScreen(): FullScreen {
  const isFull = useIsFullScreen();
  const toggle = useCallback(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    // Refused without a user action; then the page stays as it is.
    else document.documentElement.requestFullscreen().catch(() => undefined);
  }, []);
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
}

export const useIsFullScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
