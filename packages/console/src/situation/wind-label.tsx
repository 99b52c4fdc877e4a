import { useWords } from '../words/words-context.tsx';
import type { Wind } from './situation.ts';
import styles from './view.module.css';

/** Longest arrow, and the wind that it stands for. */
const LONGEST_PX = 34;
const STRONG_MPS = 14;

/** The wind as an arrow to the right, which is downwind in this view, and as figures. */
export function WindLabel({ wind }: { readonly wind: Wind | undefined }) {
  const words = useWords();
  if (wind === undefined) return <p className={styles.wind}>{words.situation.windUnknown}</p>;
  const length = Math.max(6, Math.min(1, wind.speedMps / STRONG_MPS) * LONGEST_PX);
  return (
    <p className={styles.wind} data-wind-mps={wind.speedMps.toFixed(1)}>
      <svg aria-hidden="true" width={LONGEST_PX + 4} height="12" viewBox={`0 0 ${LONGEST_PX + 4} 12`}>
        <path d={`M1 6h${length.toFixed(1)}m-5-4 5 4-5 4`} />
      </svg>
      <span className="figures">{words.situation.wind(wind.speedMps, Math.round(wind.fromDeg) % 360)}</span>
    </p>
  );
}
