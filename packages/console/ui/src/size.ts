import { type RefObject, useLayoutEffect, useState } from 'react';

export interface SizePx {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Size of an element as it changes. */
export function useSize(element: RefObject<HTMLElement | null>): SizePx {
  const [size, setSize] = useState<SizePx>({ widthPx: 0, heightPx: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setSize({ widthPx: current.clientWidth, heightPx: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
