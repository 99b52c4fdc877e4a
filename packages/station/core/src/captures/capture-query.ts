import type { CaptureAbout, CaptureKind } from '@kitestring/station-contract/station/captures.ts';
import type { IncidentRef } from '@kitestring/station-contract/station/incident.ts';

/** Fields that decide whether and where a capture is listed. */
export interface ListedCapture {
  readonly id: string;
  readonly kind: CaptureKind;
  /** Station time. */
  readonly startedUs: number;
  /** Take-off of its flight, station time. */
  readonly flightUs?: number;
  readonly incident?: IncidentRef;
  readonly about: CaptureAbout;
}

/** Which captures are asked for. Times are microseconds of station time. */
export interface CaptureQuery {
  readonly limit: number;
  /** Only those that come after this id. */
  readonly before?: string;
  readonly kind?: CaptureKind;
  readonly search?: string;
  readonly fromUs?: number;
  readonly toUs?: number;
  readonly flightUs?: number;
}

interface CapturePage<Item> {
  /** With this filter, on all pages. */
  readonly total: number;
  readonly captures: readonly Item[];
  /** Last one of this page, where more follow. */
  readonly nextBefore?: string;
}

const newestFirst = (a: ListedCapture, b: ListedCapture): number =>
  b.startedUs - a.startedUs || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/** One page of the captures that match, the newest first. The id at which it goes on may have been removed since. */
export function capturePage<Item extends ListedCapture>(
  all: readonly Item[],
  query: CaptureQuery,
  startOf: (id: string) => number | undefined,
): CapturePage<Item> {
  const found = all.filter((capture) => matches(capture, query)).toSorted(newestFirst);
  const first = query.before === undefined ? 0 : placeAfter(found, query.before, startOf);
  const captures = found.slice(first, first + query.limit);
  const last = captures.at(-1);
  const hasMore = first + captures.length < found.length;
  return { total: found.length, captures, ...(hasMore && last !== undefined && { nextBefore: last.id }) };
}

function placeAfter(
  found: readonly ListedCapture[],
  before: string,
  startOf: (id: string) => number | undefined,
): number {
  const at = found.findIndex(({ id }) => id === before);
  if (at >= 0) return at + 1;
  // Removed meanwhile: its id still says when it began, to the second.
  const startedUs = startOf(before);
  if (startedUs === undefined) return found.length;
  const next = found.findIndex((capture) => capture.startedUs < startedUs);
  return next < 0 ? found.length : next;
}

function matches(capture: ListedCapture, { flightUs, fromUs, kind, search = '', toUs }: CaptureQuery): boolean {
  if (kind !== undefined && capture.kind !== kind) return false;
  if (fromUs !== undefined && capture.startedUs < fromUs) return false;
  if (toUs !== undefined && capture.startedUs >= toUs) return false;
  if (flightUs !== undefined && capture.flightUs !== flightUs) return false;
  const wanted = search.trim().toLowerCase();
  const { name, note } = capture.about;
  const { number = '', title = '' } = capture.incident ?? {};
  return wanted === '' || [name, note, capture.id, number, title].some((text) => text.toLowerCase().includes(wanted));
}

/** In a list to choose from. */
const FLIGHTS_MAX = 100;

/** Take-offs of the flights of these captures, the newest first. */
export function newestFlights(all: readonly ListedCapture[]): readonly number[] {
  const flights = new Set(all.flatMap(({ flightUs }) => (flightUs === undefined ? [] : [flightUs])));
  return [...flights].sort((a, b) => b - a).slice(0, FLIGHTS_MAX);
}
