import { Button } from '@kitestring/console-ui/button.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import type { FlightEntry } from '@kitestring/station-contract/station/flights.ts';
import { useState } from 'react';
import { useTimeText } from '../parts/use-time.ts';
import { useCommand } from '../station/use-command.ts';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { FlightActions, FlightLosses, FlightSummary } from './flight-summary.tsx';
import styles from './flights.module.css';
import { useFlight } from './use-flight.ts';

/** Flights whose log the station has, newest first. */
export function FlightsDrawer() {
  const { flights: words, recordings } = useWords();
  const { trouble, value } = useReading(({ station }, signal) => station.listFlights({}, { signal }));
  const [more, setMore] = useState<readonly FlightEntry[]>([]);
  const [before, setBefore] = useState<string | null>();
  const next = before === undefined ? value?.next_before : (before ?? undefined);
  const fetchMore = useCommand(async ({ station }, last: string) => {
    const page = await station.listFlights({ before: last });
    setMore((known) => [...known, ...page.flights]);
    setBefore(page.next_before ?? null);
  });
  return (
    <>
      <a className={styles.link} href="#/recordings">
        {recordings.title}
      </a>
      <Trouble text={trouble ?? fetchMore.trouble} />
      {value === undefined && trouble === undefined && <p role="status">{words.loading}</p>}
      {value !== undefined && (
        <p role="status" className="quiet small">
          {value.total === 0 ? words.none : words.count(value.total)}
        </p>
      )}
      <ul className="stack loose">
        {[...(value?.flights ?? []), ...more].map((flight) => (
          <FlightItem key={flight.flight_id} flight={flight} />
        ))}
      </ul>
      {next !== undefined && (
        <Button isWide isPending={fetchMore.isBusy} onPress={() => void fetchMore.send(next)}>
          {words.more}
        </Button>
      )}
    </>
  );
}

function FlightItem({ flight }: { readonly flight: FlightEntry }) {
  const { flights: words } = useWords();
  const timeText = useTimeText();
  const [isOpen, setIsOpen] = useState(false);
  const { duration_s, ended, flight_id: id, incident, recordings, snapshots, started } = flight;
  const takeOff = timeText(started) ?? id;
  const facts = [
    durationText(duration_s),
    ...(ended === undefined ? [words.inFlight] : []),
    ...(recordings > 0 ? [words.recordings(recordings)] : []),
    ...(snapshots > 0 ? [words.snapshots(snapshots)] : []),
  ];
  return (
    <li className={styles.item} aria-label={words.item(takeOff)}>
      <h3 className="figures">{takeOff}</h3>
      <p className="quiet small figures">{facts.join(' · ')}</p>
      {incident !== undefined && <p className="wraps">{words.incident(incident.number, incident.title)}</p>}
      <FlightLosses flight={flight} />
      {isOpen && <FullSummary flightId={id} />}
      <div className="wrapping">
        <Button aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {words.summary}
        </Button>
        <FlightActions flightId={id} />
      </div>
    </li>
  );
}

function FullSummary({ flightId }: { readonly flightId: string }) {
  const { flights: words } = useWords();
  const { trouble, value } = useFlight(flightId);
  if (value !== undefined) return <FlightSummary flight={value} />;
  return trouble === undefined ? <p role="status">{words.loading}</p> : <Trouble text={trouble} />;
}
