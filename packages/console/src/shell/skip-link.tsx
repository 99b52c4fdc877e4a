import { useWords } from '../words/words-context.tsx';
import styles from './skip-link.module.css';

/** The first thing that Tab comes to: straight to the command of the flight, past bar, sections and picture. */
export function SkipLink() {
  const words = useWords();
  const skip = () => document.querySelector<HTMLElement>('[data-flight-command] button')?.focus();
  return (
    <button type="button" className={styles.skip} onClick={skip}>
      {words.shell.skipToCommand}
    </button>
  );
}
