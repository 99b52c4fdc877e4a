import type { MeasuredWindLoad } from '@kitestring/station-contract/station/wind-load.ts';
import type { SharedReadingDefinition, SharedSnapshot } from '../station/shared-reading.ts';
import type { StationLink } from '../station/station-link.ts';

/** Wind at the Kite as shown. */
export interface WindVector {
  readonly speedMps: number;
  /** Above this limit the wind counts as high. */
  readonly warnMps: number;
  /** Direction of origin, clockwise from North; undefined if not measured. */
  readonly fromDeg: number | undefined;
  /** Stale. */
  readonly isOld: boolean;
}

/** Displayed load of the tether at the Ground Station. */
interface TetherLoad {
  readonly tensionN: number;
  /** Angle from the vertical; undefined while the tension is too low for it. */
  readonly angleDeg: number | undefined;
  /** Angle above which the wind counts as high. */
  readonly warnDeg: number;
  readonly isOld: boolean;
}

export interface ShownWindLoad {
  readonly wind: WindVector | undefined;
  readonly tether: TetherLoad | undefined;
}

/** Measurements arrive twenty times a second: older ones are stale. */
const OLD_S = 3;
const ALOFT_EVERY_MS = 1000;
/** In the cradle only the wind matters, and a slow interval is enough. */
const ON_GROUND_EVERY_MS = 15_000;
/** Stale on the ground, where it is read rarely. */
const READ_OLD_MS = 20_000;

const isOnGround = (link: StationLink): boolean =>
  link.topic('flight/state').snapshot().value?.flight_state === 'StandBy';

/** Measurements of the aircraft, as published by the station. */
export const WIND_LOAD: SharedReadingDefinition<MeasuredWindLoad> = {
  isOnlyLive: true,
  read: ({ station }) => station.getWindLoad(),
  pauseMs: (link) => (isOnGround(link) ? ON_GROUND_EVERY_MS : ALOFT_EVERY_MS),
};

export function shownWindLoad({ error, value: load }: SharedSnapshot<MeasuredWindLoad>): ShownWindLoad {
  const isOld = (ageS = 0) => error !== undefined || ageS > OLD_S;
  const { tether_tension: tensionN, wind_speed: speedMps } = load ?? {};
  return {
    wind:
      load === undefined || speedMps === undefined
        ? undefined
        : { speedMps, warnMps: load.wind_speed_warn, fromDeg: load.wind_from, isOld: isOld(load.wind_age_s) },
    tether:
      load === undefined || tensionN === undefined
        ? undefined
        : {
            tensionN,
            angleDeg: load.tether_angle,
            warnDeg: load.tether_angle_warn,
            isOld: isOld(load.tether_age_s),
          },
  };
}

/** Only live values: for plots. */
export function liveWindLoad(snapshot: SharedSnapshot<MeasuredWindLoad>, nowMs: number) {
  if (nowMs - snapshot.receivedAtMs > READ_OLD_MS) return {};
  const { tether, wind } = shownWindLoad(snapshot);
  return { wind: wind?.isOld ? undefined : wind?.speedMps, tension: tether?.isOld ? undefined : tether?.tensionN };
}
