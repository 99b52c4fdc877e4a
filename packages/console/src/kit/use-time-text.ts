import { parseTimestamp } from '@kitestring/contract/timestamp.ts';
import { useCallback, useMemo } from 'react';
import { usePreferences } from '../preferences/preferences-context.tsx';

/** Writes a moment of the station in the user's language, in the time zone of the browser. */
export function useTimeText(): (timestamp: string | undefined) => string | undefined {
  const { language } = usePreferences().preferences;
  const format = useMemo(
    () => new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'de-CH', { dateStyle: 'short', timeStyle: 'medium' }),
    [language],
  );
  return useCallback(
    (timestamp) => {
      const timeUs = timestamp === undefined ? undefined : parseTimestamp(timestamp);
      return timeUs === undefined ? undefined : format.format(timeUs / 1000);
    },
    [format],
  );
}
