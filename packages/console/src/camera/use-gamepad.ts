import { type RefObject, useEffect } from 'react';
import type { CameraControl } from './camera-control.ts';
import { gamepadWish } from './gamepad.ts';
import type { PictureGrip } from './picture-grip.ts';
import { STANDING, speedOf, usefulSpeed } from './speed.ts';
import { triggerFactor } from './zoom.ts';

/** Less than this is not worth an order; it adds up. */
const FACTOR_MIN = 1.03;

/** Turns and zooms by the first gamepad that is connected, while the page has the keyboard. */
export function useGamepad(control: CameraControl, grip: RefObject<PictureGrip>, fieldOfViewDeg: () => number): void {
  useEffect(() => {
    let frame = 0;
    let beforeMs = performance.now();
    let factor = 1;
    const look = (nowMs: number) => {
      frame = 0;
      const gamepad = navigator.getGamepads().find((found) => found?.connected);
      if (!gamepad) return control.steer('stick', STANDING);
      frame = requestAnimationFrame(look);
      const seconds = Math.min(0.1, (nowMs - beforeMs) / 1000);
      beforeMs = nowMs;
      const isHeard = document.hasFocus() && !document.hidden;
      const { closer, further, way } = gamepadWish(gamepad);
      const fastDps = usefulSpeed(control.limits.speed, fieldOfViewDeg());
      control.steer('stick', isHeard ? speedOf(way, fastDps, control.limits.speed) : STANDING);
      if (isHeard) factor *= triggerFactor(closer, further, seconds);
      if (Math.max(factor, 1 / factor) < FACTOR_MIN) return;
      grip.current.zoomBy(factor);
      factor = 1;
    };
    const begin = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    begin();
    window.addEventListener('gamepadconnected', begin);
    return () => {
      window.removeEventListener('gamepadconnected', begin);
      cancelAnimationFrame(frame);
      control.steer('stick', STANDING);
    };
  }, [control, grip, fieldOfViewDeg]);
}
