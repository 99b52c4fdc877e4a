import type { ReactNode } from 'react';
import { aimedMark } from '../camera/aimed-mark.ts';
import { useControlPart } from '../camera/use-camera-control.ts';
import { classNames } from '../kit/class-names.ts';
import { useTopic } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { HeadingTape } from './heading-tape.tsx';
import type { SizePx } from './letterbox.ts';
import { horizonIn } from './overlay-geometry.ts';
import styles from './picture-overlay.module.css';
import type { ShownView } from './pose-track.ts';
import { RecordingMark } from './recording-mark.tsx';

export interface PictureOverlayProps {
  readonly size: SizePx;
  readonly view: ShownView | undefined;
  readonly isStale: boolean;
  /** Latency and path, in small. */
  readonly quality: ReactNode;
}

/** What lies over the picture: where it looks, how high it is, how far it is zoomed. */
export function PictureOverlay({ isStale, quality, size, view }: PictureOverlayProps) {
  const flight = useTopic('flight/state');
  const isOld = isStale || flight.isStale;
  return (
    <div
      className={classNames(styles.overlay, isOld && styles.old)}
      data-stale={isOld || undefined}
      data-pan={view?.panDeg.toFixed(1)}
      data-tilt={view?.tiltDeg.toFixed(1)}
    >
      {view !== undefined && <Horizon view={view} size={size} />}
      <div className={styles.cross} aria-hidden="true" />
      {view !== undefined && <AimMark view={view} size={size} />}
      <div className={styles.top}>
        <RecordingMark />
        {view !== undefined && <HeadingTape panDeg={view.panDeg} kiteHeadingDeg={flight.value?.kite_heading} />}
        <span className={styles.quality}>{quality}</span>
      </div>
      <Figures view={view} altitudeM={flight.value?.altitude} />
    </div>
  );
}

/** Two halves, so that the middle of the picture stays free. Moved by transforms alone: nothing is drawn anew. */
function Horizon({ size, view }: { readonly size: SizePx; readonly view: ShownView }) {
  const words = useWords();
  const line = horizonIn(view);
  if (line === undefined) return null;
  const { leftY, rightY } = line;
  const dropPx = (rightY - leftY) * size.heightPx;
  const turn = Math.atan2(dropPx, size.widthPx);
  return (
    <div
      className={styles.horizon}
      role="img"
      aria-label={words.video.horizon}
      data-horizon={leftY.toFixed(4)}
      style={{ transform: `translateY(${leftY * size.heightPx}px) rotate(${turn}rad)` }}
    >
      <span className={styles.half} />
      <span className={styles.half} />
    </div>
  );
}

/** Where the middle of the picture will be. */
function AimMark({ size, view }: { readonly size: SizePx; readonly view: ShownView }) {
  const wanted = useControlPart(({ aimWanted }) => aimWanted);
  const mark = wanted && aimedMark(view, wanted);
  if (mark === undefined) return null;
  const transform = `translate(${mark.x * size.widthPx}px, ${mark.y * size.heightPx}px)`;
  return <div className={styles.aim} aria-hidden="true" style={{ transform }} />;
}

function Figures({
  altitudeM,
  view,
}: {
  readonly view: ShownView | undefined;
  readonly altitudeM: number | undefined;
}) {
  const words = useWords();
  const pan = view && ((Math.round(view.panDeg) % 360) + 360) % 360;
  return (
    <dl className={classNames(styles.figures, 'figures')}>
      <OverFigure name={words.video.altitude} value={altitudeM?.toFixed(1)} unit="m" />
      <OverFigure name={words.video.zoom} value={view?.zoom.toFixed(1)} unit="×" />
      <OverFigure name={words.video.pan} value={pan === undefined ? undefined : String(pan)} unit="°" />
      <OverFigure name={words.video.tilt} value={view && String(Math.round(view.tiltDeg) || 0)} unit="°" />
    </dl>
  );
}

function OverFigure({ name, unit, value }: { name: string; unit: string; value: string | undefined }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value === undefined ? '—' : `${value}${unit === 'm' ? ' m' : unit}`}</dd>
    </div>
  );
}
