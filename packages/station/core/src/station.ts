import { type Cancel, type Clock, US_PER_S } from '@kitestring/base/clock.ts';
import type { OnBug } from '@kitestring/base/containment.ts';
import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import { Topic } from '@kitestring/base/topic.ts';
import { WakeUp } from '@kitestring/base/wake-up.ts';
import type { CameraState } from '@kitestring/station-contract/camera/camera-state.ts';
import type { FlightState, FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { HandoffState } from '@kitestring/station-contract/handoff/handoff-state.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { AircraftLink } from '@kitestring/station-contract/station/aircraft-link.ts';
import type { FlightTotals, Trends } from '@kitestring/station-contract/station/flight-figures.ts';
import type { Instruments } from '@kitestring/station-contract/station/instruments.ts';
import { LIST_NAMES, type ListName } from '@kitestring/station-contract/station/list-versions.ts';
import type { Readiness } from '@kitestring/station-contract/station/readiness.ts';
import type { MeasuredWindLoad } from '@kitestring/station-contract/station/wind-load.ts';
import type { SystemState } from '@kitestring/station-contract/system/system-state.ts';
import { Auth } from './auth/auth.ts';
import { Camera } from './camera/camera.ts';
import { CameraPresets } from './camera/camera-presets.ts';
import { TetherTwist } from './camera/tether-twist.ts';
import { CrewChecklist } from './flight/crew-checklist.ts';
import { Flight } from './flight/flight.ts';
import { firstRefusal, type PreflightFinding, preflightFindings } from './flight/preflight.ts';
import { shownReadiness } from './flight/readiness.ts';
import { ReadinessWatch } from './flight/readiness-watch.ts';
import { Signatures } from './flight/signatures.ts';
import { windLoad } from './flight/wind-load.ts';
import { Ground } from './ground/ground.ts';
import { Handoff } from './handoff/handoff.ts';
import { CurrentIncident } from './incident/current-incident.ts';
import { ListChanges } from './list-changes.ts';
import { Notifications } from './notifications/notifications.ts';
import { Geofence, type PlacedKite } from './place/geofence.ts';
import { Pins } from './place/pins.ts';
import type { Aircraft, AircraftSample } from './ports/aircraft.ts';
import type { GroundEquipment } from './ports/ground-equipment.ts';
import type { Secrets } from './ports/secrets.ts';
import type { StationStore } from './ports/store.ts';
import type { StationSettings } from './station-settings.ts';
import { shownAircraftLink } from './system/aircraft-link.ts';
import { AutopilotNotes } from './system/autopilot-notes.ts';
import { conditions } from './system/conditions.ts';
import { Health } from './system/health.ts';
import { instruments } from './system/instruments.ts';
import { Lids } from './system/lids.ts';
import { System } from './system/system.ts';
import { type ReadableTelemetry, Telemetry } from './telemetry.ts';
import { MINUTES, TrendRecord, type TrendSample } from './trend-record.ts';

/** Interval of the check for a silent aircraft, seconds: short against the data timeout of 2 s. */
const SILENCE_CHECK_S = 0.5;

interface StationDeps {
  readonly aircraft: Aircraft;
  /** Winch and tether power that take orders; absent: none. */
  readonly equipment?: GroundEquipment | undefined;
  readonly clock: Clock;
  /** Real time, in which tokens expire even while a simulated clock stands still; `clock` when absent. */
  readonly realTimeClock?: Clock;
  readonly secrets: Secrets;
  readonly settings: StationSettings;
  readonly store: StationStore;
  /** Called when the store could not be written: the flight continues. */
  readonly onStoreFault?: (fault: unknown) => void;
  /** Receives exceptions of callbacks; absent: they are rethrown. */
  readonly onBug?: OnBug | undefined;
}

/** The Ground Station: all decisions, without sockets, files or a clock of its own. */
export class Station {
  readonly auth: Auth;
  readonly camera: Camera;
  readonly cameraPresets: CameraPresets;
  readonly flight: Flight;
  readonly ground: Ground;
  readonly handoff: Handoff;
  readonly incident: CurrentIncident;
  readonly signatures: Signatures;
  readonly checklist: CrewChecklist;
  readonly notifications: Notifications;
  readonly pins: Pins;
  readonly geofence: Geofence;
  readonly readinessWatch: ReadinessWatch;
  readonly lists: ListChanges;
  readonly system: System;
  /** Published states. The camera's is an error until a camera has been seen: use `camera.state()`. */
  readonly topics: {
    readonly flight: Topic<FlightState>;
    readonly camera: Topic<CameraState>;
    readonly system: Topic<SystemState>;
    readonly handoff: Topic<HandoffState>;
  };
  readonly aircraft: Aircraft;
  readonly clock: Clock;
  readonly settings: StationSettings;

  readonly #autopilotNotes: AutopilotNotes;
  readonly #health: Health;
  readonly #lids: Lids;
  readonly #telemetry: Telemetry;
  readonly #twist: TetherTwist;
  readonly #trends = new TrendRecord();
  readonly #minutes = new TrendRecord(MINUTES);
  readonly #silence: WakeUp;
  readonly #cancels: readonly Cancel[];
  #kiteSeen = false;

  constructor(deps: StationDeps) {
    const { aircraft, clock, onBug, onStoreFault = () => {}, settings, store } = deps;
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
      onStoreFault,
      onBug,
    });
    this.#autopilotNotes = new AutopilotNotes({ aircraft, clock, notifications: this.notifications });
    this.lists = new ListChanges(deps.realTimeClock ?? clock);
    const changed = (name: ListName) => () => this.lists.changed(name);
    this.pins = new Pins({ clock, secrets: deps.secrets, store: store.pins, onChange: changed('pins') });
    this.handoff = new Handoff({ clock, ...settings.handoff, onBug });
    this.auth = new Auth({
      clock,
      realTimeClock: deps.realTimeClock ?? clock,
      notifications: this.notifications,
      plugins: store.plugins,
      accounts: store.accounts,
      secrets: deps.secrets,
      sessions: store.sessions,
      watchLinks: store.watchLinks,
      tokens: settings.tokens,
      onStoreFault,
      onBug,
    });
    const { documents } = store;
    this.geofence = new Geofence({ clock, secrets: deps.secrets, documents, onChange: changed('geofence') });
    this.cameraPresets = new CameraPresets({
      documents,
      permit: (caller) => this.handoff.permit(caller),
      onChange: changed('camera_presets'),
    });
    this.incident = new CurrentIncident({ clock, documents, onBug });
    this.signatures = new Signatures({
      clock,
      documents,
      readiness: () => this.readiness(),
      onStoreFault,
      onBug,
    });
    this.checklist = new CrewChecklist({
      clock,
      documents,
      flightState: () => this.#flightState,
      onStoreFault,
      onBug,
    });
    this.readinessWatch = new ReadinessWatch(deps.realTimeClock ?? clock, () => this.readiness());
    const { installation, rooftopBox } = settings;
    this.#lids = new Lids({ aircraft, clock, installation, notifications: this.notifications, ...rooftopBox });
    this.system = new System({ ...this.#shared(), lids: this.#lids, flightState: () => this.#flightState });
    this.camera = new Camera({ ...this.#cameraDeps(), onFollowChange: changed('camera_follow') });
    this.flight = new Flight({ ...this.#flightDeps(store), onStoreFault });
    this.ground = new Ground({ ...this.#shared(), equipment: deps.equipment, flightState: () => this.#flightState });
    this.topics = {
      flight: new Topic(() => this.flight.state(), onBug),
      camera: new Topic(() => this.#cameraState(), onBug),
      system: new Topic(() => this.system.state(), onBug),
      handoff: this.handoff.topic,
    };
    this.#silence = WakeUp.every(clock, SILENCE_CHECK_S * US_PER_S, () => this.#checkSilence());
    this.#cancels = [
      aircraft.onSample((sample) => this.#accept(sample)),
      this.auth.onSessionEnd((sessionId) => this.camera.follow.dropSession(sessionId)),
      this.auth.onSessionEnd((sessionId) => this.handoff.dropSession(sessionId)),
      this.handoff.onChange(() => this.topics.system.invalidate()),
      this.incident.onChange(changed('incident')),
    ];
  }

  /** The store is restored first, as is the aircraft with its time. Plugins, accounts and sessions are never restored. */
  [STATE](archive: StateArchive): void {
    this.#kiteSeen = archive.of(this.#kiteSeen);
    archive.in(this.#telemetry, this.#twist, this.#health, this.#lids, this.#trends, this.#minutes, this.#silence);
    archive.in(this.notifications, this.handoff, this.camera, this.flight, this.ground);
    archive.in(this.pins, this.geofence, this.cameraPresets, this.incident, this.signatures, this.checklist);
  }

  /** Publishes all states after a restore. The throttle of keys is none of them: it would not end what it had raised then. */
  restored(): void {
    this.notifications.clear('TOO_MANY_WRONG_KEYS');
    this.auth.restored();
    this.#changed();
    this.lists.changed(...LIST_NAMES);
    this.handoff.topic.invalidate();
  }

  /** Saves persistent state and releases clock and aircraft. */
  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#silence.cancel();
    this.#autopilotNotes.stop();
    this.ground.stop();
    this.flight.stop();
    this.handoff.stop();
    this.auth.stop();
    this.notifications.stop();
  }

  /** The latest sample that this station has received; none after a restart. */
  get telemetry(): ReadableTelemetry {
    return this.#telemetry;
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
      this.#twist.update(sample.kite.headingUnwrappedDeg);
    }
    const kite = this.#telemetry.kite(this.clock.nowUs());
    this.#lids.update(sample.rooftopBox?.lids, kite?.landedState === 'InAir');
    this.#health.update(sample, kite);
    this.#update();
    this.#noteTrends(sample);
  }

  #checkSilence(): void {
    const sampleUs = this.#telemetry.sampleUs ?? 0;
    if (this.clock.nowUs() - sampleUs >= SILENCE_CHECK_S * US_PER_S) this.#update();
  }

  #update(): void {
    this.flight.update();
    this.camera.update();
    this.signatures.follow(this.#flightState);
    this.checklist.follow(this.#flightState);
    this.geofence.follow(this.#placedKite());
    this.#notify();
    this.#changed();
  }

  /** By its own position only: no other one is trusted for a zone. */
  #placedKite(): PlacedKite | 'onGround' | undefined {
    const kite = this.#telemetry.kite(this.clock.nowUs());
    if (kite?.landedState === 'OnGround') return 'onGround';
    if (kite?.gps === undefined || !this.#telemetry.isPositionGood(kite.gps)) return undefined;
    const { latDeg, lonDeg } = kite.gps;
    return { at: { latDeg, lonDeg }, altitudeM: kite.altitudeM };
  }

  #changed(): void {
    this.topics.flight.invalidate();
    this.topics.camera.invalidate();
    this.topics.system.invalidate();
    this.readinessWatch.look();
  }

  #notify(): void {
    const { sample } = this.#telemetry;
    if (sample === undefined) return;
    const camera = this.#telemetry.camera(this.clock.nowUs());
    const found = conditions({
      capabilities: this.aircraft.capabilities,
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
      crossedZones: this.geofence.crossedNames,
      health: this.#health,
      settings: this.settings,
    });
    for (const { name, active, parameters } of found) {
      if (active !== this.notifications.isActive(name)) this.notifications.set(name, active, parameters);
      else if (active && parameters !== undefined) this.notifications.follow(name, parameters);
    }
  }

  /** The preflight checks and their state. */
  readiness(): Readiness {
    return shownReadiness(this.#flightState, this.#preflight());
  }

  /** The flight that goes on, or the last one, and the tether as it is now. */
  flightFigures(): FlightTotals {
    const { lengthM } = this.#telemetry.sample?.groundStation?.tether ?? {};
    const { lastKnown, pendingLanding } = this.flight;
    return {
      ...this.flight.record.shown(),
      ...(lastKnown && { last_known: lastKnown }),
      ...pendingLanding.shown(),
      ...(lengthM !== undefined && { tether_out: roundTo(Math.max(0, lengthM), 2) }),
      ...(this.#kiteSeen && { tether_twist: roundTo(this.#twist.turns, 2) }),
      tether_twist_max: this.#twist.limitTurns,
    };
  }

  /** Wind and load of the tether as measured, however old, and their limits. */
  aircraftLink(): AircraftLink {
    return shownAircraftLink(this.aircraft.link);
  }

  windLoad(): MeasuredWindLoad {
    return windLoad(this.#telemetry, this.clock.nowUs(), this.settings.wind);
  }

  /** Readings of the last hours. */
  trends(minutes: number, period: '1s' | '10s' = '10s'): Trends {
    return (period === '1s' ? this.#minutes : this.#trends).shown(this.clock.nowUs(), minutes);
  }

  /** Attitude, time left and link. */
  instruments(): Instruments {
    const nowUs = this.clock.nowUs();
    return instruments({
      kite: this.#telemetry.kite(nowUs),
      kiteLink: this.#health.kiteLink,
      minutes: this.#minutes,
      nowUs,
      tiltMaxDeg: this.settings.wind.safetyLeanDeg,
    });
  }

  /** A reading from before this station was started. */
  restoreTrend(timeUs: number, sample: TrendSample): void {
    this.#trends.restore(timeUs, sample);
  }

  #noteTrends({ groundStation, kite }: AircraftSample): void {
    const sample: TrendSample = {
      altitude: kite?.altitudeM,
      altitude_target: this.flight.targetM,
      wind_max: kite?.windSpeedMps,
      tension_max: groundStation?.tether?.tensionN,
      kite_battery: kite?.batteryPercent,
      gs_battery: groundStation?.batteryPercent,
    };
    for (const record of [this.#trends, this.#minutes]) record.add(this.clock.nowUs(), sample);
  }

  /** The same list is published and decides on take-off. */
  #preflight(): readonly PreflightFinding[] {
    return preflightFindings({
      sample: this.#telemetry.sample,
      kite: this.#telemetry.kite(this.clock.nowUs()),
      capabilities: this.aircraft.capabilities,
      health: this.#health,
      lids: this.#lids,
      remoteId: this.system.remoteId,
      resettingS: this.flight.resettingS,
      settings: this.settings,
    });
  }

  #shared() {
    const { aircraft, clock, handoff, settings } = this;
    return { aircraft, clock, handoff, settings, telemetry: this.#telemetry, changed: () => this.#changed() };
  }

  #cameraDeps() {
    return { ...this.#shared(), twist: this.#twist, flightState: () => this.#flightState };
  }

  #flightDeps(store: StationStore) {
    return {
      ...this.#shared(),
      counters: store.counters,
      documents: store.documents,
      health: this.#health,
      lids: this.#lids,
      notifications: this.notifications,
      ownerOf: (id: string) => this.auth.owner(id),
      preflightRefusal: () => firstRefusal(this.#preflight()),
      isRotating: () => this.camera.isRotating,
      stopCamera: () => this.camera.stop(),
    };
  }
}
