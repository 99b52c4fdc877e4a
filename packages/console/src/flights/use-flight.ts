import type { FlightDetails } from '@kitestring/contract/station/flights.ts';
import { saveFile } from '../kit/save-file.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';

/** A flight as its log has it. @param key reads it again when it is another one */
export const useFlight = (flightId: string, key = '') =>
  useReading(({ station }, signal): Promise<FlightDetails> => station.getFlight({ flight_id: flightId }, { signal }), {
    key: `${flightId} ${key}`,
  });

/** Fetches the report of a flight in the language of the page, and gives it to the browser to save. */
export function useReport(flightId: string) {
  const { language } = usePreferences().preferences;
  return useCommand(async ({ station }) => {
    const response = await station.getFlightReport({ flight_id: flightId }, { language });
    // A hub gives no pages of a station as such.
    const page = new Blob([await response.blob()], { type: 'text/html' });
    saveFile(page, `${flightId}-${language}.html`);
  });
}
