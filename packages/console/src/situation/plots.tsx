import { useAltitudeLimits } from '../flight/use-altitude-limits.ts';
import { usePreferences } from '../preferences/preferences-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { LinePlot } from './line-plot.tsx';
import styles from './plots.module.css';
import type { FlightHistory } from './use-flight-history.ts';

/** Highest value of the axis when nothing is higher: a calm day must not look like a storm. */
const CALM_MPS = 10;
const SLACK_N = 20;

/** Four plots over the same ten minutes. */
export function Plots({ history }: { readonly history: FlightHistory }) {
  const { situation } = useWords();
  const { theme } = usePreferences().preferences;
  const hardMaxM = useAltitudeLimits()?.hardMaxM ?? 45;
  const { plots, series } = situation;
  const shared = { history, theme };
  return (
    <div className={styles.plots}>
      <LinePlot
        {...shared}
        name={plots.altitude}
        unit="m"
        top={hardMaxM / 2}
        lines={[
          { series: 'altitude', colour: '--good', name: '' },
          { series: 'target', colour: '--accent', name: series.target, isDashed: true },
        ]}
      />
      <LinePlot
        {...shared}
        name={plots.wind}
        unit="m/s"
        top={CALM_MPS}
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
}
