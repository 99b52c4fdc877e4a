import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import { AlertIcon } from '@kitestring/console-ui/icons.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import { hubNowMs } from '../api/call-hub.ts';
import { useWords } from '../words/words-context.tsx';
import { isLostInFlight } from './fleet-view.ts';
import styles from './link-state.module.css';

/** Seconds since the newest beat, by the clock of the hub; undefined if there was none. */
export function ageS({ seen }: HubStation): number | undefined {
  const seenUs = seen === undefined ? undefined : parseTimestamp(seen);
  return seenUs === undefined ? undefined : Math.max(0, (hubNowMs() - seenUs / 1000) / 1000);
}

/** Whether a station is online, as text and shape; if not, the age of its data. */
export function LinkState({ station }: { readonly station: HubStation }) {
  const { states } = useWords();
  const { state } = station;
  const isLost = isLostInFlight(station);
  useClockTick(state === 'offline');
  const age = state === 'offline' ? ageS(station) : undefined;
  const isBad = isLost || state === 'cloned';
  return (
    <span className={classNames(styles.link, styles[state], isBad && styles.bad)}>
      {isBad ? <AlertIcon /> : <Dot isOn={state === 'online'} />}
      <span>
        {isLost ? states.lostInFlight : states.link[state]}
        {age !== undefined && <span className={classNames(styles.age, 'figures')}> {durationText(age)}</span>}
      </span>
    </span>
  );
}

const Dot = ({ isOn }: { readonly isOn: boolean }) => (
  <svg aria-hidden="true" width="14" height="14" viewBox="0 0 14 14" className={styles.dot}>
    <circle cx="7" cy="7" r="5" fill={isOn ? 'currentColor' : 'none'} />
  </svg>
);
