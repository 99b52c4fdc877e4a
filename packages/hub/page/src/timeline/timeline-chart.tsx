import { classNames } from '@kitestring/console-ui/class-names.ts';
import { useSize } from '@kitestring/console-ui/size.ts';
import { NOTIFICATION_SEVERITIES as SEVERITIES } from '@kitestring/station-contract/notifications/notification.ts';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useFleet } from '../fleet-context.tsx';
import { usePreferences } from '../preferences/preferences.tsx';
import { addressOfView } from '../shell/route.ts';
import { useWords } from '../words/words-context.tsx';
import type { FlightStretch, Lane, Stretch } from './lanes.ts';
import { shareOf, type TimeWindow, ticksOf } from './time-window.ts';
import styles from './timeline.module.css';

/** Distance of ticks. */
const TICK_PX = 90;
/** Widths of their labels. */
const LABEL_PX = { time: 48, date: 90 };
const DAY_MS = 86_400_000;

interface TimelineChartProps {
  readonly window: TimeWindow;
  readonly lanes: readonly Lane[];
  /** Gaps in the records of the one station that is shown. */
  readonly gaps: readonly Stretch[];
  /** The wheel was turned at a time, given as a share of the window. */
  readonly onZoom: (factor: number, share: number) => void;
  readonly onMove: (share: number) => void;
  /** Below the last lane. */
  readonly children: ReactNode;
}

/** The stations below each other, time from left to right. It is visual only: the list beside it has the same data as text. */
export function TimelineChart({ children, gaps, lanes, onMove, onZoom, window }: TimelineChartProps) {
  const { timeline: texts } = useWords();
  const { bySid } = useFleet();
  const place = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const { widthPx } = useSize(axis);
  useWheel(place, axis, onZoom, onMove);
  return (
    <div ref={place} className={styles.chart}>
      <div className={classNames(styles.lane, styles.axisLane)}>
        <span />
        <div ref={axis} className={styles.axis} aria-hidden="true">
          <Ticks window={window} widthPx={widthPx} />
        </div>
      </div>
      <ul aria-label={texts.lanes}>
        {lanes.map((lane) => (
          <li key={lane.sid} className={styles.lane}>
            <LaneName sid={lane.sid} name={bySid.get(lane.sid)?.name ?? lane.sid} />
            <div className={styles.track} aria-hidden="true">
              <Bars lane={lane} window={window} gaps={gaps} />
            </div>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

function LaneName({ name, sid }: { readonly sid: string; readonly name: string }) {
  return (
    <a className={styles.name} href={addressOfView('timeline', sid)} title={name}>
      {name}
    </a>
  );
}

interface BarsProps {
  readonly lane: Lane;
  readonly window: TimeWindow;
  readonly gaps: readonly Stretch[];
}

function Bars({ gaps, lane, window }: BarsProps) {
  const { states } = useWords();
  const bar = (kind: string, stretch: Stretch, title: string, more?: string) => (
    <span
      key={`${kind} ${stretch.fromMs} ${title}`}
      className={classNames(styles.bar, styles[kind], more !== undefined && styles[more])}
      style={barPlace(window, stretch)}
      title={title}
    />
  );
  const isSafety = ({ state }: FlightStretch) => state === 'SafetyLanding' || state === 'SafetyDescending';
  return (
    <>
      {lane.offline.map((stretch) => bar('offline', stretch, states.link.offline))}
      {gaps.map((stretch) => bar('gap', stretch, ''))}
      {lane.flights.map((stretch) =>
        bar('flight', stretch, states.flight[stretch.state], isSafety(stretch) ? 'safety' : undefined),
      )}
      {/* The worst is on top. */}
      {lane.alarms
        .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
        .map((stretch) => bar('alarm', stretch, stretch.message, stretch.severity))}
    </>
  );
}

function barPlace(window: TimeWindow, { fromMs, toMs }: Stretch): CSSProperties {
  const from = Math.max(0, shareOf(window, fromMs));
  const to = Math.min(1, shareOf(window, toMs));
  return { left: `${from * 100}%`, width: `${Math.max(0, to - from) * 100}%` };
}

function Ticks({ widthPx, window }: { readonly window: TimeWindow; readonly widthPx: number }) {
  const { locale, preferences } = usePreferences();
  const { isUtc } = preferences;
  const isLong = window.toMs - window.fromMs > DAY_MS;
  const format = useMemo(
    () =>
      new Intl.DateTimeFormat(locale, {
        ...(isLong && { day: '2-digit', month: '2-digit' }),
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        ...(isUtc && { timeZone: 'UTC' }),
      }),
    [isLong, isUtc, locale],
  );
  const offsetMs = isUtc ? 0 : -new Date(window.toMs).getTimezoneOffset() * 60_000;
  const most = Math.max(1, Math.floor(widthPx / TICK_PX));
  return ticksOf(window, most, offsetMs).map((at) => {
    const share = shareOf(window, at);
    const hasRoom = (1 - share) * widthPx >= (isLong ? LABEL_PX.date : LABEL_PX.time);
    return (
      <span key={at} className={styles.tick} style={{ left: `${share * 100}%` }}>
        {hasRoom && format.format(at)}
      </span>
    );
  });
}

/** Pixels of wheel movement that double the window. */
const DOUBLING_PX = 400;

function useWheel(
  place: React.RefObject<HTMLElement | null>,
  axis: React.RefObject<HTMLElement | null>,
  onZoom: TimelineChartProps['onZoom'],
  onMove: TimelineChartProps['onMove'],
): void {
  const latest = useRef({ onMove, onZoom });
  latest.current = { onMove, onZoom };
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    // React's listeners are passive, so the page would scroll too.
    const onWheel = (event: WheelEvent) => {
      const area = axis.current?.getBoundingClientRect();
      // Over the names the wheel scrolls.
      if (area === undefined || event.clientX < area.left) return;
      event.preventDefault();
      const { deltaX, deltaY, shiftKey } = event;
      const acrossPx = shiftKey ? deltaY : deltaX;
      if (Math.abs(acrossPx) > Math.abs(shiftKey ? 0 : deltaY)) return latest.current.onMove(acrossPx / area.width);
      latest.current.onZoom(2 ** (deltaY / DOUBLING_PX), (event.clientX - area.left) / area.width);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [place, axis]);
}
