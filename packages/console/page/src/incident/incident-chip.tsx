import { useWords } from '../words/words-context.tsx';
import styles from './incident.module.css';
import { useIncident } from './use-incident.ts';

/** Number and title of the incident in the top bar; nothing without one. */
export function IncidentChip() {
  const { flights, incident: texts } = useWords();
  const { incident } = useIncident();
  if (incident === undefined) return null;
  const { number, title } = incident;
  return (
    <a className={styles.chip} href="#/handoff" title={flights.incident(number, title)}>
      <span className="hidden-visually">{texts.title} </span>
      <strong className={styles.number}>{number}</strong>
      <span className={styles.what}>{title}</span>
    </a>
  );
}
