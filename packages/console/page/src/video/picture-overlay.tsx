import { wrap360 } from '@kitestring/base/angles.ts';
import { classNames } from '@kitestring/console-ui/class-names.ts';
import type { SizePx } from '@kitestring/console-ui/size.ts';
import { useClockTick } from '@kitestring/console-ui/use-clock-tick.ts';
import { type ReactNode, useRef } from 'react';
import { useControlPart } from '../camera/use-camera-control.ts';
import { clockText } from '../flight/flight-figures.ts';
import { rounded } from '../parts/numbers.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useTopic, useTopicShown } from '../station/use-topic.ts';
import { useWords } from '../words/words-context.tsx';
import { HeadingTape } from './heading-tape.tsx';
import { aimedMark, horizonIn } from './overlay-geometry.ts';
import styles from './picture-overlay.module.css';
import type { ShownView } from './pose-track.ts';

interface PictureOverlayProps {
  readonly size: SizePx;
  readonly view: ShownView | undefined;
  readonly isStale: boolean;
  /** Latency and path, in small text. */
  readonly quality: ReactNode;
}

/** Overlay of the picture: bearing, height, zoom. */
export function PictureOverlay({ isStale, quality, size, view }: PictureOverlayProps) {
  const flight = useTopicShown('flight/state', ({ altitude, kite_heading }) => ({
    altitude: rounded(altitude, 1),
    kite_heading: rounded(kite_heading, 0),
  }));
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

/** Two halves, to keep the middle of the picture free. Moved by transforms, without redrawing. */
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

/** Future centre of the picture. */
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
  const quantities = useQuantities();
  const pan = view && wrap360(Math.round(view.panDeg));
  return (
    <dl className={classNames(styles.figures, 'figures')}>
      <OverFigure
        name={words.flight.altitude}
        value={altitudeM === undefined ? undefined : quantities.lengthText(altitudeM)}
      />
      <OverFigure name={words.video.zoom} value={view && `${quantities.number(view.zoom, 1)}×`} />
      <OverFigure name={words.video.pan} value={pan === undefined ? undefined : `${pan}°`} />
      <OverFigure name={words.video.tilt} value={view && words.video.tiltText(Math.round(view.tiltDeg) || 0)} />
    </dl>
  );
}

function OverFigure({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value ?? '—'}</dd>
    </div>
  );
}

/** A dot and the time during a recording. */
function RecordingMark() {
  const words = useWords();
  const { value } = useTopic('recordings/state');
  const isRecording = value?.is_recording === true;
  const seconds = useCountedS(isRecording ? value.recording_seconds : undefined);
  if (!isRecording) return <span />;
  return (
    <span className={styles.mark}>
      <span className={styles.dot} aria-hidden="true" />
      <span className="hidden-visually">{words.video.recording}</span>
      <span className="figures">{clockText(seconds)}</span>
    </span>
  );
}

/** Continues counting between two messages, which may be five seconds apart. */
function useCountedS(reportedS: number | undefined): number {
  useClockTick(reportedS !== undefined, 500);
  const told = useRef({ seconds: reportedS, atMs: 0 });
  if (told.current.seconds !== reportedS) told.current = { seconds: reportedS, atMs: performance.now() };
  return (reportedS ?? 0) + Math.min(6, Math.floor((performance.now() - told.current.atMs) / 1000));
}
