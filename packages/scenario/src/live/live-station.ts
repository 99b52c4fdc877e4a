import type { Scope } from '@kitestring/contract/auth/scope.ts';
import { clientNameOf } from '@kitestring/contract/handoff/client-name.ts';
import type { ScenarioHost } from '@kitestring/server/api/sim/scenario-runner.ts';
import type { Caller } from '@kitestring/station/caller.ts';
import type { AircraftSample } from '@kitestring/station/ports/aircraft.ts';
import type { Station } from '@kitestring/station/station.ts';
import type { Journal } from '../run/journal.ts';
import { LiveObservation } from '../run/live-observation.ts';
import { NotificationWatch } from '../run/notification-watch.ts';
import { type Credentials, type Look, type ScenarioStation, StationUnfit } from '../run/scenario-station.ts';
import { atWholeSteps } from '../run/whole-steps.ts';
import type { ClientSpec, Scenario } from '../scenario.ts';
import { managesControl } from './manages-control.ts';
import { WorldBefore } from './world-before.ts';

/** Ten looks a second of station time, as on a station of its own. */
const PERIOD_US = 100_000;

/** Until the sensors have said something after a restart: a few samples. */
const FIRST_SAMPLES_US = 200_000;

export interface LiveParts {
  readonly host: ScenarioHost;
  readonly scenario: Scenario;
  readonly journal: Journal;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Who has asked for the run: its clients are sessions of the same plugin, with no other scopes. */
  readonly caller: Caller;
  /** Asks for the end of the run. */
  readonly stop: (reason: string) => void;
}

/**
 * The station that this process runs for everybody, at the speed of its clock. Time passes as it would without the
 * scenario, but stands still while a step is done, so that steps at the same time are at the same time here, too.
 */
export class LiveStation implements ScenarioStation {
  readonly periodS = PERIOD_US / 1e6;
  readonly takesControl: boolean;
  readonly #parts: LiveParts;
  readonly #before: WorldBefore;
  readonly #notifications: NotificationWatch;
  readonly #cancelSamples: () => void;
  readonly #sessions = new Set<string>();
  #sample: AircraftSample | undefined;
  #followed: Station | undefined;
  #cancelSessionEnd: () => void = () => {};
  #isClosing = false;

  /** Makes the world as the scenario begins. */
  constructor(parts: LiveParts) {
    const { aircraft } = parts.host.world;
    this.#parts = parts;
    this.takesControl = !managesControl(parts.scenario);
    this.#notifications = new NotificationWatch(parts.journal);
    this.#cancelSamples = aircraft.onSample((sample) => {
      this.#sample = sample;
    });
    this.#before = new WorldBefore(aircraft);
    this.#before.become(parts.scenario);
    this.#follow();
  }

  get url(): string {
    return this.#parts.host.url;
  }

  get simulatorScopes(): readonly Scope[] {
    const scope = this.#parts.caller.scopes.find((held) => held === 'internal' || held === 'experimental');
    return scope === undefined ? [] : [scope];
  }

  credentialsOf({ name, scopes }: ClientSpec): Credentials {
    const { caller, host } = this.#parts;
    const opened = host.station.auth.openFor(caller, scopes, `scenario: ${name}`);
    if (!opened.ok) throw new StationUnfit(opened.refusal.message);
    this.#sessions.add(opened.value.sessionId);
    return { token: opened.value.token };
  }

  nowUs(): number {
    return this.#clock.nowUs();
  }

  async advance(untilUs: number, look: Look): Promise<void> {
    await this.#pass(atWholeSteps(untilUs, this.#clock), look);
  }

  async passReboot(durationS: number): Promise<void> {
    const { host, signal } = this.#parts;
    await this.#pass(atWholeSteps(this.nowUs() + durationS * 1e6 + FIRST_SAMPLES_US, this.#clock), undefined);
    const stopped = rejected(signal);
    await Promise.race([host.settled(), stopped.promise]).finally(stopped.forget);
    this.#follow();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { host, journal } = this.#parts;
    this.#isClosing = true;
    this.#notifications.stop();
    this.#cancelSamples();
    this.#cancelSessionEnd();
    this.#before.restore(journal.injectedIds);
    for (const id of this.#sessions) endSession(host.station, id);
    this.#restoreSoftMax();
    host.world.driver.limit(undefined);
  }

  /** It was that of a start when the run began. Whoever is in control by now keeps it as it is. */
  #restoreSoftMax(): void {
    const { caller, host } = this.#parts;
    const { flight } = host.station;
    const info = flight.info();
    if (!info.ok || (info.value.altitude_soft_max ?? 0) >= info.value.altitude_hard_max) return;
    flight.setAltitudeSoftMax(caller, { altitude: info.value.altitude_hard_max });
  }

  get #clock() {
    return this.#parts.host.world.clock;
  }

  /** Lets time pass at its own speed up to a moment. @param look undefined: nothing can be seen meanwhile */
  async #pass(untilUs: number, look: Look | undefined): Promise<void> {
    const { signal, host } = this.#parts;
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
        // Thrown here it would stop the station's time.
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
    const { host, journal } = this.#parts;
    // Somebody may have had it restarted.
    if (host.station !== this.#followed) this.#follow();
    this.#watchControl();
    return new LiveObservation({
      timeS: journal.timelineS(this.nowUs()),
      station: host.station,
      aircraft: host.world.aircraft,
      sample: this.#sample,
      active: this.#notifications.active,
      journal,
    });
  }

  /** Safety: whoever takes control has the Kite for themselves from then on. */
  #watchControl(): void {
    const { host, stop } = this.#parts;
    const { controlling_client: holder } = host.station.handoff.topic.value;
    if (!this.takesControl || holder === null || this.#sessions.has(holder.session_id)) return;
    stop(`${clientNameOf(holder)} has taken control`);
  }

  #follow(): void {
    const { host, stop } = this.#parts;
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
    // It is over all the same; only the store could not be told, and the token is known to nobody.
  }
}

/** A promise that breaks when the run is to end. */
function rejected(signal: AbortSignal): { readonly promise: Promise<never>; readonly forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  // Nobody may wait for it any more when it breaks.
  promise.catch(() => undefined);
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
