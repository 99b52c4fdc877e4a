import { type RefObject, useLayoutEffect } from 'react';

/**
 * Returns the focus to the previous element when `place` is removed and the focus is in it or nowhere.
 * @param fallback the element that opened it, if nothing had the focus: Safari gives links no focus when they are
 * pressed
 */
export function useFocusReturn(
  place: RefObject<HTMLElement | null>,
  fallback: () => HTMLElement | null | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus first is what it goes back to
  useLayoutEffect(() => {
    const before = focused();
    const element = place.current;
    return () => {
      const now = focused();
      if (now !== undefined && element?.contains(now) !== true) return;
      const target = before?.isConnected === true ? before : fallback();
      target?.focus();
    };
  }, []);
}

const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : undefined;
