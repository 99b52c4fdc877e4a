import { useEffect, useRef, useState } from 'react';
import { useSize } from '../video/use-size.ts';
import { useWords } from '../words/words-context.tsx';
import { drawPlot, type PlotLine } from './draw-plot.ts';
import { extentOf, latestOf } from './extent.ts';
import type { Columns } from './history.ts';
import styles from './plots.module.css';
import { type FlightHistory, PLOT_S } from './use-flight-history.ts';

const REDRAW_MS = 500;

export interface NamedLine extends PlotLine {
  /** Beside its value, where there are several. */
  readonly name: string;
}

export interface LinePlotProps {
  readonly history: FlightHistory;
  readonly name: string;
  readonly unit: string;
  /** Decimal places. */
  readonly places?: number;
  /** The axis reaches at least to here. */
  readonly top: number;
  readonly lines: readonly NamedLine[];
  /** Colours are read anew when it changes. */
  readonly theme: string;
}

/** Some series over the last minutes, with their value now, or under the pointer, in words above them. */
export function LinePlot({ history, lines, name, places = 1, theme, top, unit }: LinePlotProps) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const { heightPx, widthPx } = useSize(place);
  const [columns, setColumns] = useState<Columns>([[]]);
  const latest = useRef(lines);
  latest.current = lines;
  const { minutesAgo } = words.situation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    if (place.current === null || widthPx === 0) return;
    const options = { lines: latest.current, size: { widthPx, heightPx }, top, durationS: PLOT_S, minutesAgo };
    const plot = drawPlot(place.current, options);
    const names = latest.current.map(({ series }) => series);
    const update = () => {
      const nowS = performance.now() / 1000;
      const now = history.columns(names, nowS - PLOT_S, nowS);
      plot.show(now);
      setColumns(now);
    };
    update();
    const timer = setInterval(update, REDRAW_MS);
    return () => {
      clearInterval(timer);
      plot.end();
    };
  }, [history, top, theme, widthPx, heightPx, minutesAgo]);
  const isThere = lines.some(({ series }) => history.has(series));
  const text = (value: number | undefined) => (value === undefined ? '—' : `${value.toFixed(places)} ${unit}`);
  const { high, low } = extentOf(columns[1] ?? []);
  const summary = words.situation.plotSummary(name, text(latestOf(columns[1] ?? [])), text(low), text(high));
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
              {line.name} {text(latestOf(columns[index + 1] ?? []))}
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
