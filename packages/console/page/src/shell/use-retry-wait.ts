import { ApiError } from '@kitestring/client/api-error.ts';
import { useEffect, useState } from 'react';

/** Seconds until the station accepts another attempt, as a countdown, with the error that gives this time. */
export function useRetryWait() {
  const [waitS, setWaitS] = useState(0);
  useEffect(() => {
    if (waitS <= 0) return;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1000);
    return () => clearTimeout(timer);
  }, [waitS]);
  const waitAfter = (error: unknown) => {
    if (error instanceof ApiError && error.retryAfterMs !== undefined) setWaitS(Math.ceil(error.retryAfterMs / 1000));
  };
  return { waitS, waitAfter };
}
