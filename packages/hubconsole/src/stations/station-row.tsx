import type { NotificationSeverity } from '@kitestring/contract/notifications/notification.ts';
import type { HubStation } from '@kitestring/hubcontract/fleet/fleet-station.ts';
import { classNames } from '@kitestring/kit/class-names.ts';
import { SeverityBadge } from '@kitestring/kit/severity-mark.tsx';
import { memo } from 'react';
import { useNumberText } from '../preferences/preferences.tsx';
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
  /** As of a beat that is old. */
  readonly isOld: boolean;
}

/** Active alarms by severity; nothing where there are none. */
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
}

/** A station in one line; on a phone in two. */
export const StationRow = memo(function Row({ address, index, isChosen, station }: StationRowProps) {
  const { states } = useWords();
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
      <AlarmCounts alarms={station.alarms} isOld={isOld} />
      <LinkState station={station} />
    </a>
  );
});
