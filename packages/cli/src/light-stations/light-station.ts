import { wrap180, wrap360 } from '@kitestring/base/angles.ts';
import type { UniformStream } from '@kitestring/base/random.ts';
import { Topic } from '@kitestring/base/topic.ts';
import type { RecordData } from '@kitestring/hub-contract/record.ts';
import type { StationEvent, StationFeed } from '@kitestring/hub-link/station-feed.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import { NOTIFICATION_DICTIONARY } from '@kitestring/station-contract/notifications/notification-dictionary.ts';
import { distanceM, type LatLon, offsetOf, placeAt, placeFrom } from '@kitestring/station-contract/place/geo.ts';
import { roundTo } from '@kitestring/station-contract/schema.ts';

/** How light stations behave. */
export interface LightBehaviour {
  /** The stations stand and drive within this circle. */
  readonly area: LatLon & { readonly radiusM: number };
  /** Share of the time in flight, 0 to 1. */
  readonly flyingShare: number;
  /** Notifications that begin or end at one station, per second on average. */
  readonly alarmsPerS: number;
}

interface LightStationOptions {
  readonly name: string;
  readonly software: string;
  readonly apiVersion: string;
  readonly behaviour: LightBehaviour;
  readonly random: UniformStream;
  /** Station time at the beginning, Unix milliseconds. */
  readonly nowMs: number;
}

type Notification = RecordData<'notification.begin'>;

const CLIMB_MPS = 0.75;
const TAKE_OFF_ALTITUDE_M = 1;
/** Above the altitude of the take-off, below the end of the tether. */
export const ALTITUDES_M = { from: 2, to: 44.9 };
const MEAN_FLIGHT_S = 600;
/** Share of the stations that are vehicles on the road while nothing flies. */
const DRIVING_SHARE = 0.2;
const SPEEDS_MPS = { from: 8, to: 22 };
const TURN_DEG_PER_S = 10;
const OPEN_MAX = 4;
/** Less where the notifications wanted could not begin in it. */
const MEAN_ALARM_S = 60;

/** Notifications that need no figures, but those of the link itself. */
const CHOICES = NOTIFICATION_DICTIONARY.filter(({ code, message }) => !message.includes('{') && code < 80_070);

/**
 * A station without aircraft: it stands or drives in an area, flies now and then, and has notifications. Moves only in `step`; the
 * same seed makes the same station.
 */
export class LightStation implements StationFeed {
  readonly name: string;
  readonly #options: LightStationOptions;
  readonly #listeners = new Set<(event: StationEvent) => void>();
  readonly #topics: ReadonlyMap<string, Topic>;
  readonly #speedMps: number;
  #nowMs: number;
  #place: LatLon;
  #courseDeg: number;
  #phase: FlightStateName = 'StandBy';
  #altitudeM = 0;
  #targetM = 0;
  #headingDeg: number;
  #charge = 100;
  #open: Notification[] = [];

  constructor(options: LightStationOptions) {
    const { behaviour, name, nowMs, random } = options;
    this.#options = options;
    this.name = name;
    this.#nowMs = nowMs;
    // Equally dense everywhere in the circle.
    const fromCentreM = behaviour.area.radiusM * Math.sqrt(random.uniform());
    this.#place = placeFrom(behaviour.area, placeAt(random.uniform() * 360, fromCentreM));
    this.#courseDeg = random.uniform() * 360;
    this.#headingDeg = random.uniform() * 360;
    this.#speedMps = random.uniform() < DRIVING_SHARE ? between(random, SPEEDS_MPS) : 0;
    if (random.uniform() < behaviour.flyingShare) {
      this.#phase = 'Flying';
      this.#targetM = between(random, ALTITUDES_M);
      this.#altitudeM = this.#targetM;
    }
    this.#topics = new Map<string, Topic>([
      ['flight/state', new Topic(() => this.#flightState())],
      ['camera/state', new Topic(() => this.#cameraState())],
      ['system/state', new Topic(() => this.#systemState())],
    ]);
  }

  /** Lets time pass up to this moment, at most a minute. */
  step(nowMs: number): void {
    const seconds = Math.min(60, Math.max(0, (nowMs - this.#nowMs) / 1000));
    this.#nowMs = nowMs;
    this.#fly(seconds);
    if (this.#phase === 'StandBy') this.#drive(seconds);
    this.#alarm(seconds);
    for (const topic of this.#topics.values()) topic.invalidate();
  }

  /** @returns false where it is not on the ground */
  takeOff(): boolean {
    if (this.#phase !== 'StandBy') return false;
    this.#targetM = TAKE_OFF_ALTITUDE_M;
    this.#enter('TakingOff');
    return true;
  }

  /** @returns false where it does not fly */
  land(): boolean {
    if (this.#phase !== 'Flying' && this.#phase !== 'TakingOff') return false;
    this.#enter('Landing');
    return true;
  }

  /** @returns false where it does not fly */
  flyTo(altitudeM: number): boolean {
    if (this.#phase !== 'Flying') return false;
    this.#targetM = altitudeM;
    return true;
  }

  sample(): RecordData<'state'> {
    const { alarms: _alarms, ...rest } = this.beat();
    return { ...rest, hdg: roundTo(this.#headingDeg, 1), bat: roundTo(this.#charge, 1) };
  }

  beat(): ReturnType<StationFeed['beat']> {
    const count = (severity: string) => this.#open.filter((one) => one.severity === severity).length;
    return {
      phase: this.#phase,
      alt: roundTo(this.#altitudeM, 2),
      lat: roundTo(this.#place.latDeg, 6),
      lon: roundTo(this.#place.lonDeg, 6),
      alarms: [count('Fatal'), count('Critical'), count('Warning'), count('Info')],
    };
  }

  inventory(): ReturnType<StationFeed['inventory']> {
    const { apiVersion, name, software } = this.#options;
    return { name, software, api: apiVersion, cameras: ['color', 'thermal'] };
  }

  activeNotifications(): readonly Notification[] {
    return this.#open;
  }

  onEvent(listener: (event: StationEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  topic(name: string): Topic | undefined {
    return this.#topics.get(name);
  }

  #fly(seconds: number): void {
    const { behaviour, random } = this.#options;
    const isFlying = this.#phase !== 'StandBy';
    this.#charge = Math.min(100, Math.max(60, this.#charge + (isFlying ? -0.01 : 0.05) * seconds));
    if (isFlying) this.#moveVertically(seconds);
    if (this.#phase === 'Flying') {
      this.#headingDeg = wrap360(this.#headingDeg + (random.uniform() - 0.5) * 10);
      if (random.uniform() < seconds / 60) this.#targetM = between(random, ALTITUDES_M);
      if (random.uniform() < seconds / MEAN_FLIGHT_S) this.land();
    } else if (this.#phase === 'StandBy' && behaviour.flyingShare > 0) {
      const meanGroundS = MEAN_FLIGHT_S * (1 / behaviour.flyingShare - 1);
      if (random.uniform() * meanGroundS < seconds) this.takeOff();
    }
  }

  #moveVertically(seconds: number): void {
    const targetM = this.#phase === 'Landing' ? 0 : this.#targetM;
    const mostM = CLIMB_MPS * seconds;
    this.#altitudeM += Math.min(mostM, Math.max(-mostM, targetM - this.#altitudeM));
    if (this.#altitudeM !== targetM) return;
    if (this.#phase === 'TakingOff') this.#enter('Flying');
    else if (this.#phase === 'Landing') this.#enter('StandBy');
  }

  #drive(seconds: number): void {
    if (this.#speedMps === 0) return;
    const { behaviour, random } = this.#options;
    this.#courseDeg += (random.uniform() - 0.5) * 2 * TURN_DEG_PER_S * seconds;
    const next = placeFrom(this.#place, placeAt(this.#courseDeg, this.#speedMps * seconds));
    if (distanceM(offsetOf(behaviour.area, next)) <= behaviour.area.radiusM) this.#place = next;
    else this.#courseDeg += 180;
  }

  /** As many begin as end, in the long run. */
  #alarm(seconds: number): void {
    const { behaviour, random } = this.#options;
    const endsPerS = Math.max(1 / MEAN_ALARM_S, behaviour.alarmsPerS);
    const ended = this.#open.filter(() => random.uniform() < endsPerS * seconds);
    this.#open = this.#open.filter((one) => !ended.includes(one));
    for (const data of ended) this.#tell({ kind: 'notification.end', data });
    if (this.#open.length >= OPEN_MAX || random.uniform() >= (behaviour.alarmsPerS / 2) * seconds) return;
    const { code, message, severity } = random.pick(CHOICES);
    if (this.#open.some((one) => one.code === code)) return;
    const begun = { code, severity, began: Math.round(this.#nowMs), message };
    this.#open.push(begun);
    this.#tell({ kind: 'notification.begin', data: begun });
  }

  #enter(state: FlightStateName): void {
    const previous = this.#phase;
    this.#phase = state;
    this.#tell({ kind: 'flight.phase', data: { state, previous } });
  }

  #tell(event: StationEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  #flightState() {
    const isFlying = this.#phase !== 'StandBy';
    return {
      flight_state: this.#phase,
      altitude: roundTo(this.#altitudeM, 2),
      ...(isFlying && { altitude_target: roundTo(this.#targetM, 2) }),
      kite_heading: wrap360(roundTo(this.#headingDeg, 2)),
      is_rotating: false,
      is_changing_altitude: isFlying && Math.abs(this.#altitudeM - this.#targetM) > 0.5,
      kite_gps_has_fix: true,
      kite_gps_lat: roundTo(this.#place.latDeg, 7),
      kite_gps_lon: roundTo(this.#place.lonDeg, 7),
    };
  }

  #cameraState() {
    const panDeg = roundTo(wrap180((this.#nowMs / 1000) * 3), 1);
    return { online_state: 'Online', pan_ned: panDeg, tilt_ned: 20, roll_ned: 0 };
  }

  #systemState() {
    return {
      kite_battery_level: roundTo(this.#charge, 1),
      gs_battery_level: 100,
      gs_gps_has_fix: true,
      gs_gps_lat: roundTo(this.#place.latDeg, 7),
      gs_gps_lon: roundTo(this.#place.lonDeg, 7),
    };
  }
}

const between = (random: UniformStream, { from, to }: { readonly from: number; readonly to: number }): number =>
  from + random.uniform() * (to - from);
