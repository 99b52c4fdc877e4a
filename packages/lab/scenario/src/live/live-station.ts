import type { Caller } from '@kitestring/station-contract/auth/caller.ts';
import type { Scope } from '@kitestring/station-contract/auth/scope.ts';
import { clientName } from '@kitestring/station-contract/handoff/client-name.ts';
import type { Station } from '@kitestring/station-core/station.ts';
import type { Journal } from '../run/journal.ts';
import { LiveObservation } from '../run/live-observation.ts';
import { NotificationWatch } from '../run/notification-watch.ts';
import {
  type ClientCredentials,
  type ScenarioStation,
  StationUnfitFault,
  type StopCondition,
} from '../run/scenario-station.ts';
import { atWholeSteps } from '../run/whole-steps.ts';
import type { ClientSpec, Scenario } from '../scenario.ts';
import { managesControl } from './manages-control.ts';
import type { ScenarioHost } from './scenario-host.ts';
import { WorldBefore } from './world-before.ts';

/** Ten observations per second of station time, as on a dedicated station. */
const PERIOD_US = 100_000;

/** Time until the first sensor samples after a restart. */
const FIRST_SAMPLES_US = 200_000;

interface LiveStationDeps {
  readonly host: ScenarioHost;
  readonly scenario: Scenario;
  readonly journal: Journal;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Caller of the run: its clients are sessions of the same plugin, with no further scopes. */
  readonly caller: Caller;
  /** Requests the end of the run. */
  readonly stop: (reason: string) => void;
}

/**
 * The shared station of this process, at the speed of its clock. Time passes as without the scenario, but stands still
 * while a step is executed, so that simultaneous steps are simultaneous here, too.
 */
export class LiveStation implements ScenarioStation {
  readonly periodS = PERIOD_US / 1e6;
  readonly takesControl: boolean;
  readonly #deps: LiveStationDeps;
  readonly #before: WorldBefore;
  readonly #notifications: NotificationWatch;
  readonly #sessions = new Set<string>();
  #followed: Station | undefined;
  #cancelSessionEnd: () => void = () => {};
  #isClosing = false;

  /** Sets the world as the scenario requires. */
  constructor(deps: LiveStationDeps) {
    const { aircraft } = deps.host.world;
    this.#deps = deps;
    this.takesControl = !managesControl(deps.scenario);
    this.#notifications = new NotificationWatch(deps.journal);
    this.#before = new WorldBefore(aircraft);
    this.#before.become(deps.scenario);
    this.#follow();
  }

  get url(): string {
    return this.#deps.host.url;
  }

  get simulatorScopes(): readonly Scope[] {
    const scope = this.#deps.caller.scopes.find((held) => held === 'internal' || held === 'experimental');
    return scope === undefined ? [] : [scope];
  }

  credentials({ name, scopes }: ClientSpec): ClientCredentials {
    const { caller, host } = this.#deps;
    const opened = host.station.auth.openFor(caller, scopes, this.tokenName({ name }));
    if (!opened.ok) throw new StationUnfitFault(opened.refusal.message);
    this.#sessions.add(opened.value.sessionId);
    return { token: opened.value.token };
  }

  tokenName({ name }: Pick<ClientSpec, 'name'>): string {
    return `scenario: ${name}`;
  }

  nowUs(): number {
    return this.#clock.nowUs();
  }

  async advance(untilUs: number, look: StopCondition): Promise<void> {
    await this.#pass(atWholeSteps(untilUs, this.#clock), look);
  }

  /** A shared station is not reset: `unfitFor`. */
  async wasReset(): Promise<void> {
    throw new Error('a shared station was reset by a scenario');
  }

  async passReboot(durationS: number): Promise<void> {
    const { host, signal } = this.#deps;
    await this.#pass(atWholeSteps(this.nowUs() + durationS * 1e6 + FIRST_SAMPLES_US, this.#clock), undefined);
    const stopped = rejected(signal);
    await Promise.race([host.settled(), stopped.promise]).finally(stopped.forget);
    this.#follow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { host, journal } = this.#deps;
    this.#isClosing = true;
    this.#notifications.stop();
    this.#cancelSessionEnd();
    this.#before.restore(journal.injectedIds);
    for (const id of journal.wireFaultsSet) host.wireFaults.remove(id);
    for (const id of this.#sessions) endSession(host.station, id);
    this.#restoreSoftMax();
    host.world.driver.limit(undefined);
  }

  /** The soft maximum was the default when the run started. A client in control by now keeps its own. */
  #restoreSoftMax(): void {
    const { caller, host } = this.#deps;
    const { flight } = host.station;
    const info = flight.info();
    if (!info.ok || (info.value.altitude_soft_max ?? 0) >= info.value.altitude_hard_max) return;
    flight.setAltitudeSoftMax(caller, { altitude: info.value.altitude_hard_max });
  }

  get #clock() {
    return this.#deps.host.world.clock;
  }

  /** Lets time pass at its own speed until a time. @param look undefined: no observation meanwhile */
  async #pass(untilUs: number, look: StopCondition | undefined): Promise<void> {
    const { signal, host } = this.#deps;
    const { driver } = host.world;
    const there = Promise.withResolvers<void>();
    const goOn = () => {
      const nextUs = look === undefined ? untilUs : Math.min(untilUs, this.nowUs() + PERIOD_US);
      driver.limit({ untilUs: nextUs, onReached });
    };
    const onReached = () => {
      try {
        if (signal.aborted) return;
        const isEnough = look?.(this.#look()) === true;
        if (isEnough || this.nowUs() >= untilUs) there.resolve();
        else goOn();
      } catch (bug) {
        // Thrown here it would stop station time.
        there.reject(bug);
      }
    };
    if (this.nowUs() >= untilUs) return;
    const stopped = rejected(signal);
    const cancelFault = this.#clock.onFault(there.reject);
    goOn();
    await Promise.race([there.promise, stopped.promise]).finally(() => {
      stopped.forget();
      cancelFault();
    });
  }

  #look(): LiveObservation {
    const { host, journal } = this.#deps;
    // The station may have been restarted.
    if (host.station !== this.#followed) this.#follow();
    this.#watchControl();
    return new LiveObservation({
      timeS: journal.timelineS(this.nowUs()),
      station: host.station,
      aircraft: host.world.aircraft,
      active: this.#notifications.active,
      journal,
      isWireFaultActive: (id) => host.wireFaults.isActive(id),
    });
  }

  /** Safety: a client that takes control has the Kite to itself from then on. */
  #watchControl(): void {
    const { host, stop } = this.#deps;
    const { controlling_client: holder } = host.station.handoff.topic.value;
    if (!this.takesControl || holder === null || this.#sessions.has(holder.session_id)) return;
    stop(`${clientName(holder)} has taken control`);
  }

  #follow(): void {
    const { host, stop } = this.#deps;
    const { station } = host;
    this.#followed = station;
    this.#notifications.follow(station);
    this.#cancelSessionEnd();
    this.#cancelSessionEnd = station.auth.onSessionEnd((id) => {
      if (!this.#isClosing && this.#sessions.has(id)) stop('the session of one of its clients was ended');
    });
  }
}

function endSession({ auth }: Station, id: string): void {
  try {
    auth.administration.revoke(id);
  } catch {
    // The session has ended anyway; only the store failed, and the token is known here only.
  }
}

/** A promise that rejects when the run is to end. */
function rejected(signal: AbortSignal): { readonly promise: Promise<never>; readonly forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  // It may reject after its last listener has gone.
  promise.catch(() => undefined);
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
