import { Button } from '@kitestring/console-ui/button.tsx';
import { SeverityIcon } from '@kitestring/console-ui/severity-mark.tsx';
import type { FleetEvent } from '@kitestring/hub-contract/fleet/events.ts';
import {
  NOTIFICATION_SEVERITIES,
  type NotificationSeverity,
} from '@kitestring/station-contract/notifications/notification.ts';
import { useMemo, useState } from 'react';
import { useFleet } from '../fleet-context.tsx';
import { useNumberText, useTimestampText } from '../preferences/preferences.tsx';
import { addressOfPlace } from '../shell/route.ts';
import { useWords } from '../words/words-context.tsx';
import { eventMs } from './lanes.ts';
import styles from './timeline.module.css';

/** Number of events shown at first, and added by each press of the button. */
const SHOWN_STEP = 300;

interface EventListProps {
  readonly events: readonly FleetEvent[] | undefined;
  /** If a single station is shown. */
  readonly isNameHidden: boolean;
}

/** The events of the window as text, newest first. */
export function EventList({ events, isNameHidden }: EventListProps) {
  const { timeline: texts, trouble } = useWords();
  const number = useNumberText();
  const [shown, setShown] = useState(SHOWN_STEP);
  const newest = useMemo(() => [...(events ?? [])].sort((a, b) => eventMs(b) - eventMs(a)), [events]);
  return (
    <section aria-labelledby="timeline-events">
      <h3 id="timeline-events">{texts.events}</h3>
      {events === undefined && <p role="status">{trouble.loading}</p>}
      {events?.length === 0 && <p className="nothing">{texts.noEvents}</p>}
      <ul>
        {newest.slice(0, shown).map((event) => (
          <Event key={event.n} event={event} isNameHidden={isNameHidden} />
        ))}
      </ul>
      {newest.length > shown && (
        <p className={styles.more}>
          {texts.moreEvents(number(newest.length - shown))}
          <Button onPress={() => setShown((before) => before + SHOWN_STEP)}>{texts.showMore}</Button>
        </p>
      )}
    </section>
  );
}

function Event({ event, isNameHidden }: { readonly event: FleetEvent; readonly isNameHidden: boolean }) {
  const { severities } = useWords();
  const { bySid } = useFleet();
  const time = useTimestampText();
  const eventText = useEventText();
  const { data, sid } = event;
  const severity = NOTIFICATION_SEVERITIES.find((each): each is NotificationSeverity => each === data.severity);
  return (
    <li className={styles.event}>
      <span className={styles.when}>
        <span className="figures">{time(event.time)}</span>
        {!isNameHidden && <a href={addressOfPlace('stations', sid)}>{bySid.get(sid)?.name ?? sid}</a>}
      </span>
      <span className={styles.what}>
        {severity !== undefined && (
          <>
            <SeverityIcon severity={severity} />
            <span className="hidden-visually">{severities[severity]}</span>
          </>
        )}
        <span>{eventText(event)}</span>
      </span>
    </li>
  );
}

/** Describes an event in a line. Unknown kinds are shown by their name. */
function useEventText(): (event: FleetEvent) => string {
  const { states, timeline } = useWords();
  const { kinds } = timeline.event;
  const flight: Readonly<Record<string, string>> = states.flight;
  return ({ data, kind }) => {
    const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
    const known: Readonly<Record<string, string>> = kinds;
    if (kind === 'flight.phase') return flight[text('state')] ?? text('state');
    if (kind === 'notification.begin') return text('message');
    if (kind === 'notification.end') return timeline.event.ended(text('message'));
    if (kind === 'recording') return data.recording === true ? kinds.recordingOn : kinds.recordingOff;
    if (kind === 'command') return timeline.event.command(text('op'), nameIn(data.person), text('outcome'));
    return known[kind] ?? kind;
  };
}

const nameIn = (person: unknown): string =>
  typeof person === 'object' && person !== null && 'name' in person ? String(person.name) : '';
