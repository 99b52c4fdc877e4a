import { NOTIFICATION_SEVERITIES, type Notification } from '@kitestring/contract/notifications/notification.ts';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Choice } from '../kit/choice.tsx';
import { durationText } from '../kit/duration-text.ts';
import { Panel } from '../kit/panel.tsx';
import { TextField } from '../kit/text-field.tsx';
import { Trouble } from '../kit/trouble.tsx';
import { useTimeText } from '../kit/use-time-text.ts';
import { useStation } from '../station/station-context.tsx';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { keyOf } from './notification-feed.ts';
import {
  fromTimeOf,
  type HistoryFilter,
  historyRows,
  isCut,
  RANGE_NAMES,
  type RangeName,
} from './notification-history.ts';
import styles from './notifications-drawer.module.css';
import { SeverityMark } from './severity-mark.tsx';
import { lastedS, useNotifications } from './use-notifications.ts';

/** Lists of a thousand are drawn in parts. */
const PAGE = 50;

/** What is over, with what of it is wanted. */
export function PastNotifications() {
  const words = useWords();
  const [range, setRange] = useState<RangeName>('day');
  const [filter, setFilter] = useState<HistoryFilter>({ severity: 'any', search: '' });
  const history = useHistory(range);
  const { ended } = useNotifications();
  const rows = historyRows(history.told, { ended }, filter);
  const { history: texts, severities } = words.notifications;
  const ranges = RANGE_NAMES.map((id) => ({ id, name: texts.ranges[id] }));
  const wanted = [
    { id: 'any' as const, name: texts.any },
    ...NOTIFICATION_SEVERITIES.map((id) => ({ id, name: severities[id] })),
  ];
  const timeText = useTimeText();
  return (
    <Panel title={texts.title}>
      <div className={styles.filters}>
        <Choice label={texts.range} options={ranges} value={range} onChange={setRange} />
        <Choice
          label={texts.severity}
          options={wanted}
          value={filter.severity}
          onChange={(severity) => setFilter({ ...filter, severity })}
        />
      </div>
      <TextField
        label={texts.search}
        hint={texts.searchHint}
        value={filter.search}
        onChange={(search) => setFilter({ ...filter, search })}
        type="search"
      />
      <Trouble text={history.trouble} />
      {history.isCut && <p className="quiet small">{texts.cut(timeText(history.told?.from_time) ?? '')}</p>}
      <p role="status" className="quiet small">
        {rows.length === 0 ? texts.none : texts.shown(rows.length)}
      </p>
      <Rows key={`${range} ${filter.severity} ${filter.search}`} rows={rows} />
    </Panel>
  );
}

/** The station's own list, read anew when some have ended unheard. */
function useHistory(range: RangeName) {
  const { clock } = useStation().link;
  const { missed } = useNotifications();
  const { trouble, value } = useReading(
    async (client, signal) => {
      const from_time = fromTimeOf(range, clock.nowMs());
      const told = await client.notifications.getNotificationHistory({ from_time }, { signal });
      return { told, from_time };
    },
    { key: `${range} ${missed}` },
  );
  return { trouble, told: value?.told, isCut: isCut(value?.told, value?.from_time) };
}

function Rows({ rows }: { readonly rows: readonly Notification[] }) {
  const words = useWords();
  const [shown, setShown] = useState(PAGE);
  const rest = rows.length - shown;
  return (
    <>
      <ul className={styles.list}>
        {rows.slice(0, shown).map((notification) => (
          <PastItem key={keyOf(notification)} notification={notification} />
        ))}
      </ul>
      {rest > 0 && (
        <Button onPress={() => setShown(shown + PAGE)}>
          {words.notifications.history.showMore(Math.min(PAGE, rest))}
        </Button>
      )}
    </>
  );
}

function PastItem({ notification }: { readonly notification: Notification }) {
  const words = useWords();
  const timeText = useTimeText();
  const { begin_time, code, message, severity } = notification;
  return (
    <li className={styles.past}>
      <p className={styles.head}>
        <SeverityMark severity={severity} />
        <span className={styles.time}>
          {timeText(begin_time)} ·{' '}
          {words.notifications.history.lasted(durationText(lastedS(notification, undefined) ?? 0))}
        </span>
        <span className={styles.code}>{words.notifications.code(code)}</span>
      </p>
      <p>{message}</p>
    </li>
  );
}
