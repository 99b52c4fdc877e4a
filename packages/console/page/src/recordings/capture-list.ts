import { Store } from '@kitestring/console-ui/store.ts';
import type {
  Capture,
  CaptureChanges,
  CaptureKind,
  CaptureList,
} from '@kitestring/station-contract/station/captures.ts';
import { CAPTURE_PAGE } from '@kitestring/station-contract/station/captures.ts';

/** Filter of the list of captures. */
export interface CaptureFilter {
  readonly search: string;
  readonly kind: CaptureKind | 'any';
  /** Take-off; `any` for all. */
  readonly flight: string;
  /** A day in the time zone of the page, `2026-03-01`; empty for all. */
  readonly day: string;
}

export const EVERY_CAPTURE: CaptureFilter = { search: '', kind: 'any', flight: 'any', day: '' };

/** The filter in the form of the API. @param isUtc the page shows times, and so days, in UTC */
export function captureQuery({ day, flight, kind, search }: CaptureFilter, isUtc = false) {
  const start = new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00${isUtc ? 'Z' : ''}` : Number.NaN);
  const end = new Date(start);
  // A day may have 23 or 25 hours.
  if (isUtc) end.setUTCDate(end.getUTCDate() + 1);
  else end.setDate(end.getDate() + 1);
  return {
    ...(search.trim() !== '' && { search: search.trim().slice(0, 100) }),
    ...(kind !== 'any' && { kind }),
    ...(flight !== 'any' && { flight }),
    ...(!Number.isNaN(start.getTime()) && { from_time: start.toISOString(), to_time: end.toISOString() }),
  };
}

type CaptureQuery = ReturnType<typeof captureQuery> & { readonly limit: number; readonly before?: string };

/** Requests to the station. */
interface CaptureSource {
  readonly list: (query: CaptureQuery, signal: AbortSignal) => Promise<CaptureList>;
  /** Resolves when the list has a new version, or after a while with the same one. */
  readonly changes: (version: string, signal: AbortSignal) => Promise<CaptureChanges>;
  /** Waits, or ends early with the signal; hidden pages wait until they are shown. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface ShownCaptures {
  /** Undefined until they are loaded. */
  readonly captures: readonly Capture[] | undefined;
  readonly total: number;
  readonly flights: readonly string[];
  readonly hasMore: boolean;
  /** Why the last attempt failed; the known list stays. */
  readonly error: unknown;
}

const NOTHING: ShownCaptures = { captures: undefined, total: 0, flights: [], hasMore: false, error: undefined };
const AGAIN_MIN_MS = 1000;
const AGAIN_MAX_MS = 15_000;

/** The captures of a filter, in pages on demand, reloaded when the station reports a change. */
export class CaptureListStore extends Store<ShownCaptures> {
  readonly #source: CaptureSource;
  readonly #filter: ReturnType<typeof captureQuery>;
  #run = new AbortController();
  #version = '';
  #isLoading = false;

  constructor(source: CaptureSource, filter: CaptureFilter, isUtc = false) {
    super(NOTHING);
    this.#source = source;
    this.#filter = captureQuery(filter, isUtc);
  }

  /** Loads the next page, unless it is loading already. */
  readonly more = async (): Promise<void> => {
    const { captures = [], hasMore } = this.snapshot();
    const last = captures.at(-1);
    if (this.#isLoading || !hasMore || last === undefined) return;
    await this.#load(async (signal) => {
      const page = await this.#source.list({ ...this.#filter, limit: CAPTURE_PAGE, before: last.capture_id }, signal);
      // Another version: the following update reloads everything shown.
      const known = this.snapshot().captures ?? [];
      if (known.at(-1) === last) this.#accept(page, [...known, ...page.captures]);
    });
  };

  protected override begin(): () => void {
    this.#run = new AbortController();
    void this.#follow(this.#run.signal);
    return () => this.#run.abort();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let isNewest = false;
    while (!signal.aborted) {
      isNewest ||= await this.#renew();
      const version: string | undefined = isNewest ? await this.#changed(this.#version, signal) : undefined;
      isNewest = version === this.#version;
      if (version !== undefined && !isNewest) continue;
      failures = version === undefined ? failures + 1 : 0;
      await this.#source.pause(Math.min(AGAIN_MAX_MS, AGAIN_MIN_MS * 2 ** Math.max(0, failures - 1)), signal);
    }
  }

  /** Undefined when the station could not be reached. */
  async #changed(version: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      return (await this.#source.changes(version, signal)).version;
    } catch (error) {
      if (!signal.aborted) this.become({ ...this.snapshot(), error });
      return undefined;
    }
  }

  /** Reads as many as are shown. @returns whether it was answered */
  #renew(): Promise<boolean> {
    return this.#load(async (signal) => {
      const shown = this.snapshot().captures?.length ?? 0;
      const limit = Math.min(1000, Math.max(CAPTURE_PAGE, shown));
      const page = await this.#source.list({ ...this.#filter, limit }, signal);
      this.#version = page.version;
      this.#accept(page, page.captures);
    });
  }

  async #load(read: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const { signal } = this.#run;
    this.#isLoading = true;
    try {
      await read(signal);
      return true;
    } catch (error) {
      if (!signal.aborted) this.become({ ...this.snapshot(), error });
      return false;
    } finally {
      this.#isLoading = false;
    }
  }

  #accept({ flights, next_before, total }: CaptureList, captures: readonly Capture[]): void {
    this.become({ captures, total, flights, hasMore: next_before !== undefined, error: undefined });
  }
}
