import { Store } from '@kitestring/console-ui/store.ts';
import { watchFleet } from '@kitestring/hub-contract/fleet/events.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { listFleetStations, readFleetHealth, STATION_PAGE_MAX } from '@kitestring/hub-contract/fleet/operations.ts';
import { callHub, hubNowMs, operationUrl } from '../api/call-hub.ts';
import type { HubSession } from '../session/hub-session.ts';

export interface FleetState {
  /** By name. */
  readonly stations: readonly HubStation[];
  readonly bySid: ReadonlyMap<string, HubStation>;
  /** Whether the first message has arrived. */
  readonly isLoaded: boolean;
  /** Time of the last message of the hub, Unix milliseconds; undefined while messages arrive. */
  readonly lostMs: number | undefined;
}

/** A message of the WebSocket. */
interface FleetMessage {
  readonly stations: readonly HubStation[];
  /** Sids of stations that are no longer visible. */
  readonly left?: readonly string[];
}

/** Interval of requests for roles that may not subscribe. */
const POLL_MS = 10_000;
const FIRST_WAIT_MS = 500;
const WAIT_MAX_MS = 30_000;
/** Silence after which the hub is checked over another connection: a quiet fleet sends nothing. */
const SILENCE_MS = 20_000;

const EMPTY: FleetState = { stations: [], bySid: new Map(), isLoaded: false, lostMs: undefined };

/** Delay before a reconnection, doubling, with a random part, so that thousands of pages do not reconnect at once. */
export const retryWaitMs = (attempt: number, random: number): number =>
  Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random / 2);

/** The fleet with the changes of a message applied; the first message of a connection has all stations. */
export function withStations(
  before: ReadonlyMap<string, HubStation>,
  { left = [], stations: changed }: FleetMessage,
  isFirst: boolean,
): ReadonlyMap<string, HubStation> {
  const bySid = new Map(isFirst ? [] : before);
  for (const sid of left) bySid.delete(sid);
  for (const station of changed) bySid.set(station.sid, station);
  return bySid;
}

/** All stations, live over one WebSocket, which is opened again when it breaks. */
export class LiveStations extends Store<FleetState> {
  readonly #session: HubSession;
  #socket: WebSocket | undefined;
  /** Whether it has delivered a message. */
  #hasTold = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  /** Identity of the newest start; undefined when it has ended. */
  #run: object | undefined;

  constructor(session: HubSession) {
    super(EMPTY);
    this.#session = session;
  }

  /**
   * @param isLive false: requests the list periodically, for roles that may not subscribe @returns a function that ends
   * it
   */
  start(isLive: boolean): () => void {
    const run = {};
    this.#run = run;
    if (isLive) this.#open();
    else void this.#poll(run);
    return () => {
      this.#run = undefined;
      clearTimeout(this.#timer);
      this.#socket?.close();
      this.#socket = undefined;
    };
  }

  async #poll(run: object): Promise<void> {
    try {
      const stations: HubStation[] = [];
      let after: string | undefined;
      do {
        const query = { after, limit: STATION_PAGE_MAX };
        const page = await this.#session.call(listFleetStations, { query });
        stations.push(...page.stations);
        after = page.next_after;
      } while (after !== undefined);
      if (this.#run === run) this.#take({ stations }, true);
    } catch {
      if (this.#run !== run) return;
      const state = this.snapshot();
      if (state.lostMs === undefined) this.become({ ...state, lostMs: hubNowMs() });
    }
    if (this.#run === run) this.#timer = setTimeout(() => void this.#poll(run), POLL_MS);
  }

  #open(): void {
    const socket = new WebSocket(new URL(operationUrl(watchFleet), location.href.replace(/^http/, 'ws')));
    this.#socket = socket;
    this.#hasTold = false;
    socket.addEventListener('message', ({ data }) => {
      if (socket !== this.#socket) return;
      this.#attempt = 0;
      this.#expect();
      this.#take(JSON.parse(String(data)) as FleetMessage, !this.#hasTold);
      this.#hasTold = true;
    });
    socket.addEventListener('close', () => socket === this.#socket && this.#lost());
    this.#expect();
  }

  /** A half-open connection does not close by itself, although others reach the hub. */
  #expect(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#probe(), SILENCE_MS);
  }

  async #probe(): Promise<void> {
    const socket = this.#socket;
    const isThere = await callHub(readFleetHealth).then(
      () => true,
      ({ status }) => status !== 0,
    );
    if (socket !== this.#socket || this.#run === undefined) return;
    socket?.close();
    // Either the fleet is quiet, or a proxy has dropped this connection: a new one begins with all stations.
    if (isThere && this.#hasTold) this.#open();
    else this.#lost();
  }

  #lost(): void {
    this.#socket = undefined;
    clearTimeout(this.#timer);
    if (this.#run === undefined) return;
    const state = this.snapshot();
    if (state.lostMs === undefined) this.become({ ...state, lostMs: hubNowMs() });
    void this.#session.check();
    this.#timer = setTimeout(() => this.#open(), retryWaitMs(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #take(message: FleetMessage, isFirst: boolean): void {
    const bySid = withStations(this.snapshot().bySid, message, isFirst);
    const stations = [...bySid.values()].sort(byName);
    this.become({ stations, bySid, isLoaded: true, lostMs: undefined });
  }
}

const collator = new Intl.Collator(undefined, { numeric: true });

const byName = (a: HubStation, b: HubStation): number => collator.compare(a.name, b.name) || (a.sid < b.sid ? -1 : 1);
