import { useEffect, useMemo, useState } from 'react';
import { useIsStale, useStation } from '../station/station-context.tsx';
import { useStage } from '../video/use-stage.ts';
import { type Reports, type Situation, situationOf } from './situation.ts';
import { useSimulatedWorld } from './use-simulated-world.ts';

/** Drawn at most this often: a picture of the situation does not get clearer by more. */
const PACE_MS = 100;

/** Where everything is now, at most ten times a second whatever topic has news. */
export function useSituation(): { readonly situation: Situation; readonly isStale: boolean } {
  const { link } = useStation();
  const isStale = useIsStale();
  const world = useSimulatedWorld();
  // The footprint is of what the operator looks at.
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
  const [reports, setReports] = useState<Omit<Reports, 'world'>>(NOTHING);
  useEffect(() => {
    const read = () =>
      setReports({
        flight: stores.flight.snapshot().value,
        system: stores.system.snapshot().value,
        camera: stores.camera.snapshot().value,
        stream: stores.stream?.snapshot().value,
      });
    const { soon, stop } = paced(read);
    const leave = [stores.flight, stores.system, stores.camera, stores.stream].map((store) => store?.subscribe(soon));
    soon();
    return () => {
      stop();
      for (const end of leave) end?.();
    };
  }, [stores]);
  return { situation: useMemo(() => situationOf({ ...reports, world }), [reports, world]), isStale };
}

const NOTHING = { flight: undefined, system: undefined, camera: undefined, stream: undefined };

/** Runs `act` for any number of wishes, at most once in `PACE_MS`. */
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
