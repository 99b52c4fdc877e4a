import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { momentFormat } from './time-text.ts';

/** Writes a moment of the station in the user's language, in the zone that was chosen, and with it. */
export function useTimeText(): (timestamp: string | undefined) => string | undefined {
  const { isUtc } = usePreferences().preferences;
  const { locale } = useQuantities().style;
  const format = useMemo(() => momentFormat({ isUtc, locale }), [isUtc, locale]);
  return useCallback(
    (timestamp) => {
      const timeUs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
      return timeUs === undefined ? undefined : format.format(timeUs / 1000);
    },
    [format],
  );
}

/** Redraws at this interval while `isOn`: for running times. */
export function useClockTick(isOn = true, everyMs = 1000): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setCount((count) => count + 1), everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs]);
}
