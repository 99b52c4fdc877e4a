import { parseTimestamp } from '@kitestring/base/timestamp.ts';
import type { FleetCompleteness } from '@kitestring/hub-contract/fleet/history.ts';
import { readFleetCompleteness } from '@kitestring/hub-contract/fleet/operations.ts';
import { useNumberText, useTimestampText } from '../preferences/preferences.tsx';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import type { Stretch } from './lanes.ts';
import styles from './timeline.module.css';

const EVERY_MS = 15_000;
/** The newest ones; gaps are rare. */
const SHOWN = 20;

type Epoch = FleetCompleteness['epochs'][number];

interface Gaps {
  readonly epochs: readonly Epoch[];
  /** Gaps with a known time. */
  readonly stretches: readonly Stretch[];
}

/** Gaps in the records of a station; undefined for all stations, and until they are loaded. */
export function useGaps(sid: string | undefined): Gaps | undefined {
  const { value } = useHubReading(sid === undefined ? undefined : readFleetCompleteness, {
    params: { sid: sid ?? '' },
    everyMs: EVERY_MS,
  });
  if (value === undefined) return undefined;
  const stretches = value.epochs
    .flatMap(({ gaps }) => gaps)
    .flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [{ fromMs: ms(from), toMs: ms(to) }]));
  return { epochs: value.epochs, stretches };
}

const ms = (timestamp: string): number => (parseTimestamp(timestamp) ?? 0) / 1000;

/** Whether the records are complete, each gap with its reason, and the number of resend orders. */
export function RecordGaps({ gaps: { epochs } }: { readonly gaps: Gaps }) {
  const { timeline: texts } = useWords();
  const number = useNumberText();
  const time = useTimestampText();
  const gaps = epochs.flatMap((epoch) => epoch.gaps.map((gap) => ({ ...gap, epoch: epoch.epoch })));
  const resends = epochs.reduce((sum, epoch) => sum + epoch.resends, 0);
  const archived = epochs.reduce((sum, epoch) => sum + epoch.archived, 0);
  return (
    <section className={styles.gaps} aria-labelledby="record-gaps">
      <h3 id="record-gaps">{texts.records}</h3>
      <p>{gaps.length === 0 ? texts.complete(number(archived)) : texts.gaps(gaps.length, number(gaps.length))}</p>
      {resends > 0 && <p className="quiet small">{texts.resends(number(resends))}</p>}
      <ul className="stack">
        {gaps.slice(-SHOWN).map(({ epoch, first, from, kind, last, to }) => (
          <li key={`${epoch} ${first}`}>
            <strong>{texts.gapOf(number(last - first + 1))}</strong> {texts.kinds[kind]}
            <br />
            <span className="quiet small figures">
              {from !== undefined && to !== undefined ? texts.range(time(from), time(to)) : `${first} – ${last}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
