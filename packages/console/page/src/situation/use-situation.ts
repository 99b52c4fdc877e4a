import { useEffect, useMemo, useRef, useState } from 'react';
import { useIsStale, useStation } from '../station/station-context.tsx';
import { useIsLost } from '../station/use-loss.ts';
import { useStage } from '../video/use-stage.ts';
import { isAlike } from './alike.ts';
import { type Situation, situationOf } from './situation.ts';
import { useWindLoad } from './use-wind-load.ts';

/** Maximum redraw rate: more would not make the situation clearer. */
const PACE_MS = 100;

/** Current positions, at most ten times a second for any topic, and unchanged at rest. */
export function useSituation(): { readonly situation: Situation; readonly isStale: boolean } {
  const { facts, link } = useStation();
  const isSilent = useIsStale();
  const isLost = useIsLost('kite');
  const { wind } = useWindLoad();
  // The footprint is that of the large picture.
  const streamId = useStage().main?.stream_id;
  const stores = useMemo(
    () => ({
      flight: link.topic('flight/state'),
      system: link.topic('system/state'),
      camera: link.topic('camera/state'),
      stream: streamId === undefined ? undefined : link.topic(`videostreams/${streamId}/state`),
    }),
    [link, streamId],
  );
  const situationNow = (): Situation =>
    situationOf({
      flight: stores.flight.snapshot().value,
      system: stores.system.snapshot().value,
      camera: stores.camera.snapshot().value,
      stream: stores.stream?.snapshot().value,
      wind,
      baseHeightM: facts.limits.baseHeightM,
    });
  const [situation, setSituation] = useState(situationNow);
  const latest = useRef(situationNow);
  latest.current = situationNow;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these draws again
  useEffect(() => {
    const read = () => {
      const now = latest.current();
      setSituation((before) => (isAlike(before, now) ? before : now));
    };
    const { soon, stop } = paced(read);
    const leave = [stores.flight, stores.system, stores.camera, stores.stream].map((store) => store?.subscribe(soon));
    soon();
    return () => {
      stop();
      for (const end of leave) end?.();
    };
  }, [stores, wind?.speedMps, wind?.fromDeg, wind?.isOld]);
  return { situation, isStale: isSilent || isLost };
}

/** Runs `act` at most once in `PACE_MS`, for any number of requests. */
function paced(act: () => void): { soon: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let actedMs = Number.NEGATIVE_INFINITY;
  const run = () => {
    timer = undefined;
    actedMs = performance.now();
    act();
  };
  const soon = () => {
    timer ??= setTimeout(run, Math.max(0, actedMs + PACE_MS - performance.now()));
  };
  return { soon, stop: () => clearTimeout(timer) };
}
