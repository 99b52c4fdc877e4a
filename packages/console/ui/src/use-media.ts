import { useMemo, useSyncExternalStore } from 'react';

/** As in shell/layout.module.css. */
export const PHONE = '(max-width: 699px)';

/** Whether a media query matches, such as `(max-width: 699px)`. */
export function useMedia(query: string): boolean {
  const media = useMemo(() => matchMedia(query), [query]);
  const subscribe = useMemo(
    () => (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}
