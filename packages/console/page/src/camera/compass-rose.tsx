import { wrap360 } from '@kitestring/base/angles.ts';
import { useOff } from '@kitestring/console-ui/off.tsx';
import { memo, type PointerEvent, useRef } from 'react';
import { clamp, rounded, steady } from '../parts/numbers.ts';
import { useTopicPart, useTopicShown } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { bearingAfterKey, bearingAt, COMPASS_POINTS, compassPoint, rosePoint, wedgePath } from './compass.ts';
import styles from './compass-rose.module.css';
import { useCameraControl, useControlPart } from './use-camera-control.ts';

/** A smaller wedge would be invisible. */
const WEDGE_MIN_DEG = 4;
/** A pointer of some fifty pixels moves by less than half a pixel at this angle. */
const SEEN_DEG = 0.5;

/** Position of the needle, and the displayed bearing in whole degrees. */
type Bearing = { readonly panDeg: number | undefined; readonly wholeDeg: number | undefined };

/** Points the camera at a bearing by press, drag or keys. Shows its direction, its field of view and the heading of the Kite. */
export function CompassRose({ streamId }: { readonly streamId: string | undefined }) {
  const words = useWords();
  const control = useCameraControl();
  const { isStale, value: camera } = useTopicShown(
    'camera/state',
    ({ pan_ned }, before: Bearing | undefined): Bearing => ({
      panDeg: steady(before?.panDeg, pan_ned, SEEN_DEG),
      wholeDeg: pan_ned === undefined ? undefined : Math.round(wrap360(pan_ned)) % 360,
    }),
  );
  const kiteDeg = useTopicPart('flight/state', ({ kite_heading }) => rounded(kite_heading, 0));
  const bearingDeg = camera?.panDeg === undefined ? undefined : wrap360(camera.panDeg);
  const isHeld = useRef(false);
  const { isDisabled, ...described } = useOff();
  const aim = (event: PointerEvent) => {
    const wanted = bearingAt(placeOf(event));
    if (wanted !== undefined) control.aim({ panDeg: wanted });
  };
  const shownDeg = camera?.wholeDeg ?? 0;
  return (
    <div
      className={styles.rose}
      role="slider"
      tabIndex={0}
      aria-disabled={isDisabled}
      {...described}
      aria-label={words.camera.compass}
      aria-valuemin={0}
      aria-valuemax={359}
      aria-valuenow={shownDeg}
      aria-valuetext={
        bearingDeg === undefined
          ? words.ui.unknown
          : words.camera.bearing(shownDeg, words.camera.points[compassPoint(bearingDeg)])
      }
      data-stale={isStale || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        isHeld.current = true;
        aim(event);
      }}
      onPointerMove={(event) => isHeld.current && aim(event)}
      onPointerUp={() => {
        isHeld.current = false;
      }}
      onPointerCancel={() => {
        isHeld.current = false;
      }}
      onKeyDown={(event) => {
        const wanted = bearingAfterKey(event.key, control.aimWanted?.panDeg ?? bearingDeg ?? 0);
        if (wanted === undefined) return;
        event.preventDefault();
        control.aim({ panDeg: wanted });
      }}
    >
      <svg viewBox="-1.06 -1.06 2.12 2.12" aria-hidden="true">
        <Dial />
        {bearingDeg !== undefined && <Wedge bearingDeg={bearingDeg} streamId={streamId} />}
        {kiteDeg !== undefined && <path className={styles.kite} d={KITE} transform={`rotate(${kiteDeg})`} />}
        <WantedMark />
        <circle className={styles.middle} r="0.36" />
        <text className={styles.bearing} y="0.1">
          {bearingDeg === undefined ? '—' : `${shownDeg}°`}
        </text>
      </svg>
    </div>
  );
}

/** A triangle that points outwards, at the rim. */
const KITE = 'M0 -0.99L0.1 -0.78L-0.1 -0.78Z';

/** Target of the camera, as a separate element because a drag changes it with every move. */
function WantedMark() {
  const wantedDeg = useControlPart(({ aimWanted }) => aimWanted?.panDeg);
  if (wantedDeg === undefined) return null;
  return <path className={styles.wanted} d="M0 -1.02V-0.84" transform={`rotate(${wantedDeg})`} />;
}

const Dial = memo(function Dial() {
  const { points } = useWords().camera;
  return (
    <>
      <circle className={styles.dial} r="1" />
      {Array.from({ length: 36 }, (_, index) => index * 10).map((bearing) => (
        <path
          key={bearing}
          className={styles.tick}
          d={bearing % 45 === 0 ? 'M0 -1V-0.88' : 'M0 -1V-0.94'}
          transform={`rotate(${bearing})`}
        />
      ))}
      {COMPASS_POINTS.filter((_, index) => index % 2 === 0).map((point, index) => {
        const { x, y } = rosePoint(index * 90, 0.68);
        return (
          <text key={point} className={styles.point} x={x} y={y + 0.09} data-north={point === 'N' || undefined}>
            {points[point]}
          </text>
        );
      })}
    </>
  );
});

/** Horizontal field of view of the camera. */
function Wedge({ bearingDeg, streamId }: { readonly bearingDeg: number; readonly streamId: string | undefined }) {
  return streamId === undefined ? (
    <WedgeShape bearingDeg={bearingDeg} widthDeg={WEDGE_MIN_DEG} />
  ) : (
    <StreamWedge bearingDeg={bearingDeg} streamId={streamId} />
  );
}

function StreamWedge({ bearingDeg, streamId }: { readonly bearingDeg: number; readonly streamId: string }) {
  const widthDeg = useTopicPart(`videostreams/${streamId}/state`, ({ fov_horizontal }) => fov_horizontal);
  return <WedgeShape bearingDeg={bearingDeg} widthDeg={clamp(widthDeg ?? 0, WEDGE_MIN_DEG, 180)} />;
}

function WedgeShape({ bearingDeg, widthDeg }: { readonly bearingDeg: number; readonly widthDeg: number }) {
  return (
    <g transform={`rotate(${bearingDeg})`}>
      <path className={styles.wedge} d={wedgePath(0, widthDeg, 0.98)} />
      <path className={styles.axis} d="M0 0V-0.98" />
    </g>
  );
}

/** From -1 to 1 over the rose. */
function placeOf({ clientX, clientY, currentTarget }: PointerEvent) {
  const { height, left, top, width } = currentTarget.getBoundingClientRect();
  return { x: ((clientX - left) / width) * 2 - 1, y: ((clientY - top) / height) * 2 - 1 };
}
