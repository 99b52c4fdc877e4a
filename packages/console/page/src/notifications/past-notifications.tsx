import { Button } from '@kitestring/console-ui/button.tsx';
import { Choice } from '@kitestring/console-ui/choice.tsx';
import { Panel } from '@kitestring/console-ui/panel.tsx';
import { durationText } from '@kitestring/console-ui/quantity-text.ts';
import { TextField } from '@kitestring/console-ui/text-field.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { NOTIFICATION_SEVERITIES, type Notification } from '@kitestring/station-contract/notifications/notification.ts';
import type { PastFlight } from '@kitestring/station-contract/station/notification-page.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import { Pager } from '../parts/pager.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useTimeText } from '../parts/use-time.ts';
import { useStation } from '../station/station-context.tsx';
import { useReading } from '../station/use-reading.ts';
import { useWords } from '../words/words-context.tsx';
import { type EndedHistory, readEndedHistory } from './ended-history.ts';
import { keyOf } from './notification-feed.ts';
import {
  exportFile,
  exportName,
  fromTime,
  type HistoryFilter,
  type HistoryOrder,
  historyRows,
  inOrder,
  ORDER_NAMES,
  RANGE_NAMES,
  type RangeName,
} from './notification-history.ts';
import styles from './notifications-drawer.module.css';
import { SeverityMark } from './severity-mark.tsx';
import { lastedS, useNotifications } from './use-notifications.ts';

/** Rows rendered at once. */
const PAGE = 50;

/** Ended notifications with filters. */
export function PastNotifications() {
  const words = useWords();
  const [period, setPeriod] = useState<Period>('day');
  const [severity, setSeverity] = useState<HistoryFilter['severity']>('any');
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<HistoryOrder>('newest');
  const { told, trouble } = useHistory(period);
  const flight = told?.flights.find(({ began_time }) => began_time === period);
  const rows = useRows(told, { severity, search: useDeferredValue(search), flight }, order);
  const { facts } = useStation();
  const { history: texts, severities } = words.notifications;
  const wanted = [
    { id: 'any' as const, name: texts.any },
    ...NOTIFICATION_SEVERITIES.map((id) => ({ id, name: severities[id] })),
  ];
  return (
    <Panel title={texts.title}>
      <div className={styles.filters}>
        <PeriodChoice value={period} flights={told?.flights ?? []} onChange={setPeriod} />
        <Choice label={texts.severity} options={wanted} value={severity} onChange={setSeverity} />
        <Choice
          label={texts.order}
          options={ORDER_NAMES.map((id) => ({ id, name: texts.orders[id] }))}
          value={order}
          onChange={setOrder}
        />
      </div>
      <TextField label={texts.search} hint={texts.searchHint} value={search} onChange={setSearch} type="search" />
      <Trouble text={trouble} />
      <p role="status" className="quiet small">
        {rows.length === 0 ? texts.none : texts.shown(rows.length)} {told?.isPartial === true && texts.reading}
      </p>
      {rows.length > 0 && (
        <div className={styles.filters}>
          {(['csv', 'json'] as const).map((format) => (
            <Button
              key={format}
              onPress={() => saveFile(exportFile(rows, format), exportName(facts.stationName, format))}
            >
              {texts.exportAs(format.toUpperCase())}
            </Button>
          ))}
        </div>
      )}
      <Rows key={`${order} ${period} ${severity} ${search}`} rows={rows} />
    </Panel>
  );
}

/** Time range, or the take-off of a flight. */
type Period = RangeName | PastFlight['began_time'];

interface PeriodChoiceProps {
  readonly value: Period;
  readonly flights: readonly PastFlight[];
  readonly onChange: (period: Period) => void;
}

function PeriodChoice({ flights, onChange, value }: PeriodChoiceProps) {
  const { history: texts } = useWords().notifications;
  const timeText = useTimeText();
  const options = [
    ...RANGE_NAMES.map((id) => ({ id: id as Period, name: texts.ranges[id] })),
    ...flights.map(({ began_time: id }) => ({ id, name: texts.flight(timeText(id) ?? id) })),
  ];
  return <Choice label={texts.range} options={options} value={value} onChange={onChange} />;
}

const isRange = (period: Period): period is RangeName => RANGE_NAMES.some((name) => name === period);

/** The station's list, read page by page, and again after missed endings. */
function useHistory(period: Period) {
  const { clock } = useStation().link;
  const { missed } = useNotifications();
  const [told, setTold] = useState<EndedHistory>();
  const { trouble } = useReading(
    (client, signal) =>
      readEndedHistory(
        (query) => client.station.listEndedNotifications(query, { signal }),
        isRange(period) ? fromTime(period, clock.nowMs()) : period,
        (part) => !signal.aborted && setTold(part),
      ),
    { key: `${period} ${missed}` },
  );
  return { told, trouble };
}

/** The filtered ones in order, in the language of the page. */
function useRows(
  told: EndedHistory | undefined,
  { flight, search, severity }: HistoryFilter,
  order: HistoryOrder,
): readonly Notification[] {
  const { translator } = useWords();
  const { ended } = useNotifications();
  const shown = useMemo(() => {
    if (told === undefined || translator === undefined) return told;
    return { ...told, notifications: told.notifications.map((one) => translator.notification(one)) };
  }, [told, translator]);
  return useMemo(
    () => inOrder(historyRows(shown, { ended }, { severity, search, flight }), order),
    [shown, ended, severity, search, flight, order],
  );
}

/** One page at a time: rendering ten thousand rows takes seconds. */
function Rows({ rows }: { readonly rows: readonly Notification[] }) {
  const { history: texts } = useWords().notifications;
  const [wanted, setWanted] = useState(0);
  const pages = Math.ceil(rows.length / PAGE);
  const page = Math.max(0, Math.min(wanted, pages - 1));
  return (
    <>
      <Pager label={texts.pages} page={page} pages={pages} onTurn={setWanted} />
      <ul className="stack loose">
        {rows.slice(page * PAGE, (page + 1) * PAGE).map((notification) => (
          <PastItem key={keyOf(notification)} notification={notification} />
        ))}
      </ul>
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
        <span className="quiet small figures">
          {timeText(begin_time)} ·{' '}
          {words.notifications.history.lasted(durationText(lastedS(notification, undefined) ?? 0))}
        </span>
        <span className={styles.code}>{words.notifications.code(code)}</span>
      </p>
      <p>{message}</p>
    </li>
  );
}
