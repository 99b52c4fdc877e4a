import type { Notifications } from '../notifications/notifications.ts';
import type { KiteSample } from '../ports/aircraft.ts';
import type { Clock } from '../ports/clock.ts';
import type { CounterStore } from '../ports/counter-store.ts';
import type { StationSettings } from '../station-settings.ts';
import type { Health } from '../system/health.ts';
import type { Telemetry } from '../telemetry.ts';
import type { FlightPhase } from './flight-phase.ts';
import { hazardsNow } from './hazards.ts';
import { type SafetyDemand, safetyDemand } from './safety.ts';
import { WindWatch } from './wind-watch.ts';

/** 1 from the beginning of a safety landing until the reset after it: a restart in between must not forget it. */
const COUNTER = 'flight.safety_landing';

export interface SafetyWatchParts {
  readonly clock: Clock;
  readonly counters: CounterStore;
  readonly health: Health;
  readonly notifications: Notifications;
  /** Told when it could not be written that a safety landing has begun or ended: it goes on all the same. */
  readonly onStoreFault: (fault: unknown) => void;
  readonly settings: StationSettings;
  readonly telemetry: Telemetry;
}

/** Keeps an eye on everything that can force the Kite down, and says what must happen now. */
export class SafetyWatch {
  readonly #parts: SafetyWatchParts;
  readonly #wind: WindWatch;
  #demand: SafetyDemand | undefined;
  /** Of a safety landing that has begun and not ended on the ground: losing the data in between does not end it. */
  #safetyLanding: SafetyDemand | undefined;

  constructor(parts: SafetyWatchParts) {
    this.#parts = parts;
    this.#wind = new WindWatch(parts.settings, parts.notifications);
    if (parts.counters.get(COUNTER) === 1) {
      this.#safetyLanding = { event: 'safetyLandingNeeded', reason: 'a safety landing had begun before the restart' };
    }
  }

  /** What must happen, by the last look; undefined when nothing. */
  get demand(): SafetyDemand | undefined {
    return this.#demand;
  }

  /** The highest altitude that the wind allows now, metres. Undefined: it limits none. */
  get windCeilingM(): number | undefined {
    return this.#wind.ceilingM;
  }

  get mustComeDown(): boolean {
    return this.#demand?.event === 'safetyLandingNeeded' || this.mustLand;
  }

  /** The station itself wants a normal landing. */
  get mustLand(): boolean {
    return this.#demand?.event === 'landingNeeded';
  }

  /** @param isDescentAsked the Kite was sent down, so that sinking is no sign of the wind */
  look(kite: KiteSample, isDescentAsked: boolean): void {
    const { telemetry } = this.#parts;
    const { sample, sampleUs = 0 } = telemetry;
    // A force sensor that is wrong tells nothing of the wind.
    const tether = sample?.groundStation.hazards.forceSensorFault ? undefined : sample?.groundStation.tether;
    this.#wind.look({ kite, tether, measuredUs: sampleUs, isDescentAsked });
    this.#demand = this.#safetyLanding ?? this.#judge(kite);
  }

  /** Nothing is known of the Kite. What the wind demanded stays. */
  loseData(): void {
    this.#demand = undefined;
  }

  /** A safety landing has begun and the Kite has not been on the ground since. */
  get isSafetyLanding(): boolean {
    return this.#safetyLanding !== undefined;
  }

  /** @param mustReset the aircraft has to be reset before it may start again */
  landed(mustReset: boolean): void {
    this.#safetyLanding = undefined;
    if (mustReset) this.#remember(1);
  }

  hasReset(): void {
    this.#remember(0);
  }

  /** Invariant: a safety landing that has begun is demanded until the Kite is on the ground. */
  obeyed(demand: SafetyDemand): void {
    if (demand.event !== 'safetyLandingNeeded') return;
    this.#safetyLanding = demand;
    this.#remember(1);
  }

  notify({ state }: FlightPhase, targetAltitudeM: number): void {
    const { notifications } = this.#parts;
    const { event, reason = '' } = this.#demand ?? {};
    notifications.set('SAFETY_LANDING', state === 'SafetyLanding', { reason });
    notifications.set('ORDERED_LANDING', state === 'Landing' && event === 'landingNeeded', { reason });
    if (state !== 'SafetyDescending') notifications.clear('SAFETY_DESCENT');
    else if (event === 'descentNeeded') notifications.raise('SAFETY_DESCENT', { reason, altitude: targetAltitudeM });
  }

  #remember(value: 0 | 1): void {
    const { counters, onStoreFault } = this.#parts;
    try {
      if (counters.get(COUNTER) !== value) counters.set(COUNTER, value);
    } catch (fault) {
      onStoreFault(fault);
    }
  }

  #judge(kite: KiteSample): SafetyDemand | undefined {
    const { clock, health, settings, telemetry } = this.#parts;
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
