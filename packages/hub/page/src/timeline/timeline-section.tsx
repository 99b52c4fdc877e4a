import { Button } from '@kitestring/console-ui/button.tsx';
import { Icon, MinusIcon, PlusIcon } from '@kitestring/console-ui/icons.tsx';
import { Trouble } from '@kitestring/console-ui/trouble.tsx';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { hubNowMs } from '../api/call-hub.ts';
import { useFaultText } from '../api/fault-text.ts';
import { useAlarms, useFleet } from '../fleet-context.tsx';
import { useNumberText, useRangeText } from '../preferences/preferences.tsx';
import { addressOfPlace, usePlace } from '../shell/route.ts';
import { useWords } from '../words/words-context.tsx';
import { EventList } from './event-list.tsx';
import { type Lane, lanesOf } from './lanes.ts';
import { RecordGaps, useGaps } from './record-gaps.tsx';
import { FIRST_SPAN_MS, moved, type TimeWindow, zoomed } from './time-window.ts';
import styles from './timeline.module.css';
import { TimelineChart } from './timeline-chart.tsx';
import { TimelineKey } from './timeline-key.tsx';
import { PAGES_STEP, useFit, useTimeline } from './use-timeline.ts';

/** Interval at which a window that ends now moves on. */
const FOLLOW_EVERY_MS = 15_000;
/** Lanes shown at first, and added by each press of the button; sorted by attention. */
const LANES_STEP = 150;
const KEY_SHARE = 0.25;

/** Events and flights over time: of all stations, or of one. */
export function TimelineSection() {
  const { shell, timeline: texts } = useWords();
  const { view } = usePlace();
  const sid = view === undefined || view === '' ? undefined : view;
  const { bySid } = useFleet();
  const { open } = useAlarms();
  const faultText = useFaultText();
  const number = useNumberText();
  const { fit, isNow, move, toNow, window, zoom } = useWindow(sid);
  const [pages, setPages] = useState(PAGES_STEP);
  const [lanesMax, setLanesMax] = useState(LANES_STEP);
  const { endedLater, events, fault, isComplete } = useTimeline(window, sid, pages);
  const lanes = useMemo(() => {
    const all = lanesOf({ events: events ?? [], endedLater, window, bySid, open, isNow });
    if (sid === undefined) return all;
    return [all.find((lane) => lane.sid === sid) ?? emptyLane(sid)];
  }, [events, endedLater, window, bySid, open, isNow, sid]);
  const gaps = useGaps(sid);
  const onKeyDown = (event: KeyboardEvent) => {
    const action = { '+': () => zoom(0.5), '-': () => zoom(2), End: toNow }[event.key];
    const steps = { ArrowLeft: -KEY_SHARE, ArrowRight: KEY_SHARE }[event.key];
    if (action === undefined && steps === undefined) return;
    event.preventDefault();
    if (action !== undefined) action();
    else if (steps !== undefined) move(steps);
  };
  return (
    <section className={styles.section} aria-label={shell.names.timeline} onKeyDown={onKeyDown}>
      <div className={styles.tools}>
        <h2>{sid === undefined ? shell.names.timeline : (bySid.get(sid)?.name ?? sid)}</h2>
        {sid !== undefined && <a href={addressOfPlace('timeline')}>{texts.all}</a>}
        <Range window={window} />
        <div className={styles.buttons}>
          <Button aria-label={texts.earlier} isSquare onPress={() => move(-KEY_SHARE)}>
            <ArrowIcon />
          </Button>
          <Button aria-label={texts.later} isSquare isDisabled={isNow} onPress={() => move(KEY_SHARE)}>
            <ArrowIcon isRight />
          </Button>
          <Button aria-label={texts.closer} isSquare onPress={() => zoom(0.5)}>
            <PlusIcon />
          </Button>
          <Button aria-label={texts.wider} isSquare onPress={() => zoom(2)}>
            <MinusIcon />
          </Button>
          <Button onPress={() => void fit()}>{texts.fit}</Button>
          <Button isDisabled={isNow} onPress={toNow}>
            {texts.now}
          </Button>
        </div>
      </div>
      <div className={styles.left}>
        <Trouble text={fault === undefined ? undefined : faultText(fault)} />
        {!isComplete && (
          <div className={styles.cut}>
            <Trouble text={texts.cut(number(events?.length ?? 0))} />
            <Button onPress={() => setPages((before) => before + PAGES_STEP)}>{texts.showMore}</Button>
          </div>
        )}
        {lanes.length === 0 && events !== undefined && <p className="nothing">{texts.quiet}</p>}
        <TimelineChart
          window={window}
          lanes={lanes.slice(0, lanesMax)}
          gaps={gaps?.stretches ?? []}
          onZoom={zoom}
          onMove={move}
        >
          {lanes.length > lanesMax && (
            <p className={styles.more}>
              {texts.more(number(lanes.length - lanesMax))}
              <Button onPress={() => setLanesMax((before) => before + LANES_STEP)}>{texts.showMore}</Button>
            </p>
          )}
        </TimelineChart>
        <TimelineKey hasGaps={sid !== undefined} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <section className={styles.beside} aria-label={texts.words} tabIndex={0}>
        {gaps !== undefined && <RecordGaps gaps={gaps} />}
        <EventList events={events} isNameHidden={sid !== undefined} />
      </section>
    </section>
  );
}

const ArrowIcon = ({ isRight = false }: { readonly isRight?: boolean }) => (
  <Icon>
    <path d={isRight ? 'M5 12h14m-6-6 6 6-6 6' : 'M19 12H5m6-6-6 6 6 6'} />
  </Icon>
);

const emptyLane = (sid: string): Lane => ({ sid, flights: [], offline: [], alarms: [], rank: 0 });

function Range({ window }: { readonly window: TimeWindow }) {
  const range = useRangeText();
  return (
    <span role="status" className="quiet">
      {range(window.fromMs, window.toMs)}
    </span>
  );
}

/** The window, fitted to the newest events at first; it follows the current time until it is moved into the past. */
function useWindow(sid: string | undefined) {
  const [isNow, setIsNow] = useState(true);
  const [window, setWindow] = useState<TimeWindow>(() => endingAt(hubNowMs(), FIRST_SPAN_MS));
  useEffect(() => {
    if (!isNow) return;
    const follow = () => setWindow(({ fromMs, toMs }) => endingAt(hubNowMs(), toMs - fromMs));
    const timer = setInterval(follow, FOLLOW_EVERY_MS);
    return () => clearInterval(timer);
  }, [isNow]);
  const readFit = useFit(sid);
  /** Whether a person has chosen the window: then an answer that comes later does not replace it. */
  const isChosen = useRef(false);
  const take = useCallback((fitting: TimeWindow | undefined) => {
    if (fitting === undefined) return;
    setWindow(fitting);
    setIsNow(true);
  }, []);
  useEffect(() => {
    const left = new AbortController();
    isChosen.current = false;
    // Without an answer the first window stays; why not, is told by the reading of its events.
    readFit(left.signal).then(
      (fitting) => !left.signal.aborted && !isChosen.current && take(fitting),
      () => undefined,
    );
    return () => left.abort();
  }, [readFit, take]);
  const change = (step: (window: TimeWindow, nowMs: number) => TimeWindow) => {
    const nowMs = hubNowMs();
    isChosen.current = true;
    const next = step(isNow ? endingAt(nowMs, window.toMs - window.fromMs) : window, nowMs);
    setWindow(next);
    setIsNow(next.toMs >= nowMs - ROUNDING_MS);
  };
  return {
    isNow,
    window,
    fit: () => readFit(new AbortController().signal).then(take, () => undefined),
    /** Without a `share` it keeps its end if that is now, otherwise its middle. */
    zoom: (factor: number, share = isNow ? 1 : 0.5) => change((before, nowMs) => zoomed(before, factor, share, nowMs)),
    move: (share: number) => change((before, nowMs) => moved(before, share, nowMs)),
    toNow: () => change(({ fromMs, toMs }, nowMs) => endingAt(nowMs, toMs - fromMs)),
  };
}

/** Sums of such large numbers are not exact. */
const ROUNDING_MS = 1;

const endingAt = (toMs: number, spanMs: number): TimeWindow => ({ fromMs: toMs - spanMs, toMs });
