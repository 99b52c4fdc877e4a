/** Reason for which a control is disabled: one rule for all controls. */

export type WhyNot =
  /** A recording is being played. */
  | { readonly kind: 'replay' }
  /** The token lacks the scope. */
  | { readonly kind: 'viewOnly' }
  /** The role only allows the camera. */
  | { readonly kind: 'cameraOnly' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'otherInControl'; readonly name: string }
  /** There is no data of the Kite, which carries the camera. */
  | { readonly kind: 'kiteLost' }
  | { readonly kind: 'noCamera' }
  | { readonly kind: 'cameraOff' };

/** Permissions of the sign-in, and known state of the station. */
export interface Seat {
  readonly scopes: readonly string[];
  /** A recording is being played. */
  readonly isReplay: boolean;
  /** Allowed by the role of the account or at the hub; true with an API key. */
  readonly mayFly: boolean;
  readonly isStale: boolean;
  /** Another client in control, as far as known. */
  readonly otherInControl: string | undefined;
  readonly isKiteLost: boolean;
  /** Undefined until the station has reported it. */
  readonly camera: 'online' | 'off' | 'none' | undefined;
}

/**
 * Purpose of a control.
 * - `command`: any command to the Kite or the station.
 * - `fly`: a command to the Kite or its lids.
 * - `sign`: the signature of the readiness list.
 * - `bringDown`: landing, aborting, stopping. Enabled although data are stale: it may get through where the data do
 *   not.
 * - `camera`: aiming and zooming, the palette, starting a recording.
 * - `snapshot`: reading a picture.
 * - `annotate`: names, notes and bookmarks, independent of control.
 * - `simulator`: changing the simulated world, independent of control.
 */
export type ControlUse = 'command' | 'fly' | 'sign' | 'bringDown' | 'camera' | 'snapshot' | 'annotate' | 'simulator';

interface Need {
  /** Any of them. */
  readonly scopes: readonly string[];
  readonly isFlying?: true;
  readonly isFresh?: true;
  readonly isControlFree?: true;
  readonly isCameraOn?: true;
}

const NEEDS: Readonly<Record<ControlUse, Need>> = {
  command: { scopes: ['control'], isFresh: true, isControlFree: true },
  fly: { scopes: ['control'], isFlying: true, isFresh: true, isControlFree: true },
  sign: { scopes: ['control'], isFlying: true, isFresh: true },
  bringDown: { scopes: ['control'], isFlying: true, isControlFree: true },
  camera: { scopes: ['control'], isFresh: true, isControlFree: true, isCameraOn: true },
  snapshot: { scopes: ['read'], isFresh: true, isCameraOn: true },
  annotate: { scopes: ['control'], isFresh: true },
  simulator: { scopes: ['experimental', 'internal'], isFresh: true },
};

/** The most fundamental reason comes first. @returns undefined when the control is enabled */
export function whyNot(
  use: ControlUse,
  { camera, isKiteLost, isReplay, isStale, mayFly, otherInControl, scopes }: Seat,
): WhyNot | undefined {
  if (isReplay) return { kind: 'replay' };
  const need = NEEDS[use];
  if (!need.scopes.some((scope) => scopes.includes(scope))) return { kind: 'viewOnly' };
  if (need.isFlying && !mayFly) return { kind: 'cameraOnly' };
  if (need.isFresh && isStale) return { kind: 'stale' };
  // Control is a lease of seconds: with stale data its holder is unknown.
  if (need.isControlFree && !isStale && otherInControl !== undefined) {
    return { kind: 'otherInControl', name: otherInControl };
  }
  if (need.isCameraOn && isKiteLost) return { kind: 'kiteLost' };
  if (need.isCameraOn && camera === 'none') return { kind: 'noCamera' };
  return need.isCameraOn && camera === 'off' ? { kind: 'cameraOff' } : undefined;
}
