import type { PicturePoint } from '@kitestring/contract/camera/pinhole.ts';
import { type RefObject, useEffect, useState } from 'react';
import { useReading } from '../station/use-reading.ts';
import styles from './thermal.module.css';
import { pointWithin, type ShareRect } from './thermal-rect.ts';
import { THERMAL_STREAM } from './use-thermal-scale.ts';
import { useThermalWords } from './use-thermal-words.ts';

/** While the pointer stays. */
const ASK_EVERY_MS = 1000;
/** While it moves. */
const FOLLOW_EVERY_MS = 250;
const CROSSHAIR: PicturePoint = { x: 0.5, y: 0.5 };

/** The temperature under the pointer, or at the crosshair, drawn where it was measured. */
export function SpotMark({ place, rect }: { readonly place: RefObject<HTMLElement | null>; readonly rect: ShareRect }) {
  const words = useThermalWords();
  const pointer = usePointer(place);
  const point = pointWithin(rect, pointer ?? CROSSHAIR);
  const { trouble, value } = useReading(
    async ({ station }, signal) => {
      const { x = 0, y = 0 } = point ?? {};
      return { x, y, spot: await station.getThermalSpot({ stream_id: THERMAL_STREAM, x, y }, { signal }) };
    },
    { everyMs: ASK_EVERY_MS, isOff: point === undefined, key: `${point?.x} ${point?.y}` },
  );
  // Earlier measurements do not apply to the new spot.
  if (point === undefined || value === undefined || trouble !== undefined) return null;
  const { spot, x, y } = value;
  const text = words.spot(spot.temperature_c, spot.error_c);
  return (
    <div
      className={styles.spot}
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
      data-spot={spot.temperature_c}
      data-side={x > 0.7 ? 'left' : 'right'}
      role="img"
      aria-label={pointer === undefined ? words.atCrosshair(text) : words.atPointer(text)}
    >
      <span>{text}</span>
    </div>
  );
}

/** Pointer position in the picture, four times a second; undefined while outside. */
function usePointer(place: RefObject<HTMLElement | null>): PicturePoint | undefined {
  const [shown, setShown] = useState<PicturePoint>();
  useEffect(() => {
    const picture = place.current?.closest<HTMLElement>('[data-stream]');
    if (!picture) return;
    let now: PicturePoint | undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const moved = ({ clientX, clientY }: PointerEvent) => {
      const { height, left, top, width } = picture.getBoundingClientRect();
      now = { x: (clientX - left) / width, y: (clientY - top) / height };
    };
    const left = () => {
      now = undefined;
    };
    picture.addEventListener('pointermove', moved, { signal });
    picture.addEventListener('pointerdown', moved, { signal });
    picture.addEventListener('pointerleave', left, { signal });
    const timer = setInterval(() => setShown(now), FOLLOW_EVERY_MS);
    return () => {
      ended.abort();
      clearInterval(timer);
    };
  }, [place]);
  return shown;
}
