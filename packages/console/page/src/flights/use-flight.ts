import type { FlightDetails } from '@kitestring/station-contract/station/flights.ts';
import { receivedFile, saveFile } from '../parts/save-file.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';

/** A flight from its log. @param key reads it again when it changes */
export const useFlight = (flightId: string, key = '') =>
  useReading(({ station }, signal): Promise<FlightDetails> => station.getFlight({ flight_id: flightId }, { signal }), {
    key: `${flightId} ${key}`,
  });

/** Loads the report of a flight in the language of the page, and saves it in the browser. */
export function useReport(flightId: string) {
  const words = useWords();
  const { language } = usePreferences().preferences;
  return useCommand(async ({ station }) => {
    const response = await station.getFlightReport({ flight_id: flightId }, { language });
    // A hub does not serve pages of a station as pages.
    const page = new Blob([await receivedFile(response, words)], { type: 'text/html' });
    saveFile(page, `${flightId}-${language}.html`);
  });
}
