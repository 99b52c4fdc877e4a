import { Store } from '@kitestring/console-ui/store.ts';
import { acknowledgeFleetAlarm, listFleetAlarms } from '@kitestring/hub-contract/fleet/alarm-operations.ts';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import type { HubSession } from '../session/hub-session.ts';
import { hasScope } from '../session/rights.ts';

export interface AlarmsState {
  /** Active ones, worst first. */
  readonly open: readonly FleetAlarm[];
  /** Number of active ones at the hub; higher than in `open` if there are very many. */
  readonly total: number;
  readonly isLoaded: boolean;
  /** Whether the newest request has failed. */
  readonly isStale: boolean;
}

const EVERY_MS = 5000;
const SHOWN_MAX = 500;
const EMPTY: AlarmsState = { open: [], total: 0, isLoaded: false, isStale: false };

/** The active alarms of all stations, requested while a part of the page observes them, also in a background tab, because they sound. */
export class HubAlarms extends Store<AlarmsState> {
  readonly #session: HubSession;

  constructor(session: HubSession) {
    super(EMPTY);
    this.#session = session;
  }

  protected override begin(): (() => void) | undefined {
    const state = this.#session.snapshot();
    if (state.kind === 'signedIn' && !hasScope(state.signedIn, 'read')) return undefined;
    void this.refresh();
    const timer = setInterval(() => void this.refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }

  async refresh(): Promise<void> {
    try {
      const { alarms: open, total } = await this.#session.call(listFleetAlarms, {
        query: { limit: SHOWN_MAX },
      });
      this.become({ open, total, isLoaded: true, isStale: false });
    } catch {
      this.become({ ...this.snapshot(), isStale: true });
    }
  }

  /** @throws CallFault */
  async acknowledge(id: string): Promise<void> {
    const alarm = await this.#session.call(acknowledgeFleetAlarm, { params: { id } });
    const state = this.snapshot();
    this.become({ ...state, open: state.open.map((each) => (each.id === id ? alarm : each)) });
  }
}
