import { useEffect, useState } from 'react';
import { sharedReading } from '../station/shared-reading.ts';
import { useStation } from '../station/station-context.tsx';
import { History, type Sample } from './history.ts';
import { liveWindLoad, WIND_LOAD } from './wind-load.ts';

export const PLOT_S = 600;
const EVERY_MS = 500;

const SERIES = ['altitude', 'target', 'wind', 'tension', 'kiteBattery', 'stationBattery'] as const;
export type SeriesName = (typeof SERIES)[number];
export type FlightHistory = History<SeriesName>;
/** Data of the plots. */
export type PlotSource = Pick<FlightHistory, 'columns' | 'has'>;

const GAP: Sample<SeriesName> = {
  altitude: undefined,
  target: undefined,
  wind: undefined,
  tension: undefined,
  kiteBattery: undefined,
  stationBattery: undefined,
};

/** The last ten minutes by the clock of the station, sampled since the page was opened, whether they are displayed or not. */
export function useFlightHistory(): FlightHistory {
  const { link } = useStation();
  const [history] = useState(() => new History<SeriesName>(SERIES, (PLOT_S * 1000) / EVERY_MS + 10));
  useEffect(() => {
    const flight = link.topic('flight/state');
    const system = link.topic('system/state');
    const windLoad = sharedReading(link, WIND_LOAD);
    const now = (): Sample<SeriesName> => {
      const { loss, value } = flight.snapshot();
      const { altitude, altitude_target } = (loss === undefined && value) || {};
      const { gs_battery_level, kite_battery_level } = system.snapshot().value ?? {};
      const { tension, wind } = liveWindLoad(windLoad.snapshot(), performance.now());
      return {
        altitude,
        target: altitude_target,
        wind,
        tension,
        kiteBattery: kite_battery_level,
        stationBattery: gs_battery_level,
      };
    };
    let sampledMs = Number.NEGATIVE_INFINITY;
    const sample = () => {
      const nowMs = performance.now();
      if (nowMs - sampledMs < EVERY_MS) return;
      sampledMs = nowMs;
      // A line that continues without data would look like known data.
      history.push(link.clock.elapsedS(), link.pulse.isStale ? GAP : now());
    };
    // Timers of a background page hardly run, but messages still arrive.
    const leave = flight.subscribe(sample);
    const timer = setInterval(sample, EVERY_MS);
    return () => {
      leave();
      clearInterval(timer);
    };
  }, [link, history]);
  return history;
}
