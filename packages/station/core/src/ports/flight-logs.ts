import type { Result } from '@kitestring/station-contract/refusal.ts';
import type {
  FlightData,
  FlightDetails,
  FlightList,
  ReportLanguage,
} from '@kitestring/station-contract/station/flights.ts';
import type { Pin } from '@kitestring/station-contract/station/pin.ts';

export interface FlightListQuery {
  readonly limit?: number;
  readonly before?: string;
}

/** Microseconds of station time. */
export interface FlightDataQuery {
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly points?: number;
}

export interface FlightReportOptions {
  readonly language: ReportLanguage;
  /** Those that the station keeps now. */
  readonly pins: readonly Pin[];
}

/** Flights of which there is a log. FLIGHT_NOT_FOUND, STATION_BUSY, STORAGE_UNAVAILABLE. */
export interface FlightLogs {
  list(query: FlightListQuery): Promise<Result<FlightList>>;
  get(id: string): Promise<Result<FlightDetails>>;
  data(id: string, query: FlightDataQuery): Promise<Result<FlightData>>;
  /** Path of the complete log on the disk. */
  file(id: string): Promise<Result<string>>;
  /** An HTML page. */
  report(id: string, options: FlightReportOptions): Promise<Result<Uint8Array>>;
}
