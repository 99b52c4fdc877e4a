import type { CameraState } from '@kitestring/contract/camera/camera-state.ts';
import type { FlightState, FlightStateName } from '@kitestring/contract/flight/flight-state.ts';
import type { HandoffState } from '@kitestring/contract/handoff/handoff-state.ts';
import type { SystemState } from '@kitestring/contract/system/system-state.ts';
import { Auth } from './auth/auth.ts';
import { Camera } from './camera/camera.ts';
import { TetherTwist } from './camera/tether-twist.ts';
import type { OnBug } from './containment.ts';
import { Flight } from './flight/flight.ts';
import { preflightRefusal } from './flight/preflight.ts';
import { Handoff } from './handoff/handoff.ts';
import { Notifications } from './notifications/notifications.ts';
import type { Aircraft, AircraftSample } from './ports/aircraft.ts';
import { type Cancel, type Clock, every, US_PER_S } from './ports/clock.ts';
import type { Secrets } from './ports/secrets.ts';
import type { Store } from './ports/store.ts';
import type { Refusal } from './refusal.ts';
import type { StationSettings } from './station-settings.ts';
import { conditions } from './system/conditions.ts';
import { Health } from './system/health.ts';
import { Lids } from './system/lids.ts';
import { System } from './system/system.ts';
import { Telemetry } from './telemetry.ts';
import { Topic } from './topic.ts';

/** How often a silent aircraft is noticed, seconds: fine enough beside the 2 s that the Kite may be silent. */
const SILENCE_CHECK_S = 0.5;

export interface StationParts {
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  /** Time of people, in which tokens end even while a simulated clock stands; `clock` when absent. */
  readonly realTime?: Clock;
  readonly secrets: Secrets;
  readonly settings: StationSettings;
  readonly store: Store;
  /** Told when the store could not be written: the flight goes on, somebody should know. */
  readonly onStoreFault?: (fault: unknown) => void;
  /** Told of callbacks that threw; without it what they throw goes on to whoever called. */
  readonly onBug?: OnBug | undefined;
}

/** The Ground Station: everything it decides, without a socket, a file or a clock of its own. */
export class Station {
  readonly auth: Auth;
  readonly camera: Camera;
  readonly flight: Flight;
  readonly handoff: Handoff;
  readonly notifications: Notifications;
  readonly system: System;
  /** States that clients read and subscribe to. The camera's is an error until one has been seen: ask `camera.state()`. */
  readonly topics: {
    readonly flight: Topic<FlightState>;
    readonly camera: Topic<CameraState>;
    readonly system: Topic<SystemState>;
    readonly handoff: Topic<HandoffState>;
  };
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly settings: StationSettings;

  readonly #health: Health;
  readonly #lids: Lids;
  readonly #telemetry: Telemetry;
  readonly #twist: TetherTwist;
  readonly #cancels: readonly Cancel[];
  #kiteSeen = false;

  constructor(parts: StationParts) {
    const { aircraft, clock, onBug, settings, store } = parts;
    this.aircraft = aircraft;
    this.clock = clock;
    this.settings = settings;
    this.#telemetry = new Telemetry(settings.flight);
    this.#twist = new TetherTwist(settings.tether);
    this.#health = new Health(settings);
    this.notifications = new Notifications({
      clock,
      store: store.notifications,
      ...settings.notifications,
      ...(parts.onStoreFault !== undefined && { onStoreFault: parts.onStoreFault }),
      onBug,
    });
    this.handoff = new Handoff({ clock, ...settings.handoff, onBug });
    this.auth = new Auth({
      clock,
      realTime: parts.realTime ?? clock,
      notifications: this.notifications,
      plugins: store.plugins,
      secrets: parts.secrets,
      sessions: store.sessions,
      tokens: settings.tokens,
      onBug,
    });
    this.#lids = new Lids({ aircraft, clock, notifications: this.notifications, ...settings.rooftopBox });
    this.system = new System(this.#systemParts());
    this.camera = new Camera(this.#cameraParts());
    this.flight = new Flight(this.#flightParts(parts));
    this.topics = {
      flight: new Topic(() => this.flight.state(), onBug),
      camera: new Topic(() => this.#cameraState(), onBug),
      system: new Topic(() => this.system.state(), onBug),
      handoff: this.handoff.topic,
    };
    this.#cancels = [
      aircraft.onSample((sample) => this.#accept(sample)),
      every(clock, SILENCE_CHECK_S * US_PER_S, () => this.#checkSilence()),
      this.auth.onSessionEnd((sessionId) => this.handoff.dropSession(sessionId)),
      this.handoff.onChange(() => this.topics.system.invalidate()),
    ];
  }

  /** Saves what must survive and lets go of clock and aircraft. */
  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.flight.stop();
    this.handoff.stop();
    this.auth.stop();
    this.notifications.stop();
  }

  get #flightState(): FlightStateName {
    return this.flight.phase.state;
  }

  #cameraState(): CameraState {
    const state = this.camera.state();
    return state.ok ? state.value : { online_state: 'Offline' };
  }

  #accept(sample: AircraftSample): void {
    this.#telemetry.accept(sample);
    if (sample.kite !== undefined) {
      this.#kiteSeen = true;
      this.#twist.update(sample.kite.turnedDeg);
    }
    this.#lids.update(sample.rooftopBox?.lids, sample.kite?.contact === 'Airborne');
    this.#health.update(sample, this.#telemetry.kite(this.clock.nowUs()));
    this.#update();
  }

  #checkSilence(): void {
    const sampleUs = this.#telemetry.sampleUs ?? 0;
    if (this.clock.nowUs() - sampleUs >= SILENCE_CHECK_S * US_PER_S) this.#update();
  }

  #update(): void {
    this.flight.update();
    this.camera.update();
    this.#notify();
    this.#changed();
  }

  #changed(): void {
    this.topics.flight.invalidate();
    this.topics.camera.invalidate();
    this.topics.system.invalidate();
  }

  #notify(): void {
    const { sample } = this.#telemetry;
    if (sample === undefined) return;
    const camera = this.#telemetry.camera(this.clock.nowUs());
    const found = conditions({
      sample,
      isPositionGood: (gps) => this.#telemetry.isPositionGood(gps),
      kite: this.#telemetry.kite(this.clock.nowUs()),
      kiteSeen: this.#kiteSeen,
      cameraSeen: camera !== undefined,
      cameraOnline: camera?.online ?? false,
      motorStartFailed: this.flight.motorStartFailed,
      isStandBy: this.#flightState === 'StandBy',
      twist: this.#twist,
      remoteIdErrors: this.system.remoteIdErrors,
      health: this.#health,
      settings: this.settings,
    });
    for (const { name, active, parameters } of found) {
      if (active !== this.notifications.isActive(name)) this.notifications.set(name, active, parameters);
    }
  }

  #preflightRefusal(): Refusal | undefined {
    const { status, error_codes } = this.system.remoteId;
    return preflightRefusal({
      sample: this.#telemetry.sample,
      kite: this.#telemetry.kite(this.clock.nowUs()),
      health: this.#health,
      lidsStuck: this.#lids.isStuck,
      remoteIdErrors: error_codes,
      remoteIdReady: status === 'OK',
      settings: this.settings,
    });
  }

  #shared() {
    const { aircraft, clock, handoff, settings } = this;
    return { aircraft, clock, handoff, settings, telemetry: this.#telemetry, changed: () => this.#changed() };
  }

  #systemParts() {
    return { ...this.#shared(), lids: this.#lids, flightState: () => this.#flightState };
  }

  #cameraParts() {
    return { ...this.#shared(), twist: this.#twist, flightState: () => this.#flightState };
  }

  #flightParts({ store, onStoreFault }: StationParts) {
    return {
      ...this.#shared(),
      counters: store.counters,
      onStoreFault: onStoreFault ?? (() => {}),
      health: this.#health,
      lids: this.#lids,
      notifications: this.notifications,
      preflightRefusal: () => this.#preflightRefusal(),
      isRotating: () => this.camera.isRotating,
      stopCamera: () => this.camera.stop(),
    };
  }
}
