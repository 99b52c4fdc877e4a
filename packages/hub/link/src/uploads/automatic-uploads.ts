import { type Cancel, type Clock, every, US_PER_S } from '@kitestring/base/clock.ts';
import type { Log } from '@kitestring/base/log.ts';
import { messageBytes, readMessage } from '@kitestring/hub-contract/read-message.ts';
import type { UploadKind } from '@kitestring/hub-contract/upload.ts';
import { OFFERS_MAX, OfferReply, OfferRequest, POLICY_PERSON } from '@kitestring/hub-contract/upload-policy.ts';
import type { StationApi } from '../commands/station-api.ts';
import type { StationFeed } from '../station-feed.ts';
import type { PolicyKeeper } from './policy-keeper.ts';

interface AutomaticUploadsDeps {
  readonly api: StationApi;
  readonly policies: Pick<PolicyKeeper, 'policy'>;
  readonly feed: Pick<StationFeed, 'onEvent'>;
  readonly clock: Clock;
  /** Sends a request to the hub; rejects while it does not answer. */
  readonly ask: (message: Uint8Array, timeoutMs: number) => Promise<Uint8Array>;
  readonly log: Log;
}

type Item = OfferRequest['items'][number];

/** For what has no event: a flight log is complete some time after the landing. */
const LOOK_EVERY_S = 30;
const OFFER_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 60_000;
const FLIGHT_PAGE = 50;
/** Flights that are searched for missing uploads, newest first. */
const FLIGHT_PAGES_MAX = 20;

/** Offers the hub what its policy requests, each item once per run of the station: the hub knows what it has, and orders the rest. */
export class AutomaticUploads {
  readonly #deps: AutomaticUploadsDeps;
  readonly #stop = new AbortController();
  readonly #cancels: readonly Cancel[];
  /** Ids that the hub has accepted. */
  readonly #offered = new Set<string>();
  /** Recordings of flights that have ended. */
  readonly #films = new Map<string, readonly string[]>();
  #running: Promise<void> | undefined;

  constructor(deps: AutomaticUploadsDeps) {
    this.#deps = deps;
    this.#cancels = [
      every(deps.clock, LOOK_EVERY_S * US_PER_S, () => this.look()),
      deps.feed.onEvent(({ kind }) => {
        if (kind === 'recording' || kind === 'flight.phase') this.look();
      }),
    ];
  }

  /** Searches for new items; tries again at the next call if the hub does not answer. */
  look(): void {
    const { flight_logs: hasLogs, recordings } = this.#deps.policies.policy;
    if (this.#stop.signal.aborted || (recordings === 'none' && !hasLogs)) return;
    this.#running ??= this.#offerAll()
      .catch((fault: unknown) => this.#deps.log.debug({ err: fault }, 'no uploads can be offered to the hub now'))
      .finally(() => {
        this.#running = undefined;
      });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const cancel of this.#cancels) cancel();
    await this.#running;
  }

  async #offerAll(): Promise<void> {
    const items = (await this.#wanted()).filter(({ recording }) => !this.#offered.has(recording));
    for (let first = 0; first < items.length; first += OFFERS_MAX) {
      const page = items.slice(first, first + OFFERS_MAX);
      const message = messageBytes(OfferRequest, { v: 1, items: page });
      const reply = readMessage(OfferReply, await this.#deps.ask(message, OFFER_TIMEOUT_MS));
      // Fewer than offered: the hub has a newer policy, which will arrive soon.
      if (!reply.ok || reply.value.taken < page.length) return;
      for (const { recording } of page) this.#offered.add(recording);
    }
  }

  async #wanted(): Promise<readonly Item[]> {
    const { flight_logs: hasLogs, recordings } = this.#deps.policies.policy;
    const flights = hasLogs || recordings === 'flights' ? await this.#flights() : [];
    const ended = recordings === 'none' ? [] : await this.#endedRecordings();
    const flown = recordings === 'flights' ? await this.#recordings(flights, new Set(ended)) : new Set(ended);
    return [
      ...ended.filter((id) => flown.has(id)).map(itemOf('recording')),
      ...(hasLogs ? await this.#complete(flights.map(({ flight_id: id }) => id)) : []).map(itemOf('flight_log')),
    ];
  }

  async #endedRecordings(): Promise<readonly string[]> {
    const all = (await this.#read('/api/v1/recordings')) as readonly {
      readonly recording_id: string;
      readonly is_being_recorded: boolean;
    }[];
    return all.filter((one) => !one.is_being_recorded).map(({ recording_id: id }) => id);
  }

  async #flights(): Promise<readonly ListedFlight[]> {
    const flights: ListedFlight[] = [];
    for (let page = 0, before = ''; page < FLIGHT_PAGES_MAX; page += 1) {
      const answer = (await this.#read(`/station/v1/flights?limit=${FLIGHT_PAGE}${before}`)) as {
        readonly flights: readonly ListedFlight[];
        readonly next_before?: string;
      };
      flights.push(...answer.flights);
      // Older ones were offered before.
      const isKnown = answer.flights.every(({ flight_id: id }) => this.#offered.has(id));
      if (answer.next_before === undefined || isKnown) break;
      before = `&before=${encodeURIComponent(answer.next_before)}`;
    }
    return flights;
  }

  async #recordings(flights: readonly ListedFlight[], complete: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const { ended, flight_id: id, recordings } of flights) {
      if (recordings === 0) continue;
      const films = this.#films.get(id) ?? (await this.#filmsOf(id));
      if (ended !== undefined && films.every((film) => complete.has(film))) this.#films.set(id, films);
      for (const film of films) found.add(film);
    }
    return found;
  }

  async #filmsOf(flight: string): Promise<readonly string[]> {
    const { films } = (await this.#read(`/station/v1/flights/${flight}`)) as {
      readonly films: readonly { readonly recording_id: string }[];
    };
    return films.map(({ recording_id: id }) => id);
  }

  /** Leaves out the log that is being written. */
  async #complete(flights: readonly string[]): Promise<readonly string[]> {
    const complete: string[] = [];
    for (const id of flights) {
      if (this.#offered.has(id)) continue;
      const { body, status } = await this.#open(`/station/v1/flights/${id}/log`, 'HEAD');
      await Array.fromAsync(body);
      if (status === 200) complete.push(id);
    }
    return complete;
  }

  async #read(path: string): Promise<unknown> {
    const { body, status } = await this.#open(path, 'GET');
    const bytes = Buffer.concat(await Array.fromAsync(body));
    if (status !== 200) throw new Error(`the station has answered ${status} for ${path}`);
    return JSON.parse(bytes.toString());
  }

  #open(path: string, method: 'GET' | 'HEAD') {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]);
    return this.#deps.api.request({ person: POLICY_PERSON, scopes: ['read'], method, path, signal });
  }
}

interface ListedFlight {
  readonly flight_id: string;
  readonly recordings: number;
  readonly ended?: string;
}

const itemOf =
  (kind: UploadKind) =>
  (recording: string): Item => ({ kind, recording });
