import { useQuantities } from '../quantities/use-quantities.ts';
import { useStation } from '../station/station-context.tsx';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';

const ASK_EVERY_MS = 5000;

/** The autopilot of a real aircraft, and how well it is heard; nothing for a simulated aircraft or a recording. */
export function AircraftChip({ className }: { readonly className: string | undefined }) {
  const { isReplay, isSimulated } = useStation().facts;
  const { shell } = useWords();
  const quantities = useQuantities();
  const isOff = isReplay || isSimulated;
  const { value: link } = useReading(({ station }) => station.getAircraftLink(), { everyMs: ASK_EVERY_MS, isOff });
  if (isOff || link === undefined) return null;
  const { address = '', autopilot, is_heard: isHeard, lost_percent: lost } = link;
  const quality = lost === undefined ? '' : `${quantities.number(100 - lost, 0)} %`;
  const state = isHeard ? quality : shell.autopilotLost;
  return (
    <span className={className} title={shell.autopilotHint(address)}>
      {[autopilot, state].filter(Boolean).join(' · ')}
    </span>
  );
}
