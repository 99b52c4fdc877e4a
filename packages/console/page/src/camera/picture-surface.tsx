import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { CameraControl } from './camera-control.ts';
import { PAGE_CLOCK } from './command-lane.ts';
import { DragToAim, type GrippedPicture, type PlacePx } from './drag-to-aim.ts';
import { gamepadWish } from './gamepad.ts';
import { HeldSteering, KEY_WAYS } from './held-steering.ts';
import styles from './picture-surface.module.css';
import { STANDING, speedOf, usefulSpeed } from './speed.ts';
import { useCameraControl } from './use-camera-control.ts';
import { KEY_FACTOR, triggerFactor, wheelFactor } from './zoom.ts';

interface PictureSurfaceProps {
  readonly label: string;
  readonly help: string;
  /** Reason for which the camera cannot be moved now. */
  readonly why: string | undefined;
  /** The picture below it, as it is now. */
  readonly picture: () => GrippedPicture;
}

/** Field of view for steering before the station has sent one. */
const USUAL_DEG = 60;

/** Covers the picture and handles camera inputs: pointers, wheel, keys, gamepad. */
export function PictureSurface({ help, label, picture, why }: PictureSurfaceProps) {
  const control = useCameraControl();
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(picture);
  latest.current = picture;
  const drag = useRef(new DragToAim(control, () => latest.current(), PAGE_CLOCK));
  const fieldOfViewDeg = useCallback(() => latest.current().view?.horizontalDeg ?? USUAL_DEG, []);
  const keys = useMemo(
    () => new HeldSteering({ control, input: 'keys', clock: PAGE_CLOCK, fieldOfViewDeg }),
    [control, fieldOfViewDeg],
  );
  useRelease(
    control,
    useCallback(() => keys.letGoAll(), [keys]),
  );
  useGamepad(control, drag, fieldOfViewDeg);
  useWheel(element, drag);
  const up = (event: PointerEvent, isWanted: boolean) => {
    drag.current.up(event.pointerId, isWanted);
    (event.currentTarget as HTMLElement).dataset.dragging = String(drag.current.isDragging);
  };
  return (
    <div
      ref={element}
      role="application"
      aria-label={label}
      aria-description={why ?? help}
      aria-disabled={why !== undefined}
      title={why}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
      tabIndex={0}
      className={styles.surface}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current.down(event.pointerId, placeOf(event));
      }}
      onPointerMove={(event) => {
        drag.current.move(event.pointerId, placeOf(event));
        event.currentTarget.dataset.dragging = String(drag.current.isDragging);
      }}
      onPointerUp={(event) => up(event, true)}
      onPointerCancel={(event) => up(event, false)}
      onContextMenu={(event) => {
        event.preventDefault();
        drag.current.menu(event.button === 2 ? placeOf(event) : undefined);
      }}
      onKeyDown={(event) => keyDown(event, keys, drag.current)}
      onKeyUp={({ key }) => keys.letGo(key)}
      onBlur={() => keys.letGoAll()}
    />
  );
}

/** Added manually: React's wheel listeners are passive, and the page would scroll. */
function useWheel(element: RefObject<HTMLElement | null>, drag: RefObject<DragToAim>): void {
  useEffect(() => {
    const { current } = element;
    const turned = (event: WheelEvent) => {
      event.preventDefault();
      drag.current.wheel(placeOf(event), wheelFactor(event));
    };
    current?.addEventListener('wheel', turned, { passive: false });
    return () => current?.removeEventListener('wheel', turned);
  }, [element, drag]);
}

function keyDown(event: KeyboardEvent, keys: HeldSteering, drag: DragToAim): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const way = KEY_WAYS[event.key];
  const factor = KEY_FACTORS[event.key];
  if (way !== undefined) keys.hold(event.key, way);
  else if (factor !== undefined) drag.zoomBy(factor);
  else return;
  event.preventDefault();
}

/** 0 zooms out completely: further than any range. */
const KEY_FACTORS: Readonly<Record<string, number>> = {
  '+': KEY_FACTOR,
  '=': KEY_FACTOR,
  '-': 1 / KEY_FACTOR,
  '0': 1e-6,
};

/** Relative to the surface itself: its children have other offsets. */
function placeOf(event: {
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: unknown;
}): PlacePx {
  const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return { xPx: event.clientX - left, yPx: event.clientY - top };
}

/** Smaller factors are collected until they are worth an order. */
const FACTOR_MIN = 1.03;

/** Turns and zooms with the first connected gamepad, while the page has the keyboard. */
function useGamepad(control: CameraControl, drag: RefObject<DragToAim>, fieldOfViewDeg: () => number): void {
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
      const hasInput = document.hasFocus() && !document.hidden;
      const { closer, further, way } = gamepadWish(gamepad);
      const fastDps = usefulSpeed(control.limits.speed, fieldOfViewDeg());
      control.steer('stick', hasInput ? speedOf(way, fastDps, control.limits.speed) : STANDING);
      if (hasInput) factor *= triggerFactor(closer, further, seconds);
      if (Math.max(factor, 1 / factor) < FACTOR_MIN) return;
      drag.current.zoomBy(factor);
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
  }, [control, drag, fieldOfViewDeg]);
}

/** Releases the camera when the page loses its user: another window, another tab, a locked phone. */
function useRelease(control: CameraControl, onRelease: () => void): void {
  useEffect(() => {
    const release = () => {
      onRelease();
      control.release();
    };
    const hidden = () => document.hidden && release();
    window.addEventListener('blur', release);
    window.addEventListener('pagehide', release);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('blur', release);
      window.removeEventListener('pagehide', release);
      document.removeEventListener('visibilitychange', hidden);
      release();
    };
  }, [control, onRelease]);
}
