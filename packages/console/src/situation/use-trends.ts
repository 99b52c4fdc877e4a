import type { Trends } from '@kitestring/contract/station/flight-figures.ts';
import { useMemo } from 'react';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useSharedReading } from '../station/use-reading.ts';
import { trendSource } from './trend-source.ts';
import type { PlotSource } from './use-flight-history.ts';

export const TRENDS_S = 8 * 3600;

/** Three periods of the station: less than a pixel of the plot. */
const TRENDS: SharedReadingDefinition<Trends> = {
  isOnlyLive: true,
  read: ({ station }) => station.getTrends({}),
  pauseMs: 30_000,
};

/** Measurements of the station over the last hours: the same on every page, and after a reload. */
export function useTrends(isWanted: boolean): PlotSource {
  const { value } = useSharedReading(TRENDS, !isWanted);
  return useMemo(() => trendSource(value), [value]);
}
