import { Button } from '@kitestring/kit/button.tsx';
import { useState } from 'react';
import { alarmsIn } from '../notifications/alarm.ts';
import { useNotifications } from '../notifications/use-notifications.ts';
import { usePreferences } from '../preferences/preferences.tsx';
import { useIsStale } from '../station/station-context.tsx';
import { TOUR_STEPS } from '../words/later-words.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './tour.module.css';

/**
 * Three cards at the first sign-in. Invariant: nothing of it while an alarm is active or the data are stale, and it lies below
 * alarms and commands; put away once, it never comes again by itself.
 */
export function Tour() {
  const { tour } = useWords().later ?? {};
  const { choose, preferences } = usePreferences();
  const { active } = useNotifications();
  const isStale = useIsStale();
  const [index, setIndex] = useState(0);
  const step = TOUR_STEPS[index];
  const hasAlarm = alarmsIn(active).length > 0;
  if (tour === undefined || step === undefined || preferences.isTourSeen || hasAlarm || isStale) return null;
  const end = () => {
    choose({ isTourSeen: true });
    setIndex(0);
  };
  const isLast = index === TOUR_STEPS.length - 1;
  return (
    <section
      className={styles.tour}
      aria-label={tour.title}
      onKeyDown={(event) => event.key === 'Escape' && end()}
      data-step={step}
    >
      <div role="status">
        <p className={styles.head}>
          {tour.steps[step].title}
          <span className="quiet small">{tour.place(index + 1, TOUR_STEPS.length)}</span>
        </p>
        <p>{tour.steps[step].text}</p>
      </div>
      <div className={styles.buttons}>
        {!isLast && (
          <Button look="ghost" onPress={end}>
            {tour.skip}
          </Button>
        )}
        <Button look="primary" onPress={() => (isLast ? end() : setIndex(index + 1))}>
          {isLast ? tour.done : tour.next}
        </Button>
      </div>
    </section>
  );
}
