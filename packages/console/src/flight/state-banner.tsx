import type { FlightState } from '@kitestring/contract/flight/flight-state.ts';
import { classNames } from '../kit/class-names.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { useSilentS } from '../station/station-context.tsx';
import { useTopic } from '../station/use-topic.ts';
import type { Words } from '../words/words.ts';
import { useWords } from '../words/words-context.tsx';
import { reasonOf } from './flight-reasons.ts';
import styles from './flight-state.module.css';
import { FlightStateIcon } from './flight-state-icon.tsx';

/** What the Kite does, in large words, and what that means. */
export function StateBanner() {
  const words = useWords();
  const { isStale, value } = useTopic('flight/state');
  const silentS = useSilentS(isStale);
  const state = value?.flight_state ?? 'Unknown';
  const { active } = useNotifications();
  const reason = reasonOf(state, active);
  return (
    <div className={classNames(styles.chip, styles[state], isStale && styles.stale)} data-stale={isStale || undefined}>
      <span className={styles.icon}>
        <FlightStateIcon state={state} />
      </span>
      <div className={styles.words}>
        <p className={styles.name} role="status">
          {words.flight.states[state].name}
        </p>
        <p className={classNames(styles.meaning, reason !== undefined && styles.reason)}>
          {isStale ? words.flight.ageS(silentS) : (reason ?? meaningOf(value, words))}
        </p>
      </div>
    </div>
  );
}

function meaningOf(state: FlightState | undefined, { flight }: Words): string {
  const { altitude, altitude_target: targetM, flight_state = 'Unknown', is_changing_altitude } = state ?? {};
  const isOnItsWay = flight_state === 'Flying' && is_changing_altitude && targetM !== undefined;
  if (!isOnItsWay) return flight.states[flight_state].meaning;
  return targetM >= (altitude ?? 0) ? flight.climbing(targetM) : flight.sinking(targetM);
}
