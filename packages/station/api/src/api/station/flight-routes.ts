import { type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import * as operations from '@kitestring/station-contract/station/flight-operations.ts';
import type { FlightLogs } from '@kitestring/station-core/ports';
import type { Station } from '@kitestring/station-core/station.ts';
import { fileDownload, type HandlerResult, parseTime, type Route, route } from '@kitestring/web/http';
import { DownloadSlots, TOO_MANY_DOWNLOADS } from '@kitestring/web/limits';

/** Flights with a log. */
export const flightLogRoutes = (
  flights: FlightLogs,
  { pins }: Pick<Station, 'pins'>,
  slots = new DownloadSlots(),
): readonly Route[] => [
  route(operations.listFlights, async ({ query }) => answerOf(await flights.list(query))),
  route(operations.getFlight, async ({ params }) => answerOf(await flights.get(params.flight_id))),
  route(operations.getFlightData, async ({ params, query: { from_time, points, to_time } }) => {
    const [fromUs, toUs] = [parseTime(from_time), parseTime(to_time)];
    return answerOf(
      await flights.data(params.flight_id, {
        ...(fromUs !== undefined && { fromUs }),
        ...(toUs !== undefined && { toUs }),
        ...(points !== undefined && { points }),
      }),
    );
  }),
  route(operations.getFlightLog, async ({ caller, params: { flight_id: flight }, exchange: { request, response } }) => {
    const log = await flights.file(flight);
    if (!log.ok) return answerOf(log);
    if (!slots.take(caller.sessionId, response)) return TOO_MANY_DOWNLOADS;
    const offered = { path: log.value, mediaType: 'application/octet-stream', saveAs: `${flight}.mcap` };
    try {
      return await fileDownload(offered, request);
    } catch {
      return refuse('STORAGE_UNAVAILABLE.flights');
    }
  }),
  route(operations.getFlightReport, async ({ params, query: { language = 'en' } }) => {
    const report = await flights.report(params.flight_id, { language, pins: pins.list() });
    if (!report.ok) return answerOf(report);
    return { status: 200, bytes: report.value, mediaType: 'text/html', cacheControl: 'no-store' };
  }),
];

function answerOf(result: Result<unknown>): HandlerResult {
  if (result.ok || result.refusal.code !== 'STATION_BUSY') return result;
  return { refusal: result.refusal, headers: ['Retry-After', '1'] };
}
