import { latePart } from '../kit/late-part.tsx';
import { useWords } from '../words/words-context.tsx';
import styles from './plots.module.css';
import type { FlightHistory } from './use-flight-history.ts';

/** With the plotting library, which the page can do without at first. */
const Plots = latePart(async () => (await import('./plots.tsx')).Plots);

/** The last minutes of what matters, as lines. */
export function PlotsView({ history }: { readonly history: FlightHistory }) {
  const words = useWords();
  return <Plots its={{ history }} waiting={<p className={styles.loading}>{words.situation.loadingPlots}</p>} />;
}
