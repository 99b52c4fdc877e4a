import { roundTo } from '@kitestring/station-contract/schema.ts';
import type { Instruments } from '@kitestring/station-contract/station/instruments.ts';
import type { KiteSample } from '../ports/aircraft.ts';
import { MINUTES, type TrendRecord } from '../trend-record.ts';
import type { KiteLink } from './kite-link.ts';
import { TIME_LEFT_FROM_S, timeLeftS } from './time-left.ts';

interface InstrumentsDeps {
  /** Absent without data that are recent enough. */
  readonly kite: KiteSample | undefined;
  readonly kiteLink: KiteLink;
  readonly minutes: TrendRecord;
  readonly nowUs: number;
  readonly tiltMaxDeg: number;
}

/** Readings of the aircraft that no published state has, and the times computed of them. */
export function instruments({ kite, kiteLink, minutes, nowUs, tiltMaxDeg }: InstrumentsDeps): Instruments {
  const left = (name: 'kite_battery' | 'gs_battery') =>
    timeLeftS(minutes.last(name, nowUs, TIME_LEFT_FROM_S), MINUTES.periodS);
  const [kiteS, stationS] = [left('kite_battery'), left('gs_battery')];
  return {
    ...(kite?.airframeTiltDeg !== undefined && { kite_tilt: roundTo(kite.airframeTiltDeg, 1) }),
    kite_tilt_max: tiltMaxDeg,
    ...(kiteS !== undefined && { kite_battery_left_s: Math.round(kiteS) }),
    ...(stationS !== undefined && { gs_battery_left_s: Math.round(stationS) }),
    time_left_from_s: TIME_LEFT_FROM_S,
    ...(kite !== undefined && {
      link_lost_percent: kiteLink.lostPercent,
      link_delay_s: roundTo(kiteLink.delayS, 2),
    }),
  };
}
