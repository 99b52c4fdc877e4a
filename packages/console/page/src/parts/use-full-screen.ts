import { useCallback, useSyncExternalStore } from 'react';

interface FullScreen {
  readonly isFull: boolean;
  /** Undefined if the browser does not support it, such as on an iPhone. */
  readonly toggle: (() => void) | undefined;
}

/** Full screen of the whole page, not only of the picture: menus and alerts are beside it and would be hidden. */
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
