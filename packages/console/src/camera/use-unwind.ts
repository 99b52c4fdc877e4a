import { useCallback, useEffect } from 'react';
import { STANDING } from './speed.ts';
import { type TwistKnowledge, unwindingDps, unwindingWay } from './twist.ts';
import { useCameraControl, useControlPart } from './use-camera-control.ts';

export interface Unwinding {
  readonly isOn: boolean;
  /** There is something to unwind, as far as is known. */
  readonly isOffered: boolean;
  readonly toggle: () => void;
}

/**
 * Turns against the twist until it is gone, or until it is stopped: by the button, by any other order to the camera, by
 * leaving the page.
 */
export function useUnwind(knowledge: TwistKnowledge): Unwinding {
  const control = useCameraControl();
  const isOn = useControlPart((now) => now.isUnwinding);
  const { fastestDps, slowestDps } = control.limits.speed;
  const panDps = unwindingDps(knowledge, fastestDps, slowestDps);
  useEffect(() => {
    if (isOn) control.steer('unwind', { panDps: Math.round(panDps * 10) / 10, tiltDps: 0 });
  }, [control, isOn, panDps]);
  const toggle = useCallback(() => {
    const wasOn = control.isUnwinding;
    // Also what the station has refused before may be asked for again by a new press.
    control.steer('unwind', STANDING);
    if (!wasOn) control.steer('unwind', { panDps, tiltDps: 0 });
  }, [control, panDps]);
  return { isOn, isOffered: unwindingWay(knowledge) !== 0, toggle };
}
