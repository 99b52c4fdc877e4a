import { type RefObject, useEffect } from 'react';

/** Publishes the height of an element as a custom property of the page, for elements fixed below it. */
export function useHeightAsProperty(element: RefObject<HTMLElement | null>, property: `--${string}`): void {
  useEffect(() => {
    if (element.current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const [size] = entry?.borderBoxSize ?? [];
      style.setProperty(property, `${size?.blockSize ?? 0}px`);
    });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [element, property]);
}
