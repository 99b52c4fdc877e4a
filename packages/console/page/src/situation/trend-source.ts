import type { Trends } from '@kitestring/station-contract/station/flight-figures.ts';
import type { Columns } from './history.ts';
import type { PlotSource, SeriesName } from './use-flight-history.ts';

const SERIES = {
  altitude: 'altitude',
  target: 'altitude_target',
  wind: 'wind_max',
  tension: 'tension_max',
  kiteBattery: 'kite_battery',
  stationBattery: 'gs_battery',
} as const satisfies Readonly<Record<SeriesName, keyof Trends>>;

/** Times are relative to the newest period. */
export function trendSource(trends: Trends | undefined): PlotSource {
  const of = (name: SeriesName) => trends?.[SERIES[name]] ?? [];
  return {
    columns: (names): Columns => {
      const count = trends?.altitude.length ?? 0;
      const times = Array.from({ length: count }, (_, index) => (index - count + 1) * (trends?.period_s ?? 0));
      return [times, ...names.map((name) => [...of(name)])];
    },
    has: (name) => of(name).some((value) => value !== null),
  };
}
