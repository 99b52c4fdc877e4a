import { classNames } from '../kit/class-names.ts';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './flight-state.module.css';
import { FlightStateIcon } from './flight-state-icon.tsx';

/** State of the flight in one line. */
export function FlightGlance() {
  const words = useWords();
  const { isStale, value } = useTopic('flight/state');
  if (value === undefined) return null;
  const { altitude, flight_state } = value;
  return (
    <span
      className={classNames(styles.chip, styles.glance, styles[flight_state], isStale && styles.stale)}
      data-stale={isStale || undefined}
    >
      <span className={styles.icon}>
        <FlightStateIcon state={flight_state} />
      </span>
      <span className={styles.name}>{words.flight.states[flight_state].name}</span>
      {altitude !== undefined && (
        <span className={classNames(styles.altitude, 'figures')}>{`${altitude.toFixed(1)} m`}</span>
      )}
    </span>
  );
}
