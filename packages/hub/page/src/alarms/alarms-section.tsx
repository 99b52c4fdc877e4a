import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { listFleetAlarms } from '@kitestring/hub-contract/fleet/alarm-operations.ts';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import { readFleetEvents } from '@kitestring/hub-contract/fleet/events.ts';
import { useMemo, useState } from 'react';
import { hubNowMs } from '../api/call-hub.ts';
import { useAlarms, useFleet } from '../fleet-context.tsx';
import { useNumberText } from '../preferences/preferences.tsx';
import { FilterButtons } from '../shell/filter-buttons.tsx';
import { useHubReading } from '../stations/use-hub-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { AlarmCard } from './alarm-card.tsx';
import { FLOOD_MAX, FLOOD_MINUTES, inReadingOrder } from './alarm-order.ts';
import styles from './alarms.module.css';

const VIEWS = ['unacknowledged', 'active', 'ended'] as const;
type View = (typeof VIEWS)[number];

/** The alarms of all stations, urgent ones in flight first. */
export function AlarmsSection() {
  const { alarms: texts, shell } = useWords();
  const { isLoaded, isStale, open: listed, total } = useAlarms();
  const { bySid } = useFleet();
  const open = useMemo(() => inReadingOrder(listed, bySid), [listed, bySid]);
  const number = useNumberText();
  const [view, setView] = useState<View>('unacknowledged');
  const unacknowledged = open.filter(({ acknowledged }) => acknowledged === undefined);
  const counts = { unacknowledged: unacknowledged.length, active: total, ended: undefined };
  return (
    <div className={styles.section}>
      <div className={styles.tools}>
        <h2>{shell.names.alarms}</h2>
        <FilterButtons
          label={texts.view}
          ids={VIEWS}
          names={texts.views}
          counts={counts}
          value={view}
          onChange={setView}
        />
      </div>
      {isStale && <Trouble text={texts.stale} />}
      <Flood />
      {view === 'ended' ? (
        <Ended />
      ) : (
        <List alarms={view === 'active' ? open : unacknowledged} isLoaded={isLoaded} nothing={texts.none[view]} />
      )}
      {view !== 'ended' && total > open.length && (
        <p className="quiet small">{texts.more(number(total - open.length))}</p>
      )}
    </div>
  );
}

/** Warns of more new alarms than one person can handle, ended ones included. */
function Flood() {
  const { alarms: texts } = useWords();
  const number = useNumberText();
  // A start of whole minutes, so that not every rendering asks again.
  const from = new Date((Math.floor(hubNowMs() / 60_000) - FLOOD_MINUTES) * 60_000).toISOString();
  const { value } = useHubReading(readFleetEvents, {
    query: { kind: 'notification.begin', severity: 'Warning', from, before: Number.MAX_SAFE_INTEGER, limit: 1000 },
    everyMs: 30_000,
  });
  const count = value?.events.length ?? 0;
  return count > FLOOD_MAX ? <Trouble text={texts.flood(number(count), FLOOD_MINUTES)} /> : null;
}

function Ended() {
  const { alarms: texts, trouble } = useWords();
  const { fault, value } = useHubReading(listFleetAlarms, {
    query: { state: 'ended', limit: 200 },
    everyMs: 10_000,
  });
  if (fault !== undefined) return <Trouble text={trouble.of(fault.status, fault.message)} />;
  return <List alarms={value?.alarms ?? []} isLoaded={value !== undefined} nothing={texts.none.ended} />;
}

interface ListProps {
  readonly alarms: readonly FleetAlarm[];
  readonly isLoaded: boolean;
  readonly nothing: string;
}

function List({ alarms, isLoaded, nothing }: ListProps) {
  const { trouble } = useWords();
  if (!isLoaded) return <p role="status">{trouble.loading}</p>;
  if (alarms.length === 0) return <p className="nothing">{nothing}</p>;
  return (
    <ul className={styles.list}>
      {alarms.map((alarm) => (
        <li key={alarm.id}>
          <AlarmCard alarm={alarm} />
        </li>
      ))}
    </ul>
  );
}
