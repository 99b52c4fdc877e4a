import { useQuantities } from '../quantities/use-quantities.ts';
import { useStation } from '../station/station-context.tsx';
import { useReading } from '../station/use-reading.ts';
import { autopilot as en } from '../words/en/en-later.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './aircraft-chip.module.css';

const ASK_EVERY_MS = 5000;

/** The autopilot of a real aircraft, and how well it is heard; nothing for a simulated aircraft and a recording. */
export function AircraftChip() {
  const { isReplay, isSimulated } = useStation().facts;
  return isReplay || isSimulated ? null : <Autopilot />;
}

function Autopilot() {
  const words = useWords().later?.autopilot ?? en;
  const quantities = useQuantities();
  const { value: link } = useReading(({ station }) => station.getAircraftLink(), { everyMs: ASK_EVERY_MS });
  if (link === undefined) return null;
  const { address = '', autopilot, is_heard: isHeard, lost_percent: lost } = link;
  const quality = lost === undefined ? '' : `${quantities.number(100 - lost, 0)} %`;
  return (
    <span className={styles.chip} title={words.hint(address)}>
      {[autopilot, isHeard ? quality : words.lost].filter(Boolean).join(' · ')}
    </span>
  );
}
