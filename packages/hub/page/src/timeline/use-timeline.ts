import { EVENT_PAGE_MAX, type FleetEvent, readFleetEvents } from '@kitestring/hub-contract/fleet/events.ts';
import { useCallback, useEffect, useState } from 'react';
import { CallFault, hubNowMs } from '../api/call-hub.ts';
import { useHub } from '../fleet-context.tsx';
import { eventMs } from './lanes.ts';
import { FIRST_SPAN_MS, fitted, type TimeWindow } from './time-window.ts';

/** Pages of events read at first, and added by each press of the button. */
export const PAGES_STEP = 5;
/** A wheel changes the window faster than the hub should be queried. */
const SETTLE_MS = 250;

interface TimelineReading {
  /** Undefined until the first answer; afterwards those of the newest answer. */
  readonly events: readonly FleetEvent[] | undefined;
  /** Ends after the window, of alarms that began before its end. */
  readonly endedLater: readonly FleetEvent[];
  readonly isComplete: boolean;
  readonly fault: CallFault | undefined;
}

const NOTHING: TimelineReading = { events: undefined, endedLater: [], isComplete: true, fault: undefined };

/** The newest events in a window, a limited number of pages: of one station, or of all. */
export function useTimeline({ fromMs, toMs }: TimeWindow, sid: string | undefined, pagesMax: number): TimelineReading {
  const { session } = useHub();
  const [reading, setReading] = useState<TimelineReading>(NOTHING);
  useEffect(() => {
    const left = new AbortController();
    const readEndedLater = async () => {
      const to = new Date(toMs).toISOString();
      const query = {
        kind: 'notification.end',
        severity: 'Warning',
        from: to,
        began_before: to,
        sid,
        limit: EVENT_PAGE_MAX,
      };
      return (await session.call(readFleetEvents, { query, signal: left.signal })).events;
    };
    const read = async () => {
      const endedLater = await readEndedLater();
      let events: readonly FleetEvent[] = [];
      const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
      let before = Number.MAX_SAFE_INTEGER;
      for (let page = 0; page < pagesMax; page += 1) {
        const query = { ...range, sid, before, limit: EVENT_PAGE_MAX };
        const found = await session.call(readFleetEvents, { query, signal: left.signal });
        events = [...found.events, ...events];
        before = events[0]?.n ?? 1;
        if (found.events.length < EVENT_PAGE_MAX) return { events, endedLater, isComplete: true, fault: undefined };
      }
      return { events, endedLater, isComplete: false, fault: undefined };
    };
    const timer = setTimeout(() => {
      read().then(
        (found) => !left.signal.aborted && setReading(found),
        (error: unknown) => {
          const fault = error instanceof CallFault ? error : new CallFault(0, '', String(error));
          if (!left.signal.aborted) setReading((before) => ({ ...before, fault }));
        },
      );
    }, SETTLE_MS);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [session, fromMs, toMs, sid, pagesMax]);
  return reading;
}

/** Reads the window that fits the newest events, those of up to six hours before the last one; undefined without any. */
export function useFit(sid: string | undefined): (signal: AbortSignal) => Promise<TimeWindow | undefined> {
  const { session } = useHub();
  return useCallback(
    async (signal) => {
      const query = { sid, before: Number.MAX_SAFE_INTEGER, limit: EVENT_PAGE_MAX };
      const { events } = await session.call(readFleetEvents, { query, signal });
      const timesMs = events.map(eventMs);
      const lastMs = Math.max(...timesMs);
      return fitted(
        timesMs.filter((atMs) => atMs > lastMs - FIRST_SPAN_MS),
        hubNowMs(),
      );
    },
    [session, sid],
  );
}
