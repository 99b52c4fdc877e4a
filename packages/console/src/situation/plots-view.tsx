import { lazy, Suspense } from 'react';
import { useWords } from '../words/words-context.tsx';
import styles from './plots.module.css';
import type { FlightHistory } from './use-flight-history.ts';

/** With the plotting library, which the page can do without at first. */
const Plots = lazy(() => import('./plots.tsx'));

/** The last minutes of what matters, as lines. */
export function PlotsView({ history }: { readonly history: FlightHistory }) {
  const words = useWords();
  return (
    <Suspense fallback={<p className={styles.loading}>{words.situation.loadingPlots}</p>}>
      <Plots history={history} />
    </Suspense>
  );
}
