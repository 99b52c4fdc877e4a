import { classNames } from '@kitestring/console-ui/class-names.ts';
import { SeverityBadge } from '@kitestring/console-ui/severity-mark.tsx';
import { useSize } from '@kitestring/console-ui/size.ts';
import { PHONE, useMedia } from '@kitestring/console-ui/use-media.ts';
import type { FleetAlarm } from '@kitestring/hub-contract/fleet/alarms.ts';
import type { HubStation } from '@kitestring/hub-contract/fleet/fleet-station.ts';
import type { NotificationSeverity } from '@kitestring/station-contract/notifications/notification.ts';
import { type KeyboardEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useAlarms } from '../fleet-context.tsx';
import { useNumberText, usePreferences } from '../preferences/preferences.tsx';
import { addressOfPlace, type Section } from '../shell/route.ts';
import { useWords } from '../words/words-context.tsx';
import { isFlying } from './fleet-view.ts';
import { LinkState } from './link-state.tsx';
import styles from './station-list.module.css';

const SEVERITIES: readonly (readonly [NotificationSeverity, keyof NonNullable<HubStation['alarms']>])[] = [
  ['Fatal', 'fatal'],
  ['Critical', 'critical'],
  ['Warning', 'warning'],
];

interface AlarmCountsProps {
  readonly alarms: HubStation['alarms'];
  /** From an old beat. */
  readonly isOld: boolean;
}

/** Active alarms by severity; nothing if there are none. */
function AlarmCounts({ alarms, isOld }: AlarmCountsProps) {
  const { alarms: texts, severities } = useWords();
  const number = useNumberText();
  const found = SEVERITIES.flatMap(([severity, key]) => {
    const count = alarms?.[key] ?? 0;
    return count > 0 ? [{ severity, count }] : [];
  });
  return (
    <span className={styles.alarms} data-stale={isOld || undefined}>
      {found.map(({ count, severity }) => (
        <SeverityBadge key={severity} severity={severity}>
          <span className="figures">{number(count)}</span>
          <span className="hidden-visually">{severities[severity]}</span>
        </SeverityBadge>
      ))}
      {found.length > 0 && isOld && <span className="hidden-visually">{texts.old}</span>}
    </span>
  );
}

interface StationRowProps {
  readonly station: HubStation;
  readonly index: number;
  readonly address: string;
  readonly isChosen: boolean;
  /** Its worst active alarm. */
  readonly alarm: FleetAlarm | undefined;
}

/** A station in one line; on a phone its name is above the rest. */
const StationRow = memo(function Row({ address, alarm, index, isChosen, station }: StationRowProps) {
  const { alarms: texts, states } = useWords();
  const number = useNumberText(1);
  const { altitude, flight_state = 'Unknown', name, state } = station;
  const isOld = state !== 'online';
  return (
    <a
      href={address}
      data-index={index}
      className={classNames(styles.row, isChosen && styles.chosen)}
      aria-current={isChosen ? 'true' : undefined}
      data-stale={isOld || undefined}
    >
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={classNames(styles.flight, isFlying(station) && styles.flying)}>
        <span>{states.flight[flight_state]}</span>
        {isFlying(station) && altitude !== undefined && <span className="figures">{`${number(altitude)} m`}</span>}
      </span>
      <div className={styles.alarmed}>
        <AlarmCounts alarms={station.alarms} isOld={isOld} />
        {alarm !== undefined && (
          <span className={styles.alarm} title={alarm.message}>
            <span lang="en">{alarm.message}</span>
            {alarm.acknowledged !== undefined && (
              <span className={styles.acknowledged}> {texts.acknowledgedBy(alarm.acknowledged.who)}</span>
            )}
          </span>
        )}
      </div>
      <LinkState station={station} />
    </a>
  );
});

/** Rows rendered beyond the visible ones, so that Tab and a short swipe find the next one. */
const BEYOND = 6;
const ROW_PX = 56;
const PHONE_ROW_PX = 108;
/** With the link's state in a row of its own. */
const STACKED_ROW_PX = 130;
/** With letters as large as this list is narrow, flight and link do not fit beside each other: 20 times the size of the text. */
const STACKED_BELOW_PX = 320;

interface StationListProps {
  readonly stations: readonly HubStation[];
  readonly section: Section;
  readonly chosen: string | undefined;
}

/** A list as long as the fleet, of which only the visible part is rendered. */
export function StationList({ chosen, section, stations }: StationListProps) {
  const { list } = useWords();
  const { open } = useAlarms();
  // The worst of each comes first.
  const alarms = useMemo(() => new Map(open.toReversed().map((alarm) => [alarm.sid, alarm])), [open]);
  const place = useRef<HTMLDivElement>(null);
  const { heightPx, widthPx } = useSize(place);
  const [topPx, setTopPx] = useState(0);
  const wanted = useRef<number>(undefined);
  const isPhone = useMedia(PHONE);
  const { textSize } = usePreferences().preferences;
  const scale = Number(textSize) / 100;
  const isStacked = isPhone && widthPx <= STACKED_BELOW_PX * scale;
  const phoneRowPx = isStacked ? STACKED_ROW_PX : PHONE_ROW_PX;
  const rowPx = (isPhone ? phoneRowPx : ROW_PX) * scale;
  const first = Math.max(0, Math.floor(topPx / rowPx) - BEYOND);
  const last = Math.min(stations.length, Math.ceil((topPx + heightPx) / rowPx) + BEYOND);
  // If a key selects a row that is not rendered yet, it gets the focus as soon as it is.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = place.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (row === undefined || row === null) return;
    wanted.current = undefined;
    row.focus();
  });
  const focusRow = (index: number) => {
    const list = place.current;
    if (list === null) return;
    const top = index * rowPx;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + rowPx > list.scrollTop + list.clientHeight) list.scrollTop = top + rowPx - list.clientHeight;
    wanted.current = index;
    setTopPx(list.scrollTop);
    list.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = Number((event.target as HTMLElement).dataset.index ?? Number.NaN);
    const to = Number.isNaN(at) ? undefined : target(event.key, at, Math.max(1, Math.floor(heightPx / rowPx) - 1));
    if (to === undefined || stations.length === 0) return;
    event.preventDefault();
    focusRow(Math.max(0, Math.min(stations.length - 1, to)));
  };
  return (
    <div ref={place} className={styles.place} onScroll={({ currentTarget }) => setTopPx(currentTarget.scrollTop)}>
      <ul
        className={styles.list}
        data-stacked={isStacked || undefined}
        aria-label={list.title}
        style={{ height: stations.length * rowPx }}
        onKeyDown={onKeyDown}
      >
        {stations.slice(first, last).map((station, offset) => (
          <li
            key={station.sid}
            className={styles.item}
            aria-setsize={stations.length}
            aria-posinset={first + offset + 1}
            style={{ height: rowPx, transform: `translateY(${(first + offset) * rowPx}px)` }}
          >
            <StationRow
              station={station}
              index={first + offset}
              address={addressOfPlace(section, station.sid)}
              isChosen={station.sid === chosen}
              alarm={alarms.get(station.sid)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Target row of a key. */
function target(key: string, at: number, page: number): number | undefined {
  if (key === 'ArrowDown') return at + 1;
  if (key === 'ArrowUp') return at - 1;
  if (key === 'PageDown') return at + page;
  if (key === 'PageUp') return at - page;
  if (key === 'Home') return 0;
  return key === 'End' ? Number.MAX_SAFE_INTEGER : undefined;
}
