import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { momentFormat } from '@kitestring/console-ui/time-text.ts';
import { useCallback, useMemo } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';

/** Formats a time of the station in the user's language and time zone, with the zone. */
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
