import { Figure } from '../kit/figure.tsx';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './altitude-control.module.css';

/** Altitude, large, and the heading beside it. */
export function AltitudeFigure() {
  const words = useWords();
  const { isStale, value } = useTopic('flight/state');
  return (
    <div className={styles.figures} data-figure="altitude">
      <Figure name={words.flight.altitude} value={value?.altitude} unit="m" size="large" isStale={isStale} />
      <Figure
        name={words.flight.heading}
        value={value?.kite_heading === undefined ? undefined : `${Math.round(value.kite_heading) % 360}°`}
        isStale={isStale}
      />
    </div>
  );
}
