import { useEffect, useState } from 'react';

/** Redraws at this interval while `isOn`: for running times and ages. */
export function useClockTick(isOn = true, everyMs = 1000): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setCount((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs]);
}
