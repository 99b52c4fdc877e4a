import { useEffect, useState, useSyncExternalStore } from 'react';
import { isOut } from './is-out.ts';
import type { KiteLoss, Source } from './source.ts';
import { useIsStale, useSilentS, useStation } from './station-context.tsx';

const nothing = () => () => undefined;

/** Set when the station has lost the Kite; undefined otherwise. */
export function useKiteLoss(): KiteLoss | undefined {
  const store = useStation().link.topic('flight/state');
  return useSyncExternalStore(store.subscribe, () => store.snapshot().loss);
}

/** Whether the station has lost this source. The payload of the Kite is lost with it. */
export function useIsLost(source: Source): boolean {
  const { link } = useStation();
  const flight = link.topic('flight/state');
  const camera = link.topic('camera/state');
  const isKiteLost = useSyncExternalStore(
    source === 'station' ? nothing : flight.subscribe,
    () => source !== 'station' && flight.snapshot().loss !== undefined,
  );
  const isCameraLost = useSyncExternalStore(
    source === 'camera' ? camera.subscribe : nothing,
    () => source === 'camera' && camera.snapshot().value?.online_state === 'Offline',
  );
  return isKiteLost || isCameraLost;
}

/** Age of the Kite's data while it, or the station, is lost, whole seconds; undefined while data arrives, or if unknown. */
export function useKiteAgeS(): number | undefined {
  const isSilent = useIsStale();
  const silentS = useSilentS(isSilent);
  const store = useStation().link.topic('flight/state');
  const lastDataAtMs = useSyncExternalStore(store.subscribe, () => {
    const { loss, receivedAtMs, status, value } = store.snapshot();
    return loss?.lastDataAtMs ?? (isOut(status) && value !== undefined ? receivedAtMs : undefined);
  });
  const [ageS, setAgeS] = useState<number>();
  useEffect(() => {
    if (lastDataAtMs === undefined) return setAgeS(undefined);
    const count = () => setAgeS(Math.round((performance.now() - lastDataAtMs) / 1000));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [lastDataAtMs]);
  return ageS ?? (isSilent ? silentS : undefined);
}
