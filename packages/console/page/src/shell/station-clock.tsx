import { clockFormat } from '@kitestring/console-ui/time-text.ts';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import { useMemo } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { usePreferences } from '../preferences/preferences.tsx';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useIsStale, useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './station-clock.module.css';

/** The only clock of the page shows station time. Pressing it switches between time zone and UTC. */
export function StationClock() {
  const words = useWords();
  const { link } = useStation();
  const { choose, preferences } = usePreferences();
  const { isUtc } = preferences;
  const { locale } = useQuantities().style;
  const isStale = useIsStale();
  useClockTick();
  const format = useMemo(() => clockFormat({ isUtc, locale }), [isUtc, locale]);
  const nowMs = link.clock.nowMs();
  if (nowMs === undefined) return null;
  return (
    <AriaButton
      className={styles.clock ?? ''}
      data-stale={isStale || undefined}
      onPress={() => choose({ isUtc: !isUtc })}
    >
      <span className="figures">{format.format(nowMs)}</span>
      <span className="hidden-visually">{isUtc ? words.shell.clockToZone : words.shell.clockToUtc}</span>
    </AriaButton>
  );
}
