import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@kitestring/base/log.ts';
import { quote } from '@kitestring/station-contract/auth/granted-scopes.ts';
import { ok, type Result, refuse } from '@kitestring/station-contract/refusal.ts';
import { FLIGHT_EVENTS_MAX, FLIGHT_PAGE, type FlightDetails } from '@kitestring/station-contract/station/flights.ts';
import type { CapturesOfPeriod } from '@kitestring/station-core/captures';
import type { FlightDataQuery, FlightListQuery, FlightLogs, FlightReportOptions } from '@kitestring/station-core/ports';
import type { ChannelName } from '../channels/channels.ts';
import type { TelemetryRecord } from '../channels/telemetry.ts';
import type { FlightBounds, LoggedFlight } from '../read/flight.ts';
import { FlightLogFault } from '../read/flight-log-fault.ts';
import { ifThere, openLog } from '../read/open-log.ts';
import type { ReadOptions } from '../read/read-flight-log.ts';
import { flightId, flightIds, isOlder } from '../write/flight-folder.ts';
import { ZSTD } from '../zstd-codec.ts';
import { entry, type FlightOutline, flightDetails, outlineOf } from './flight-facts.ts';
import { FlightSeries } from './flight-series.ts';

const UNREADABLE = 'the flight logs cannot be read';

/** More of them indicate clients that do not wait for answers. */
const WAITING_MAX = 16;

/** Reads logs one after the other: each takes processor time and memory that the flight needs too. */
class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @returns undefined where too many wait already */
  run<Value>(work: () => Promise<Value>): Promise<Value> | undefined {
    if (this.#waiting >= WAITING_MAX) return undefined;
    this.#waiting += 1;
    const done = this.#last.then(work).finally(() => {
      this.#waiting -= 1;
    });
    this.#last = done.catch(() => {});
    return done;
  }

  /** Takes nothing more. Resolves when all that was taken is done. */
  async end(): Promise<void> {
    this.#waiting = Number.POSITIVE_INFINITY;
    await this.#last;
  }
}

/** Two per pixel of a printed plot. */
const BOUNDS: FlightBounds = { samples: 4000, events: FLIGHT_EVENTS_MAX };
/** Channels of report and summary: without the truth of a simulation, which is half of a log, and without commands. */
const TOLD: readonly ChannelName[] = [
  'flightState',
  'handoffState',
  'telemetry',
  'notifications',
  'incident',
  'signatures',
  'checklist',
  'groundStationLocation',
];
const OUTLINED: readonly ChannelName[] = ['flightState', 'incident'];
const POINTS = 600;
/** Cached flights of earlier lists, so that the next list does not read them again. */
const OUTLINES_MAX = 1000;

interface FlightArchiveDeps {
  readonly folder: string;
  /** The log that is being written. */
  readonly running: { readonly current: string | undefined; settle(): Promise<void> };
  /** Recordings and snapshots of a flight. */
  readonly captures: {
    during(fromUs: number, toUs: number): Promise<CapturesOfPeriod>;
    thumbnail(id: string): Promise<Result<Uint8Array>>;
  };
  readonly log: Log;
}

/** The logs of a station, read for those who ask about a flight. Never more than one is read, and never one as a whole. */
export class FlightArchive implements FlightLogs {
  readonly #deps: FlightArchiveDeps;
  readonly #lane = new OneAtATime();
  readonly #outlines = new Map<string, { readonly stamp: string; readonly outline: FlightOutline }>();

  constructor(deps: FlightArchiveDeps) {
    this.#deps = deps;
  }

  /** Resolves when no log is open any more. */
  stop(): Promise<void> {
    return this.#lane.end();
  }

  list({ before, limit = FLIGHT_PAGE }: FlightListQuery) {
    return this.#read(async () => {
      // A log that has just begun is not on the disk yet.
      await this.#deps.running.settle();
      const ids = await flightIds(this.#deps.folder);
      const rest = before === undefined ? ids : ids.filter((id) => isOlder(id, before));
      const page = rest.slice(0, limit);
      const flights = [];
      for (const id of page) {
        const outline = await this.#outline(id);
        if (outline !== undefined) flights.push(entry(outline, await this.#capturesOf(outline)));
      }
      const last = page.at(-1);
      return ok({
        total: ids.length,
        flights,
        ...(rest.length > limit && last !== undefined && { next_before: last }),
      });
    });
  }

  get(id: string) {
    return this.#read(() => this.#told(id, async (flight) => ok(await this.#details(id, flight))), id);
  }

  data(id: string, { fromUs, points = POINTS, toUs }: FlightDataQuery) {
    return this.#read(async () => {
      const outline = await this.#outline(id);
      if (outline === undefined) return notFound(id);
      const series = new FlightSeries(fromUs ?? outline.fromUs, toUs ?? outline.toUs, points);
      const period = { fromUs: fromUs ?? outline.fromUs, toUs: toUs ?? outline.toUs };
      await this.#readLog(id, period, (timeUs, telemetry) => series.add(timeUs, telemetry));
      return ok(series.data());
    }, id);
  }

  async file(id: string): Promise<Result<string>> {
    return this.#read(async () => {
      if (!(await flightIds(this.#deps.folder)).includes(id)) return notFound(id);
      if ((await ifThere(stat(this.#path(id)))) !== undefined) return ok(this.#path(id));
      const reason = this.#isRunning(id)
        ? 'it is still being written'
        : 'it is unfinished until the station starts again';
      return refuse('FLIGHT_NOT_FOUND.unreadable', { flight: quote(id), reason });
    }, id);
  }

  report(id: string, { language, pins }: FlightReportOptions) {
    return this.#read(
      () =>
        this.#told(id, async (flight) => {
          const details = await this.#details(id, flight);
          const captures = await this.#captures(flight.fromUs, flight.toUs);
          // Loaded with the first report, not by every start.
          const [{ incidentReport }, { reportPictures }] = await Promise.all([
            import('../report/incident/incident-report.ts'),
            import('../report/incident/report-pictures.ts'),
          ]);
          const pictures = await reportPictures(captures.snapshots, (snapshot) =>
            this.#deps.captures.thumbnail(snapshot),
          );
          const page = incidentReport({ flight, details, captures, pictures, pins, language });
          return ok(new TextEncoder().encode(page));
        }),
      id,
    );
  }

  /** Telemetry of all flights of a period, oldest first; of a log that cannot be read there is none. */
  async telemetry(fromUs: number, toUs: number, take: (timeUs: number, telemetry: TelemetryRecord) => void) {
    const ids = await flightIds(this.#deps.folder);
    // A log is called after the second in which it began, and ends when the next one begins at the latest.
    const first = ids.findIndex((id) => startUs(id) <= fromUs);
    for (const id of ids.slice(0, first < 0 ? ids.length : first + 1).toReversed()) {
      await this.#read(async () => ok(await this.#readLog(id, { fromUs, toUs }, take)), id);
    }
  }

  async #details(id: string, flight: LoggedFlight): Promise<FlightDetails> {
    const outline = outlineOf(id, flight, this.#isRunning(id));
    return flightDetails(outline, flight, await this.#captures(flight.fromUs, flight.toUs));
  }

  #capturesOf({ fromUs, toUs }: FlightOutline): Promise<CapturesOfPeriod> {
    return this.#captures(fromUs, toUs);
  }

  /** A flight is listed although the recordings cannot be read. */
  async #captures(fromUs: number, toUs: number): Promise<CapturesOfPeriod> {
    try {
      return await this.#deps.captures.during(fromUs, toUs);
    } catch (fault) {
      this.#deps.log.warn(
        { err: fault },
        'the recordings of a flight cannot be read; the flight is shown without them',
      );
      return { recordings: [], snapshots: [] };
    }
  }

  async #told<Value>(id: string, tell: (flight: LoggedFlight) => Promise<Result<Value>>): Promise<Result<Value>> {
    const flight = await this.#flight(id, { channels: TOLD, bounds: BOUNDS });
    return flight === undefined ? notFound(id) : await tell(flight);
  }

  /** Undefined for an unknown flight. */
  async #outline(id: string): Promise<FlightOutline | undefined> {
    const stamp = await this.#stamp(id);
    const known = this.#outlines.get(id);
    if (known !== undefined && known.stamp === stamp) return known.outline;
    try {
      const flight = await this.#flight(id, { channels: OUTLINED, bounds: BOUNDS });
      if (flight === undefined) return undefined;
      const outline = outlineOf(id, flight, this.#isRunning(id));
      this.#outlines.delete(id);
      this.#outlines.set(id, { stamp, outline });
      const [oldest] = this.#outlines.keys();
      if (this.#outlines.size > OUTLINES_MAX && oldest !== undefined) this.#outlines.delete(oldest);
      return outline;
    } catch (fault) {
      if (!(fault instanceof FlightLogFault)) this.#deps.log.error({ err: fault, flight: id }, UNREADABLE);
      // It is listed, so that its loss is seen, and the others with it.
      const fromUs = startUs(id);
      const nothing = { fromUs, toUs: fromUs, takeOffUs: fromUs, landedUs: fromUs, incident: undefined };
      return { id, ...nothing, losses: ['damaged'] };
    }
  }

  /** A log that has not changed has the same. */
  async #stamp(id: string): Promise<string> {
    const found = await stat(this.#path(id)).catch(() => undefined);
    return found === undefined ? `being written ${Math.random()}` : `${found.size} ${found.mtimeMs}`;
  }

  async #flight(id: string, options: Pick<ReadOptions, 'channels'> & { bounds: FlightBounds }) {
    await using log = await this.#open(id);
    if (log === undefined) return undefined;
    const { readFlight } = await import('../read/flight.ts');
    return await readFlight(log.source, { ...options, codec: ZSTD, isIncompleteAllowed: true, tail: log.tail });
  }

  async #readLog(
    id: string,
    period: { readonly fromUs: number; readonly toUs: number },
    take: (timeUs: number, telemetry: TelemetryRecord) => void,
  ): Promise<void> {
    await using log = await this.#open(id);
    if (log === undefined) return;
    const { readFlightLog } = await import('../read/read-flight-log.ts');
    await readFlightLog(log.source, {
      codec: ZSTD,
      isIncompleteAllowed: true,
      channels: ['telemetry'],
      period,
      tail: log.tail,
      onMessage: ({ timeUs, value }) => {
        if (timeUs >= period.fromUs && timeUs <= period.toUs) take(timeUs, value as TelemetryRecord);
      },
    });
  }

  /** A client's id is compared with those that there are, and never becomes a path by itself. */
  async #open(id: string) {
    if (this.#isRunning(id)) await this.#deps.running.settle();
    if (!(await flightIds(this.#deps.folder)).includes(id)) return undefined;
    return await ifThere(openLog(this.#path(id)));
  }

  #isRunning(id: string): boolean {
    const { current } = this.#deps.running;
    return current !== undefined && flightId(current) === id;
  }

  #path(id: string): string {
    return join(this.#deps.folder, `${id}.mcap`);
  }

  /** @returns a refusal when the disk cannot be read, or too many ask */
  async #read<Value>(read: () => Promise<Result<Value>>, id = ''): Promise<Result<Value>> {
    try {
      return (await this.#lane.run(read)) ?? refuse('STATION_BUSY.flights');
    } catch (fault) {
      if (fault instanceof FlightLogFault) {
        return refuse('FLIGHT_NOT_FOUND.unreadable', { flight: quote(id), reason: fault.message });
      }
      this.#deps.log.error({ err: fault }, UNREADABLE);
      return refuse('STORAGE_UNAVAILABLE.flights');
    }
  }
}

const notFound = (id: string): Result<never> => refuse('FLIGHT_NOT_FOUND.noFlight', { flight: quote(id) });

/** `2026-11-21T08-30-00Z-2` */
const startUs = (id: string): number =>
  Date.parse(id.slice(0, 20).replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z')) * 1000;
