import { CloseButton } from '@kitestring/console-ui/close-button.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { useEffect, useState } from 'react';
import { useTimeText } from '../parts/use-time.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { FlightActions, FlightLosses, FlightSummary } from './flight-summary.tsx';
import styles from './flights.module.css';
import { useLandedFlight } from './landed-flight.tsx';
import { useFlight } from './use-flight.ts';

/** After this time the log of a landed flight is complete, including recordings. */
const COMPLETE_AFTER_MS = 40_000;

/** The flight that has just landed. */
export function LandingSummary() {
  const { flights } = useWords();
  const { close } = useLandedFlight();
  const { trouble, value } = useReading(({ station }, signal) => station.listFlights({ limit: 1 }, { signal }));
  const newest = value?.flights[0];
  return (
    <Panel title={flights.summary} aside={<CloseButton label={flights.hide} onPress={close} />}>
      <Trouble text={trouble} />
      {newest !== undefined && <Landed flightId={newest.flight_id} />}
      <a className={styles.link} href="#/flights">
        {flights.all}
      </a>
    </Panel>
  );
}

function Landed({ flightId }: { readonly flightId: string }) {
  const { flights } = useWords();
  const timeText = useTimeText();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setRound(1), COMPLETE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { trouble, value } = useFlight(flightId, String(round));
  if (value === undefined)
    return trouble === undefined ? <p role="status">{flights.loading}</p> : <Trouble text={trouble} />;
  return (
    <>
      <p className="quiet small figures">{flights.landedAt(timeText(value.ended) ?? '')}</p>
      <FlightLosses flight={value} />
      <FlightSummary flight={value} />
      <FlightActions flightId={flightId} />
    </>
  );
}
