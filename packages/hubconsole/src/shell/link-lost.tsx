import { AlertIcon } from '@kitestring/kit/icons.tsx';
import { durationText } from '@kitestring/kit/quantity-text.ts';
import { useClockTick } from '@kitestring/kit/use-clock-tick.ts';
import { hubNowMs } from '../api/call-hub.ts';
import { useFleet } from '../fleet-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './link-lost.module.css';

/** Says that the data are old while nothing comes from the hub. */
export function LinkLost() {
  const { isLoaded, lostMs } = useFleet();
  const { fleet } = useWords();
  useClockTick(lostMs !== undefined);
  if (lostMs === undefined) return null;
  const ageS = (hubNowMs() - lostMs) / 1000;
  return (
    <div role="alert" className={styles.lost}>
      <AlertIcon />
      <span aria-hidden="true">{isLoaded ? fleet.lost(durationText(ageS)) : fleet.unreachable}</span>
      <span className="hidden-visually">{isLoaded ? fleet.lostSpoken : fleet.unreachable}</span>
    </div>
  );
}
