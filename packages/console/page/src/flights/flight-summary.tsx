import { Button } from '@kitestring/console-ui/button.tsx';
import { Fact, FactList } from '@kitestring/console-ui/fact-list.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { NOTIFICATION_SEVERITIES } from '@kitestring/station-contract/notifications/notification.ts';
import type { FlightDetails } from '@kitestring/station-contract/station/flights.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { usePlayed } from '../recordings/played-recording.ts';
import { DRAWER_COVERS_PICTURE, openDrawer } from '../shell/route.ts';
import { useWords } from '../words/words-context.tsx';
import styles from './flights.module.css';
import { useReport } from './use-flight.ts';

/** Figures of a flight. */
export function FlightSummary({ flight }: { readonly flight: FlightDetails }) {
  const words = useWords();
  const { flights } = words;
  const quantities = useQuantities();
  const metres = (value: number | undefined) => (value === undefined ? undefined : quantities.lengthText(value));
  const counts = NOTIFICATION_SEVERITIES.toReversed()
    .map((severity) => [severity, flight.notification_counts[severity]] as const)
    .filter(([, count]) => count > 0);
  const who = [...new Set(flight.control.map((span) => span.who))];
  return (
    <div>
      <FactList>
        <Fact name={flights.duration} value={durationText(flight.duration_s)} />
        <Fact name={words.flight.greatestHeight} value={metres(flight.altitude_max)} />
        <Fact name={words.flight.tetherOut} value={metres(flight.tether_out_max)} />
        <Fact
          name={flights.windMax}
          value={flight.wind_max === undefined ? undefined : quantities.speedText(flight.wind_max)}
        />
        <Fact
          name={flights.notifications}
          value={flights.counts(counts, (severity) => words.notifications.severities[severity])}
        />
        <Fact
          name={flights.captures}
          value={`${flights.recordings(flight.recordings)}, ${flights.snapshots(flight.snapshots)}`}
        />
        <Fact name={flights.control} value={who.length === 0 ? flights.nobody : who.join(', ')} />
      </FactList>
    </div>
  );
}

/** Replay and report of a flight. */
export function FlightActions({ flightId }: { readonly flightId: string }) {
  const { flights } = useWords();
  const { replay } = usePlayed();
  const report = useReport(flightId);
  return (
    <>
      <div className="wrapping">
        <Button
          onPress={() => {
            replay(flightId);
            // Width below which the drawer would cover it.
            if (matchMedia(DRAWER_COVERS_PICTURE).matches) openDrawer(undefined);
          }}
        >
          {flights.replay}
        </Button>
        <Button isPending={report.isBusy} onPress={() => void report.send()} aria-label={flights.report}>
          {flights.report}
        </Button>
      </div>
      <Trouble text={report.trouble} />
    </>
  );
}

/** Gaps of a flight's log. */
export function FlightLosses({ flight: { losses } }: { readonly flight: Pick<FlightDetails, 'losses'> }) {
  const { flights } = useWords();
  return losses.map((loss) => (
    <p key={loss} className={styles.loss}>
      {flights.losses[loss]}
    </p>
  ));
}
