import { Panel } from '../kit/panel.tsx';
import { useWords } from '../words/words-context.tsx';
import { AltitudeControl } from './altitude-control.tsx';
import { ContextButton } from './context-button.tsx';
import { FlightFigures } from './flight-figures.tsx';
import styles from './flight-panel.module.css';
import { StateBanner } from './state-banner.tsx';

/** State of the flight and its commands. */
export function FlightPanel() {
  const words = useWords();
  return (
    <Panel title={words.flight.title} isTitleHidden>
      <div className={styles.parts}>
        <StateBanner />
        <ContextButton />
        <AltitudeControl />
        <FlightFigures />
      </div>
    </Panel>
  );
}
