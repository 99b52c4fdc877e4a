import { useEffect } from 'react';
import { useReading } from '../station/use-reading.ts';
import type { OperatorPosition } from './operator.ts';
import { useControl } from './use-control.ts';

/** Position according to the browser. */
export type PositionState =
  | { readonly kind: 'off' }
  /** Browsers give a position only to secure pages. */
  | { readonly kind: 'insecure' }
  | { readonly kind: 'searching' }
  /** The user, or a policy, does not allow it. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'known'; readonly position: OperatorPosition };

/** Observes the position of the browser. @returns a function that ends it */
function followPosition(told: (state: PositionState) => void): () => void {
  if (!window.isSecureContext || !('geolocation' in navigator)) {
    told({ kind: 'insecure' });
    return () => {};
  }
  told({ kind: 'searching' });
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      const { accuracy: accuracyM, latitude: latDeg, longitude: lonDeg } = coords;
      told({ kind: 'known', position: { latDeg, lonDeg, accuracyM } });
    },
    ({ code, PERMISSION_DENIED }) => told({ kind: code === PERMISSION_DENIED ? 'denied' : 'searching' }),
    { enableHighAccuracy: true, maximumAge: 10_000 },
  );
  return () => {
    navigator.geolocation.clearWatch(watch);
    told({ kind: 'off' });
  };
}

/** Rules change with the settings of the station, not during a flight. */
const ASK_EVERY_MS = 60_000;

/** Informs the store about the Remote ID rule and, if there is one and the operator agrees, about the position of the browser. */
export function useOperatorPosition(): void {
  const { store, mode, operator } = useControl();
  const { value: info } = useReading((client) => client.system.getSystemInfo(), { everyMs: ASK_EVERY_MS });
  const said = info?.drone_id?.regulatory_mode;
  useEffect(() => store.ruled(said), [store, said]);
  const isWanted = operator.sharesPosition && mode === 'US_REMOTE_ID_STANDARD';
  useEffect(() => {
    if (!isWanted) return;
    return followPosition((position) => store.located(position));
  }, [store, isWanted]);
}
