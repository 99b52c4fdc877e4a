import type { FlightData, FlightSeriesName } from '@kitestring/station-contract/station/flights.ts';
import { memo } from 'react';
import type { Quantities } from '../quantities/quantities.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { extent } from '../situation/scales.ts';
import { useWords } from '../words/words-context.tsx';
import { type ReplaySample, timeOf } from './flight-moment.ts';
import styles from './replay.module.css';

const WIDTH = 600;
const HEIGHT = 60;

interface Line {
  readonly series: FlightSeriesName;
  readonly colour: string;
  readonly isDashed?: boolean;
}

interface ReplayPlotsProps {
  readonly data: FlightData | undefined;
  readonly sample: ReplaySample | undefined;
  /** Range of the timeline, and the current time. */
  readonly fromUs: number;
  readonly toUs: number;
  readonly timeUs: number;
}

/** Plots over the whole flight, with a cursor at the current time. */
export function ReplayPlots({ data, sample, ...times }: ReplayPlotsProps) {
  const { situation } = useWords();
  const quantities = useQuantities();
  const plots = [
    {
      name: situation.plots.altitude,
      unit: 'm',
      least: 10,
      lines: [
        { series: 'altitude', colour: '--good' },
        { series: 'altitude_target', colour: '--accent', isDashed: true },
      ],
    },
    { name: situation.plots.wind, unit: 'm/s', least: 10, lines: [{ series: 'wind', colour: '--warn' }] },
    { name: situation.plots.tension, unit: 'N', least: 20, lines: [{ series: 'tension', colour: '--text' }] },
    {
      name: situation.plots.battery,
      unit: '%',
      least: 100,
      lines: [
        { series: 'kite_battery', colour: '--good' },
        { series: 'gs_battery', colour: '--accent', isDashed: true },
      ],
    },
  ] as const satisfies readonly { name: string; unit: string; least: number; lines: readonly Line[] }[];
  return (
    <div className={styles.plots}>
      {plots.map(({ least, lines, name, unit }) => {
        const value = sample?.[lines[0].series];
        return (
          <div key={unit} className={styles.plot}>
            <p className={styles.plotHead}>
              <b>{name}</b>{' '}
              <span className="figures">{value === undefined ? '—' : amountText(quantities, value, unit)}</span>
            </p>
            <div className={styles.plotPlace}>
              {data !== undefined && (
                <Lines data={data} lines={lines} least={least} fromUs={times.fromUs} toUs={times.toUs} />
              )}
              <span className={styles.cursor} style={{ left: shareText(times) }} />
            </div>
          </div>
        );
      })}
    </div>
  );
}

function amountText(quantities: Quantities, value: number, unit: 'm' | 'm/s' | 'N' | '%'): string {
  if (unit === 'm') return quantities.lengthText(value);
  return unit === 'm/s' ? quantities.speedText(value) : `${quantities.number(value, 1)} ${unit}`;
}

export const shareText = ({ fromUs, timeUs, toUs }: Pick<ReplayPlotsProps, 'fromUs' | 'timeUs' | 'toUs'>): string =>
  `${(Math.min(1, Math.max(0, (timeUs - fromUs) / Math.max(1, toUs - fromUs))) * 100).toFixed(2)}%`;

interface LinesProps {
  readonly data: FlightData;
  readonly lines: readonly Line[];
  readonly least: number;
  readonly fromUs: number;
  readonly toUs: number;
}

/** Rendered once per flight: only the cursor moves. */
const Lines = memo(function Lines({ data, fromUs, least, lines, toUs }: LinesProps) {
  const high = Math.max(least, ...lines.map(({ series }) => (extent(data[series]).high ?? 0) * 1.05));
  const beginUs = timeOf(data.from_time);
  const x = (index: number) =>
    (((beginUs + (index + 0.5) * data.period_s * 1e6 - fromUs) / Math.max(1, toUs - fromUs)) * WIDTH).toFixed(1);
  const y = (value: number) => (HEIGHT - (Math.max(0, value) / high) * (HEIGHT - 2) - 1).toFixed(1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className={styles.lines}>
      {lines.map(({ colour, isDashed, series }) => (
        <path
          key={series}
          d={svgPath(data[series], x, y)}
          fill="none"
          stroke={`var(${colour})`}
          strokeWidth="1.5"
          strokeDasharray={isDashed ? '4 3' : undefined}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
});

/** A line with gaps without measurements. */
function svgPath(
  values: readonly (number | null)[],
  x: (index: number) => string,
  y: (value: number) => string,
): string {
  let path = '';
  let isDown = false;
  for (const [index, value] of values.entries()) {
    if (value !== null) path += `${isDown ? 'L' : 'M'}${x(index)} ${y(value)}`;
    isDown = value !== null;
  }
  return path;
}
