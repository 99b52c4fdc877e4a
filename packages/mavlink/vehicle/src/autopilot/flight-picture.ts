import { RAD_PER_DEG, wrap180, wrap360 } from '@kitestring/base/angles.ts';
import type { FlightStateName } from '@kitestring/station-contract/flight/flight-state.ts';
import type { GpsPosition, KiteSample } from '@kitestring/station-core/ports';
import type { VehicleStation } from '../station/vehicle-station.ts';
import { AMSL_FRAMES, RELATIVE_FRAMES } from './frames.ts';

/** Where the tether begins: home of a vehicle that lands where it took off. */
interface Home {
  readonly latDeg: number;
  readonly lonDeg: number;
  /** Above mean sea level. */
  readonly elevationM: number;
}

/** Changes of home below this are errors of its receiver, and would move every altitude above it. */
const HOME_MOVED_DEG = 2e-5;

const DEGREE_M = 111_320;

type Place = Pick<Home, 'latDeg' | 'lonDeg'>;

/** From one place to another near it, metres. */
const offsetM = (from: Place, to: Place): readonly [northM: number, eastM: number] => [
  (to.latDeg - from.latDeg) * DEGREE_M,
  (to.lonDeg - from.lonDeg) * DEGREE_M * Math.cos(from.latDeg * RAD_PER_DEG),
];

/** The flight as an autopilot knows it: by the sensors of the aircraft and the states of the station, never by the truth of a simulation. */
export class FlightPicture {
  readonly #station: VehicleStation;
  readonly #bootUs: number;
  #home: Home | undefined;
  #position: GpsPosition | undefined;

  constructor(station: VehicleStation) {
    this.#station = station;
    this.#bootUs = station.nowUs();
  }

  get bootMs(): number {
    return Math.max(0, Math.floor((this.#station.nowUs() - this.#bootUs) / 1000)) >>> 0;
  }

  get timeUs(): bigint {
    return BigInt(this.#station.nowUs());
  }

  get kite(): KiteSample | undefined {
    return this.#station.sample()?.kite;
  }

  get state(): FlightStateName {
    return this.#station.flight().flight_state;
  }

  get isInAir(): boolean {
    const { state } = this;
    return state !== 'StandBy' && state !== 'Unknown' && (state !== 'TakingOff' || this.kite?.landedState === 'InAir');
  }

  /** Above home. */
  get altitudeM(): number | undefined {
    return this.#station.flight().altitude;
  }

  /** The altitude that the Kite flies to or holds. */
  get targetM(): number | undefined {
    return this.#station.flight().altitude_target;
  }

  /** Above mean sea level: home plus height, so that both altitudes agree. */
  get amslM(): number | undefined {
    const { altitudeM, home } = this;
    return altitudeM === undefined || home === undefined ? undefined : home.elevationM + altitudeM;
  }

  /** Height above mean sea level of an altitude in a frame; undefined where home is not known, or the frame has no altitudes. */
  amslOf(altitudeM: number, frame: number | undefined): number | undefined {
    if (frame === undefined || AMSL_FRAMES.includes(frame)) return altitudeM;
    const { home } = this;
    return home !== undefined && RELATIVE_FRAMES.includes(frame) ? home.elevationM + altitudeM : undefined;
  }

  get headingDeg(): number | undefined {
    return this.kite?.headingDeg;
  }

  /** From the gyro, where the compass is disturbed. */
  get yawDeg(): number {
    return this.headingDeg ?? wrap360(this.kite?.headingUnwrappedDeg ?? 0);
  }

  /** It stays while the Ground Station stands still. */
  get home(): Home | undefined {
    const gps = this.#station.sample()?.groundStation.gps;
    if (gps === undefined) return this.#home;
    const { latDeg, lonDeg } = this.#home ?? { latDeg: Number.NaN, lonDeg: Number.NaN };
    const isNear = Math.abs(gps.latDeg - latDeg) < HOME_MOVED_DEG && Math.abs(gps.lonDeg - lonDeg) < HOME_MOVED_DEG;
    if (!isNear && !this.isInAir) this.#home = { latDeg: gps.latDeg, lonDeg: gps.lonDeg, elevationM: gps.elevationM };
    return this.#home;
  }

  /**
   * Where the Kite is by all its sensors: its estimated distance from home, in the direction of its receiver, whose own error is metres.
   * Without a fix the last one: on a tether it is not far from where the Kite is now.
   */
  get position(): { readonly latDeg: number; readonly lonDeg: number } | undefined {
    const { home, kite } = this;
    this.#position = kite?.gps ?? this.#position;
    const at = this.#position;
    if (at === undefined || home === undefined || kite?.driftM === undefined) return at ?? home;
    const [north, east] = offsetM(home, at);
    const measuredM = Math.hypot(north, east);
    const share = measuredM > 0 ? kite.driftM / measuredM : 0;
    return {
      latDeg: home.latDeg + share * (at.latDeg - home.latDeg),
      lonDeg: home.lonDeg + share * (at.lonDeg - home.lonDeg),
    };
  }

  /** The airframe leans into the wind. Without a measured wind its lean has no direction, and is left out. */
  get attitude(): { readonly rollDeg: number; readonly pitchDeg: number; readonly yawDeg: number } {
    const { kite, yawDeg } = this;
    const { airframeTiltDeg: tilt, windFromDeg: from } = kite ?? {};
    if (tilt === undefined || from === undefined) return { rollDeg: 0, pitchDeg: 0, yawDeg };
    const towards = wrap180(from - yawDeg) * RAD_PER_DEG;
    return { rollDeg: tilt * Math.sin(towards), pitchDeg: -tilt * Math.cos(towards), yawDeg };
  }
}
