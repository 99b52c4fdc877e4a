import { FlightGlance } from '../flight/flight-glance.tsx';
import { ControlChip } from '../handoff/control-chip.tsx';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { PageMenu } from './page-menu.tsx';
import styles from './top-bar.module.css';

/** What must be in sight on every screen: whose station, simulated or real, state of flight, who is in control. */
export function TopBar() {
  const words = useWords();
  const { facts } = useStation();
  return (
    <header className={styles.bar}>
      <img src="/kite.svg" alt="" width="28" height="28" />
      <h1 className={styles.name}>{facts.stationName}</h1>
      {facts.isSimulated && (
        <span className={styles.simulated} title={words.shell.simulatedHint}>
          {words.shell.simulated}
        </span>
      )}
      <span className={styles.gap} />
      <FlightGlance />
      <ControlChip />
      <PageMenu />
    </header>
  );
}
