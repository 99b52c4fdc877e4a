import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

/** A tile counts as visible from this share of its area. */
const PART = 0.2;

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Whether an element is visible in the foreground tab. */
export function useInSight(element: RefObject<HTMLElement | null>): boolean {
  const isTabSeen = useSyncExternalStore(subscribe, () => !document.hidden);
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)?.isIntersecting === true), {
      threshold: PART,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isTabSeen && isInView;
}
