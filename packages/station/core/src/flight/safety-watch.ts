import type { Clock } from '@kitestring/base/clock.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { KiteSample } from '../ports/aircraft.ts';
import type { CounterStore } from '../ports/counter-store.ts';
import { attempt } from '../ports/store.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Health } from '../system/health.ts';
import type { Telemetry } from '../telemetry.ts';
import type { FlightPhase } from './flight-phase.ts';
import { hazardsNow } from './hazards.ts';
import { type SafetyDemand, safetyDemand } from './safety.ts';
import { WindWatch } from './wind-watch.ts';

/** 1 from the start of a safety landing until the reset after it: survives a restart in between. */
const COUNTER = 'flight.safety_landing';

interface SafetyWatchDeps {
  readonly clock: Clock;
  readonly counters: CounterStore;
  readonly health: Health;
  readonly notifications: Notifications;
  /** Called when the start or end of a safety landing could not be stored: the landing continues. */
  readonly onStoreFault: (fault: unknown) => void;
  readonly settings: StationSettings;
  readonly telemetry: Telemetry;
}

/** Evaluates everything that can force the Kite to descend, and gives the required reaction. */
export class SafetyWatch {
  readonly #deps: SafetyWatchDeps;
  readonly #wind: WindWatch;
  #demand: SafetyDemand | undefined;
  /** A safety landing in progress: loss of data does not end it. */
  #safetyLanding: SafetyDemand | undefined;

  constructor(deps: SafetyWatchDeps) {
    this.#deps = deps;
    this.#wind = new WindWatch(deps.settings, deps.notifications);
    if (deps.counters.get(COUNTER) === 1) {
      this.#safetyLanding = { event: 'safetyLandingNeeded', reason: 'a safety landing had begun before the restart' };
    }
  }

  [STATE](archive: StateArchive): void {
    [this.#demand, this.#safetyLanding] = archive.all(this.#demand, this.#safetyLanding);
    archive.in(this.#wind);
  }

  /** Reaction that the last evaluation requires; undefined: none. */
  get demand(): SafetyDemand | undefined {
    return this.#demand;
  }

  /** Wind ceiling, metres. Undefined: the wind sets none. */
  get windCeilingM(): number | undefined {
    return this.#wind.ceilingM;
  }

  get mustComeDown(): boolean {
    return this.#demand?.event === 'safetyLandingNeeded' || this.mustLand;
  }

  /** The station itself requires a normal landing. */
  get mustLand(): boolean {
    return this.#demand?.event === 'landingNeeded';
  }

  /**
   * Evaluates the newest sample. @param isDescentCommanded a descent is commanded: a loss of height is then no sign of
   * wind
   */
  evaluate(kite: KiteSample, isDescentCommanded: boolean): void {
    const { telemetry } = this.#deps;
    const { kiteUs: measuredUs, sample } = telemetry;
    // A faulty force sensor gives no evidence of wind.
    const tether = sample?.groundStation.hazards.forceSensorFault ? undefined : sample?.groundStation.tether;
    this.#wind.evaluate({ kite, tether, measuredUs, isDescentCommanded });
    this.#demand = this.#safetyLanding ?? this.#judge(kite);
  }

  /** No data of the Kite. Reactions to wind remain. */
  loseData(): void {
    this.#demand = undefined;
  }

  /** A safety landing has started and the Kite has not been on the ground since. */
  get isSafetyLanding(): boolean {
    return this.#safetyLanding !== undefined;
  }

  /** @param mustReset the aircraft needs a reset before it may start again */
  landed(mustReset: boolean): void {
    this.#safetyLanding = undefined;
    if (mustReset) this.#remember(1);
  }

  hasReset(): void {
    this.#remember(0);
  }

  /** Invariant: a safety landing that has started stays required until the Kite is on the ground. */
  executed(demand: SafetyDemand): void {
    if (demand.event !== 'safetyLandingNeeded') return;
    this.#safetyLanding = demand;
    this.#remember(1);
  }

  notify({ state }: FlightPhase, targetAltitudeM: number): void {
    const { notifications } = this.#deps;
    const { event, reason = '' } = this.#demand ?? {};
    notifications.set('SAFETY_LANDING', state === 'SafetyLanding', { reason });
    notifications.set('ORDERED_LANDING', state === 'Landing' && event === 'landingNeeded', { reason });
    if (state !== 'SafetyDescending') notifications.clear('SAFETY_DESCENT');
    else if (event === 'descentNeeded') notifications.raise('SAFETY_DESCENT', { reason, altitude: targetAltitudeM });
  }

  #remember(value: 0 | 1): void {
    const { counters, onStoreFault } = this.#deps;
    attempt(() => {
      if (counters.get(COUNTER) !== value) counters.keep(COUNTER, value);
    }, onStoreFault);
  }

  #judge(kite: KiteSample): SafetyDemand | undefined {
    const { clock, health, settings, telemetry } = this.#deps;
    return safetyDemand({
      kite,
      hazards: hazardsNow(telemetry.sample?.groundStation, kite),
      safetyLandButtonPressed: telemetry.sample?.rooftopBox?.safetyLandButtonPressed ?? false,
      gpsLostS: telemetry.gpsLostS(clock.nowUs()),
      wind: { level: this.#wind.level, ceilingM: this.#wind.ceilingM },
      heat: { kite: health.kiteHeat, spool: health.spoolHeat },
      wrongVoltage: { kite: health.isKiteVoltageWrong, groundStation: health.isGroundStationVoltageWrong },
      flight: settings.flight,
    });
  }
}
