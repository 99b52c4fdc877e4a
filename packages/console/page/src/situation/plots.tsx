import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { useSize } from '@kitestring/console-ui/size.ts';
import { useMedia } from '@kitestring/console-ui/use-media.ts';
import type { Trends } from '@kitestring/station-contract/station/flight-figures.ts';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useAltitudeLimits } from '../flight/use-altitude-limits.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import type { SharedReadingDefinition } from '../station/shared-reading.ts';
import { useStation } from '../station/station-context.tsx';
import { useSharedReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { isAlike } from './alike.ts';
import { drawPlot, type PlotLine } from './draw-plot.ts';
import type { Columns } from './history.ts';
import styles from './plots.module.css';
import { extent, latest } from './scales.ts';
import { trendSource } from './trend-source.ts';
import { type FlightHistory, PLOT_S, type PlotSource } from './use-flight-history.ts';
import { withEarlier } from './with-earlier.ts';

const TRENDS_S = 8 * 3600;

/** Three periods of the station: less than a pixel of the plot. */
const TRENDS: SharedReadingDefinition<Trends> = {
  isOnlyLive: true,
  read: ({ station }) => station.getTrends({}),
  pauseMs: 30_000,
};

/** Measurements of the station over the last hours: the same on every page, and after a reload. */
function useTrends(isWanted: boolean): PlotSource {
  const { value } = useSharedReading(TRENDS, !isWanted);
  return useMemo(() => trendSource(value), [value]);
}

const SPANS_S = { minutes: PLOT_S, hours: TRENDS_S } as const;
type PlotSpan = keyof typeof SPANS_S;

/** Measurements of the station, each second; the page adds those since it has read them, and reads again to fill its gaps. */
const EARLIER: SharedReadingDefinition<Trends> = {
  isOnlyLive: true,
  read: ({ station }) => station.getTrends({ minutes: PLOT_S / 60, period: '1s' }),
  pauseMs: 60_000,
};

/** The last ten minutes: the same on every page, and after a reload. */
function useMinutes(history: FlightHistory): PlotSource {
  const { clock } = useStation().link;
  const { value } = useSharedReading(EARLIER);
  return useMemo(() => {
    const endedMs = value && (parseTimestamp(value.end_time) ?? 0) / 1000;
    const nowMs = clock.nowMs();
    const ageS = endedMs === undefined || nowMs === undefined ? undefined : (nowMs - endedMs) / 1000;
    return withEarlier(history, trendSource(value), ageS === undefined ? undefined : clock.elapsedS() - ageS);
  }, [history, value, clock]);
}

/** Minimum top of the axis: a calm day must not look like a storm. */
const CALM_MPS = 10;
const SLACK_N = 20;

/** Four plots over the same period, ten minutes or eight hours, measured by the station. */
export const Plots = memo(function Plots({ history }: { readonly history: FlightHistory }) {
  const { situation } = useWords();
  const { theme } = usePreferences().preferences;
  const hardMaxM = useAltitudeLimits()?.hardMaxM ?? 45;
  const { plots, series } = situation;
  const [span, setSpan] = useState<PlotSpan>('minutes');
  const trends = useTrends(span === 'hours');
  const minutes = useMinutes(history);
  const colours = `${theme} ${useMedia('(forced-colors: active)')}`;
  const shared = { source: span === 'hours' ? trends : minutes, span, colours };
  const { lengthUnitM, speedUnitMps, style } = useQuantities();
  return (
    <div className={styles.plots}>
      <fieldset className={styles.spans} aria-label={situation.span}>
        {(['minutes', 'hours'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={each === span} onClick={() => setSpan(each)}>
            {situation.spans[each]}
          </button>
        ))}
      </fieldset>
      <LinePlot
        {...shared}
        name={plots.altitude}
        unit={style.length}
        perUnit={lengthUnitM}
        places={style.length === 'm' ? 1 : 0}
        top={hardMaxM / 2 / lengthUnitM}
        lines={[
          { series: 'altitude', colour: '--good', name: '' },
          { series: 'target', colour: '--accent', name: series.target, isDashed: true },
        ]}
      />
      <LinePlot
        {...shared}
        name={plots.wind}
        unit={style.speed}
        perUnit={speedUnitMps}
        places={style.speed === 'm/s' ? 1 : 0}
        top={CALM_MPS / speedUnitMps}
        lines={[{ series: 'wind', colour: '--warn', name: '' }]}
      />
      <LinePlot
        {...shared}
        name={plots.tension}
        unit="N"
        top={SLACK_N}
        lines={[{ series: 'tension', colour: '--text', name: '' }]}
      />
      <LinePlot
        {...shared}
        name={plots.battery}
        unit="%"
        places={0}
        top={100}
        lines={[
          { series: 'kiteBattery', colour: '--good', name: series.kiteBattery },
          { series: 'stationBattery', colour: '--accent', name: series.stationBattery, isDashed: true },
        ]}
      />
    </div>
  );
});

/** The lines move by about a pixel in this time. */
const REDRAW_MS = 2000;

/** Timers with the same period fire together, so that the page is rendered once for all of them. */
function everyTogether(periodMs: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const next = () => {
    timer = setTimeout(run, periodMs - (performance.now() % periodMs));
  };
  const run = () => {
    act();
    next();
  };
  next();
  return () => clearTimeout(timer);
}

interface PlotFigures {
  /** Values of each line. */
  readonly latest: readonly (number | undefined)[];
  readonly low: number | undefined;
  readonly high: number | undefined;
}

function plotFigures([, ...lines]: Columns): PlotFigures {
  const { high, low } = extent(lines[0] ?? []);
  return { latest: lines.map(latest), low, high };
}

const inUnits = ([times, ...series]: Columns, perUnit: number): Columns =>
  perUnit === 1
    ? [times, ...series]
    : [times, ...series.map((values) => values.map((value) => (value === null ? null : value / perUnit)))];

interface NamedLine extends PlotLine {
  /** Beside its value, if there are several. */
  readonly name: string;
}

interface LinePlotProps {
  readonly source: PlotSource;
  readonly span: PlotSpan;
  readonly name: string;
  readonly unit: string;
  /** This unit in the unit of the values. */
  readonly perUnit?: number;
  /** Decimal places. */
  readonly places?: number;
  /** Minimum top of the axis. */
  readonly top: number;
  readonly lines: readonly NamedLine[];
  /** They are read again when this changes. */
  readonly colours: string;
}

/** Some series over the last minutes, with the current value, or that under the pointer, as text above them. */
function LinePlot({ colours, lines, name, perUnit = 1, places = 1, source, span, top, unit }: LinePlotProps) {
  const words = useWords();
  const { link } = useStation();
  const place = useRef<HTMLDivElement>(null);
  const { heightPx, widthPx } = useSize(place);
  const [figures, setFigures] = useState<PlotFigures>(() => plotFigures([[]]));
  const latest = useRef(lines);
  latest.current = lines;
  const { minutesAgo } = words.situation;
  const durationS = SPANS_S[span];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    if (place.current === null || widthPx === 0) return;
    const options = { lines: latest.current, size: { widthPx, heightPx }, top, durationS, minutesAgo };
    const plot = drawPlot(place.current, options);
    const names = latest.current.map(({ series }) => series);
    const update = () => {
      if (document.hidden) return;
      const nowS = link.clock.elapsedS();
      const now = inUnits(source.columns(names, nowS - durationS, nowS), perUnit);
      plot.show(now);
      const figuresNow = plotFigures(now);
      setFigures((before) => (isAlike(before, figuresNow) ? before : figuresNow));
    };
    update();
    const stop = everyTogether(REDRAW_MS, update);
    document.addEventListener('visibilitychange', update);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', update);
      plot.end();
    };
  }, [source, durationS, link, top, colours, widthPx, heightPx, minutesAgo, perUnit]);
  const isThere = lines.some(({ series }) => source.has(series));
  const quantities = useQuantities();
  const text = (value: number | undefined) =>
    value === undefined ? '—' : `${quantities.number(value, places)} ${unit}`;
  const { high, latest: shown, low } = figures;
  const summary = words.situation.plotSummary(name, text(shown[0]), text(low), text(high), span);
  return (
    <div className={styles.plot} role="img" aria-label={isThere ? summary : `${name}: ${words.situation.notAvailable}`}>
      <p className={styles.head}>
        <b>{name}</b>
        {isThere ? (
          lines.map((line, index) => (
            <span key={line.series} className={styles.now} data-plot-now={line.series}>
              <i
                style={{ borderTopColor: `var(${line.colour})`, borderTopStyle: line.isDashed ? 'dashed' : 'solid' }}
              />
              {line.name} {text(shown[index])}
            </span>
          ))
        ) : (
          <span className={styles.now}>{words.situation.notAvailable}</span>
        )}
      </p>
      <div ref={place} className={styles.canvas} />
    </div>
  );
}
