import { Fact } from '@kitestring/kit/fact-list.tsx';
import { Figure } from '../kit/facts.tsx';
import { rounded } from '../kit/steady.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useTopicShown } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './flight-panel.module.css';

/** Whether the Kite knows where it is, and how well. */
export function GpsFigure() {
  const { flight } = useWords();
  const { isStale, value } = useTopicShown('flight/state', (state) => ({
    hasFix: state.kite_gps_has_fix,
    accuracyM: rounded(state.kite_gps_accuracy, 1),
  }));
  const quantities = useQuantities();
  const { accuracyM, hasFix } = value ?? {};
  const text =
    hasFix === undefined
      ? undefined
      : hasFix
        ? flight.gpsFix(accuracyM === undefined ? undefined : quantities.lengthText(accuracyM))
        : flight.gpsNoFix;
  return <Figure name={flight.gps} value={text} isStale={isStale} tone={hasFix === false ? 'warn' : undefined} />;
}

/** Position of the Kite, to a metre. */
export function PositionLine() {
  const { flight, system } = useWords();
  const { isStale, value } = useTopicShown('flight/state', (state) => ({
    latDeg: rounded(state.kite_gps_lat, 5),
    lonDeg: rounded(state.kite_gps_lon, 5),
  }));
  const { latDeg, lonDeg } = value ?? {};
  const text = latDeg === undefined || lonDeg === undefined ? undefined : system.positionText(latDeg, lonDeg);
  return (
    <dl className={styles.position}>
      <Fact name={flight.position} value={text} isStale={isStale} />
    </dl>
  );
}
