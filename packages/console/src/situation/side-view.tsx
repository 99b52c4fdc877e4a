import { useRef } from 'react';
import { type Ceiling, ceilingsOf } from '../flight/altitude-limits.ts';
import { useAltitudeLimits } from '../flight/use-altitude-limits.ts';
import { classNames } from '../kit/class-names.ts';
import type { SizePx } from '../video/letterbox.ts';
import { useSize } from '../video/use-size.ts';
import { useWords } from '../words/words-context.tsx';
import { inWords } from './in-words.ts';
import { KiteFromSide, StationFromSide } from './marks.tsx';
import { type SideScale, sideScale } from './side-scale.ts';
import type { Situation } from './situation.ts';
import { alongM, deckLeanDeg, sideDirectionDeg } from './tether-line.ts';
import styles from './view.module.css';
import { WindLabel } from './wind-label.tsx';

/** Drawn when the limits are not known yet, metres. */
const USUAL_TOP_M = 45;

/** Station, tether and Kite from the side, to scale, with the ceilings above them. */
export function SideView({ situation }: { readonly situation: Situation }) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  return (
    <div ref={place} className={styles.place}>
      <h3 className={styles.title}>{words.situation.views.side}</h3>
      {size.heightPx > 0 && <SideDrawing situation={situation} size={size} />}
      <WindLabel wind={situation.wind} />
    </div>
  );
}

function SideDrawing({ situation, size }: { readonly situation: Situation; readonly size: SizePx }) {
  const words = useWords();
  const limits = useAltitudeLimits();
  const scale = sideScale(size, limits?.hardMaxM ?? USUAL_TOP_M);
  const { deck, kite, tether, wind } = situation;
  const direction = sideDirectionDeg(wind?.fromDeg, kite ?? { eastM: 0, northM: 0 });
  const x = (place: { eastM: number; northM: number }) => scale.xOf(alongM(place, direction));
  const line = tether?.points.map((point) => `${x(point).toFixed(1)},${scale.yOf(point.upM).toFixed(1)}`).join(' ');
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${size.widthPx} ${size.heightPx}`}
      role="img"
      aria-label={words.situation.sideSummary(inWords(situation))}
    >
      <Heights scale={scale} />
      {limits !== undefined &&
        ceilingsOf(limits).map((ceiling) => <CeilingLine key={ceiling.name} ceiling={ceiling} scale={scale} />)}
      <TargetLine situation={situation} scale={scale} />
      <line className={styles.ground} x1={0} x2={size.widthPx} y1={scale.yOf(0)} y2={scale.yOf(0)} />
      <StationFromSide
        xPx={scale.xOf(0)}
        yPx={scale.yOf(deck?.upM ?? 0)}
        pxPerM={scale.pxPerM}
        leanDeg={deck && deckLeanDeg(deck, direction)}
      />
      {line !== undefined && (
        <polyline className={tether?.isEstimated ? styles.tetherEstimated : styles.tether} points={line} />
      )}
      {kite !== undefined && <KiteFromSide xPx={x(kite)} yPx={scale.yOf(kite.upM)} />}
      <text className={styles.note} x={size.widthPx - 6} y={size.heightPx - 5} textAnchor="end">
        {wind === undefined ? words.situation.towards(Math.round(direction)) : words.situation.downwind} →
      </text>
      {tether?.isEstimated && (
        <text className={styles.note} x={6} y={size.heightPx - 5}>
          {words.situation.estimated}
        </text>
      )}
    </svg>
  );
}

function Heights({ scale }: { readonly scale: SideScale }) {
  return scale.ticksM.map((m) => (
    <g key={m}>
      <line className={styles.grid} x1={scale.leftPx} x2={scale.rightPx} y1={scale.yOf(m)} y2={scale.yOf(m)} />
      <text className={styles.tick} x={scale.leftPx - 4} y={scale.yOf(m) + 4} textAnchor="end">
        {m}
      </text>
    </g>
  ));
}

function CeilingLine({ ceiling, scale }: { readonly ceiling: Ceiling; readonly scale: SideScale }) {
  const words = useWords();
  const { altitudeM, isInForce, name } = ceiling;
  const y = scale.yOf(altitudeM);
  return (
    <g className={classNames(styles[name], !isInForce && styles.off)}>
      <line x1={scale.leftPx} x2={scale.rightPx} y1={y} y2={y} />
      <text className={styles.ceilingName} x={scale.leftPx + 4} y={y + 11}>
        {words.flight.ceilings[name]}
      </text>
    </g>
  );
}

function TargetLine({ scale, situation }: { readonly scale: SideScale; readonly situation: Situation }) {
  const words = useWords();
  const { kite, targetM = 0 } = situation;
  if (kite === undefined || targetM === 0) return null;
  const y = scale.yOf(targetM);
  return (
    <g>
      <line className={styles.target} x1={scale.leftPx} x2={scale.rightPx} y1={y} y2={y} />
      <text className={styles.targetName} x={scale.rightPx - 2} y={y - 4} textAnchor="end">
        {words.situation.target(String(Number(targetM.toFixed(1))))}
      </text>
    </g>
  );
}
