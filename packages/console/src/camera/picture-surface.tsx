import { type KeyboardEvent, type PointerEvent, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { PAGE_CLOCK } from './command-lane.ts';
import { HeldSteering, KEY_WAYS } from './held-steering.ts';
import { type GrippedPicture, PictureGrip, type PlacePx } from './picture-grip.ts';
import styles from './picture-surface.module.css';
import { useCameraControl } from './use-camera-control.ts';
import { useGamepad } from './use-gamepad.ts';
import { useRelease } from './use-release.ts';
import { KEY_FACTOR, wheelFactor } from './zoom.ts';

export interface PictureSurfaceProps {
  readonly label: string;
  readonly help: string;
  /** The picture below it, as it is now. */
  readonly picture: () => GrippedPicture;
}

/** A field of view to steer by before the station has told one. */
const USUAL_DEG = 60;

/** Lies over the picture and takes what hands ask of the camera: pointers, wheel, keys, gamepad. */
export function PictureSurface({ help, label, picture }: PictureSurfaceProps) {
  const control = useCameraControl();
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(picture);
  latest.current = picture;
  const grip = useRef(new PictureGrip(control, () => latest.current(), PAGE_CLOCK.nowMs));
  const fieldOfViewDeg = useCallback(() => latest.current().view?.horizontalDeg ?? USUAL_DEG, []);
  const keys = useMemo(
    () => new HeldSteering({ control, input: 'keys', clock: PAGE_CLOCK, fieldOfViewDeg }),
    [control, fieldOfViewDeg],
  );
  useRelease(
    control,
    useCallback(() => keys.letGoAll(), [keys]),
  );
  useGamepad(control, grip, fieldOfViewDeg);
  useWheel(element, grip);
  const up = (event: PointerEvent, isWanted: boolean) => {
    grip.current.up(event.pointerId, isWanted);
    (event.currentTarget as HTMLElement).dataset.dragging = String(grip.current.isDragging);
  };
  return (
    <div
      ref={element}
      role="application"
      aria-label={label}
      aria-description={help}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is what the keys are for
      tabIndex={0}
      className={styles.surface}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current.down(event.pointerId, placeOf(event));
      }}
      onPointerMove={(event) => {
        grip.current.move(event.pointerId, placeOf(event));
        event.currentTarget.dataset.dragging = String(grip.current.isDragging);
      }}
      onPointerUp={(event) => up(event, true)}
      onPointerCancel={(event) => up(event, false)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => keyDown(event, keys, grip.current)}
      onKeyUp={({ key }) => keys.letGo(key)}
      onBlur={() => keys.letGoAll()}
    />
  );
}

/** By hand, because React listens to wheels passively and the page would scroll. */
function useWheel(element: RefObject<HTMLElement | null>, grip: RefObject<PictureGrip>): void {
  useEffect(() => {
    const { current } = element;
    const turned = (event: WheelEvent) => {
      event.preventDefault();
      grip.current.wheel(placeOf(event), wheelFactor(event));
    };
    current?.addEventListener('wheel', turned, { passive: false });
    return () => current?.removeEventListener('wheel', turned);
  }, [element, grip]);
}

function keyDown(event: KeyboardEvent, keys: HeldSteering, grip: PictureGrip): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const way = KEY_WAYS[event.key];
  const factor = KEY_FACTORS[event.key];
  if (way !== undefined) keys.hold(event.key, way);
  else if (factor !== undefined) grip.zoomBy(factor);
  else return;
  event.preventDefault();
}

/** 0 goes all the way out: further than any range. */
const KEY_FACTORS: Readonly<Record<string, number>> = {
  '+': KEY_FACTOR,
  '=': KEY_FACTOR,
  '-': 1 / KEY_FACTOR,
  '0': 1e-6,
};

/** Against the surface itself: what lies in it has other offsets. */
function placeOf(event: {
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: unknown;
}): PlacePx {
  const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return { xPx: event.clientX - left, yPx: event.clientY - top };
}
