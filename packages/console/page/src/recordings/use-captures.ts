import { pause } from '@kitestring/console-ui/pause.ts';
import type { CaptureChanges } from '@kitestring/station-contract/station/captures.ts';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { usePreferences } from '../preferences/preferences.tsx';
import { useStation } from '../station/station-context.tsx';
import type { StationLink } from '../station/station-link.ts';
import { type CaptureFilter, CaptureListStore } from './capture-list.ts';

/** The captures of a filter, while they are shown. */
export function useCaptures(filter: CaptureFilter) {
  const { facts, link } = useStation();
  const { isAtHub } = facts;
  const { isUtc } = usePreferences().preferences;
  const { day, flight, kind, search } = filter;
  const store = useMemo(
    () =>
      new CaptureListStore(
        {
          list: (query, signal) => link.call(({ station }) => station.listCaptures(query, { signal })),
          changes: isAtHub
            ? (_, signal) => changesInPages(link, signal)
            : (version, signal) => link.call(({ station }) => station.watchCaptures({ version }, { signal })),
          pause: pauseWhileHidden,
        },
        { day, flight, kind, search },
        isUtc,
      ),
    [link, isAtHub, isUtc, day, flight, kind, search],
  );
  const shown = useSyncExternalStore(store.subscribe, store.snapshot);
  return { ...shown, more: store.more };
}

/** Through a hub requests cannot wait for a change: the version is read periodically. */
async function changesInPages(link: StationLink, signal: AbortSignal): Promise<CaptureChanges> {
  await pauseWhileHidden(ASK_AT_HUB_EVERY_MS, signal);
  const { version } = await link.call(({ station }) => station.listCaptures({ limit: 1 }, { signal }));
  return { version };
}

const ASK_AT_HUB_EVERY_MS = 5000;

/** A hidden page requests nothing. */
async function pauseWhileHidden(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, signal);
  while (document.hidden && !signal.aborted) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const done = () => resolve();
    document.addEventListener('visibilitychange', done, { once: true });
    signal.addEventListener('abort', done, { once: true });
    await promise;
    document.removeEventListener('visibilitychange', done);
  }
}

/** Whether the element has been in view; calls back each time it comes into view. */
export function useInView<Kind extends Element>(onInView?: () => void) {
  const place = useRef<Kind>(null);
  const latest = useRef(onInView);
  latest.current = onInView;
  const [wasInView, setWasInView] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setWasInView(true);
      latest.current?.();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, wasInView };
}

/** The thumbnail of a capture as a URL; undefined while it is loading, not wanted, or missing. */
export function useThumbnail(captureId: string, isWanted: boolean): string | undefined {
  const { link } = useStation();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isWanted) return;
    const ended = new AbortController();
    let made: string | undefined;
    link
      .call(({ station }) => station.getCaptureThumbnail({ capture_id: captureId }, { signal: ended.signal }))
      .then((response) => response.blob())
      .then(
        (blob) => {
          if (ended.signal.aborted) return;
          made = URL.createObjectURL(blob);
          setUrl(made);
        },
        // The capture is shown without a picture.
        () => undefined,
      );
    return () => {
      ended.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [link, captureId, isWanted]);
  return url;
}
