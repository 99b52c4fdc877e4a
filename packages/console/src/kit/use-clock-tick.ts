import { useEffect, useState } from 'react';

/** Draws anew this often while `isOn`: for what counts up. */
export function useClockTick(isOn = true, everyMs = 1000): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setCount((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs]);
}
