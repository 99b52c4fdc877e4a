import { wrap360 } from '@kitestring/base/angles.ts';
import { memo, useRef } from 'react';
import { useWords } from '../words/words-context.tsx';
import styles from './heading-tape.module.css';
import { followed, type PointLetters, stripMiddle, tapeMark, tapeTicks } from './overlay-geometry.ts';

const PX_PER_DEG = 4;
const HEIGHT = 46;
/** Maximum span of the tape. */
const SPAN_DEG = 105;
/** The strip below the window is wide enough to be redrawn only every `stripMiddle`. */
const STRIP_DEG = 200;

/**
 * Camera bearing as a tape below a pointer, with the Kite's heading as a triangle. The strip is moved as one layer:
 * redrawing it with every step cost the frame rate of a drag (measured).
 */
export function HeadingTape(props: { readonly panDeg: number; readonly kiteHeadingDeg: number | undefined }) {
  const { kiteHeadingDeg, panDeg } = props;
  const words = useWords();
  const before = useRef<number>(undefined);
  const bearingDeg = followed(before.current, panDeg);
  before.current = bearingDeg;
  const kite = kiteHeadingDeg === undefined ? undefined : tapeMark(panDeg, kiteHeadingDeg, SPAN_DEG);
  const text = `${Math.round(wrap360(panDeg)) % 360}°`;
  const kiteText = kiteHeadingDeg === undefined ? '—' : `${Math.round(kiteHeadingDeg) % 360}°`;
  return (
    <div className={styles.tape} role="img" aria-label={words.video.heading(text, kiteText)}>
      <div className={styles.slide} style={{ transform: `translateX(${-bearingDeg * PX_PER_DEG}px)` }}>
        <Strip middleDeg={stripMiddle(bearingDeg)} letters={words.camera.points} />
      </div>
      {kite !== undefined && (
        <svg
          className={kite.isBeyond ? styles.kiteBeyond : styles.kite}
          style={{ left: `clamp(8px, calc(50% + ${kite.offsetDeg * PX_PER_DEG}px), calc(100% - 8px))` }}
          viewBox="-7 0 14 11"
          aria-hidden="true"
        >
          <path d="M0 0l6 10h-12Z" />
        </svg>
      )}
      <span className={styles.bearing}>{text}</span>
    </div>
  );
}

/** Ticks around a bearing, at fixed positions. */
const Strip = memo(function Strip(props: { readonly middleDeg: number; readonly letters: PointLetters }) {
  const { letters, middleDeg } = props;
  const startDeg = middleDeg - STRIP_DEG / 2;
  return (
    <svg
      className={styles.strip}
      style={{ left: startDeg * PX_PER_DEG }}
      width={STRIP_DEG * PX_PER_DEG}
      height={HEIGHT}
      aria-hidden="true"
      viewBox={`0 0 ${STRIP_DEG * PX_PER_DEG} ${HEIGHT}`}
    >
      {tapeTicks(middleDeg, STRIP_DEG, letters).map(({ atDeg, label }) => (
        <Tick key={atDeg} x={(atDeg - startDeg) * PX_PER_DEG} label={label} />
      ))}
    </svg>
  );
});

function Tick({ label, x }: { readonly x: number; readonly label: string | undefined }) {
  return (
    <>
      <path className={styles.tick} d={`M${x} 30v${label === undefined ? -5 : -9}`} />
      {label !== undefined && (
        <text className={styles.label} x={x} y="43">
          {label}
        </text>
      )}
    </>
  );
}
