import type { OperatorPosition } from './operator.ts';

/** What the browser says about where it is. */
export type PositionState =
  | { readonly kind: 'off' }
  /** Browsers tell a position to pages of secure origins only. */
  | { readonly kind: 'insecure' }
  | { readonly kind: 'searching' }
  /** The user, or a policy, does not allow it. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'known'; readonly position: OperatorPosition };

/** Follows the position of the browser. @returns what ends it */
export function followPosition(told: (state: PositionState) => void): () => void {
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
