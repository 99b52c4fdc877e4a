import type { StationApi } from '../../src/commands/station-api.ts';
import { FleetLink } from '../../src/fleet-link.ts';
import type { FleetLinkStatus } from '../../src/fleet-link-status.ts';
import { ScriptedFeed } from './scripted-feed.ts';
import { TimerClock } from './timer-clock.ts';

/** Nothing is asked of it. */
export const HUB_URL = 'http://127.0.0.1:9/';
const silent = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
/** After which a link that is not in a state has failed; nothing waits for it otherwise. */
const GIVE_UP_MS = 180_000;

const NO_API: StationApi = { request: () => Promise.reject(new Error('no command is given here')) };

/** A link on a data folder, and its changes. */
export class TestLink implements AsyncDisposable {
  readonly feed = new ScriptedFeed();
  readonly states: string[] = [];
  readonly link: FleetLink;
  readonly #waiters = new Set<() => void>();

  constructor(dataDir: string, url = HUB_URL, api = NO_API) {
    const clock = new TimerClock();
    this.link = new FleetLink({
      ...{ dataDir, feed: this.feed, api, clock, stationClock: clock, log: silent },
      settings: {
        url,
        journalMaxMib: 16,
        journalKeepDays: 7,
        catchupKbps: 10_000,
        uploadKbps: 100_000,
        uploadSharePercent: 70,
        access: 'control' as const,
      },
      onChange: (status) => {
        this.states.push(status.connection.state);
        for (const look of this.#waiters) look();
      },
    });
  }

  get status(): FleetLinkStatus {
    return this.link.status();
  }

  async until(state: FleetLinkStatus['connection']['state']): Promise<void> {
    const { promise, reject, resolve } = Promise.withResolvers<void>();
    const look = () => this.status.connection.state === state && resolve();
    const said = () => `timed out waiting for ${state}: ${JSON.stringify(this.status)}`;
    const late = setTimeout(() => reject(new Error(said())), GIVE_UP_MS);
    this.#waiters.add(look);
    look();
    await promise.finally(() => {
      clearTimeout(late);
      this.#waiters.delete(look);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.link.stop();
  }
}
