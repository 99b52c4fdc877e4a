import type { StationApi } from '../../src/commands/station-api.ts';
import { FleetLink } from '../../src/fleet-link.ts';
import type { FleetLinkStatus } from '../../src/fleet-link-status.ts';
import { Changes } from './changes.ts';
import { LINK_SETTINGS } from './link-settings.ts';
import { ScriptedFeed } from './scripted-feed.ts';
import { TimerClock } from './timer-clock.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
const NO_API: StationApi = { request: () => Promise.reject(new Error('no command is given here')) };

/** A link on a data folder, and its changes. */
export class TestLink implements AsyncDisposable {
  readonly feed = new ScriptedFeed();
  readonly states: string[] = [];
  readonly link: FleetLink;
  readonly #changes = new Changes();

  constructor(dataDir: string, url = LINK_SETTINGS.url, api = NO_API) {
    const clock = new TimerClock();
    this.link = new FleetLink({
      dataDir,
      feed: this.feed,
      api,
      clock,
      stationClock: clock,
      log: silent,
      settings: { ...LINK_SETTINGS, url },
      onChange: (status) => {
        this.states.push(status.connection.state);
        this.#changes.tell();
      },
    });
  }

  get status(): FleetLinkStatus {
    return this.link.status();
  }

  until(state: FleetLinkStatus['connection']['state']): Promise<void> {
    return this.#changes.until(
      () => this.status.connection.state === state,
      () => `${state}: ${JSON.stringify(this.status)}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.link.stop();
  }
}
