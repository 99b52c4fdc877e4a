import { classNames } from '@kitestring/console-ui/class-names.ts';
import { type SizePx, useSize } from '@kitestring/console-ui/size.ts';
import type { Ceiling } from '@kitestring/station-contract/flight/altitude-limits.ts';
import { useRef } from 'react';
import { shownCeilings } from '../flight/altitude-limits.ts';
import { spreadLabels } from '../flight/spread-labels.ts';
import { useAltitudeLimits } from '../flight/use-altitude-limits.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useWords } from '../words/words-context.tsx';
import { inWords, KiteFromSide, StationFromSide, WindLabel } from './marks.tsx';
import { type SideScale, sideScale } from './scales.ts';
import { alongM, sideDirectionDeg } from './side-direction.ts';
import type { Situation } from './situation.ts';
import styles from './view.module.css';

/** Drawn while the limits are unknown, metres. */
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
  const quantities = useQuantities();
  const scale = sideScale(size, limits?.hardMaxM ?? USUAL_TOP_M, quantities.lengthUnitM);
  const { isAloft, kite, wind } = situation;
  const direction = sideDirectionDeg(wind?.fromDeg, kite ?? { eastM: 0, northM: 0 });
  const x = (place: { eastM: number; northM: number }) => scale.xOf(alongM(place, direction));
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${size.widthPx} ${size.heightPx}`}
      role="img"
      aria-label={words.situation.sideSummary(inWords(situation, quantities))}
    >
      <Heights scale={scale} />
      {limits !== undefined &&
        shownCeilings(limits).map((ceiling) => <CeilingLine key={ceiling.name} ceiling={ceiling} scale={scale} />)}
      <TargetLine situation={situation} scale={scale} />
      {/* Labels are above all lines, so that none is struck through. */}
      {limits !== undefined &&
        ceilingsSpread(shownCeilings(limits), scale, size).map(({ ceiling, nameY }) => (
          <CeilingName key={ceiling.name} ceiling={ceiling} scale={scale} nameY={nameY} />
        ))}
      <TargetName situation={situation} scale={scale} />
      <line className={styles.ground} x1={0} x2={size.widthPx} y1={scale.yOf(0)} y2={scale.yOf(0)} />
      <StationFromSide xPx={scale.xOf(0)} yPx={scale.yOf(0)} pxPerM={scale.pxPerM} />
      {isAloft && kite !== undefined && (
        <line
          className={styles.tetherEstimated}
          x1={scale.xOf(0)}
          y1={scale.yOf(0)}
          x2={x(kite)}
          y2={scale.yOf(kite.upM)}
        />
      )}
      {kite !== undefined && <KiteFromSide xPx={x(kite)} yPx={scale.yOf(kite.upM)} />}
      <text className={styles.note} x={size.widthPx - 24} y={size.heightPx - 5} textAnchor="end">
        {wind?.fromDeg === undefined ? words.situation.towards(Math.round(direction)) : words.situation.downwind}
      </text>
      <path className={styles.noteArrow} d={`M${size.widthPx - 20} ${size.heightPx - 9}h14m-5-4 5 4-5 4`} />
      {isAloft && (
        <text className={styles.note} x={6} y={size.heightPx - 5}>
          {words.situation.estimated}
        </text>
      )}
    </svg>
  );
}

function Heights({ scale }: { readonly scale: SideScale }) {
  const { lengthUnitM } = useQuantities();
  return scale.ticksM.map((m) => (
    <g key={m}>
      <line className={styles.grid} x1={scale.leftPx} x2={scale.rightPx} y1={scale.yOf(m)} y2={scale.yOf(m)} />
      <text className={styles.tick} x={scale.leftPx - 4} y={scale.yOf(m) + 4} textAnchor="end">
        {Math.round(m / lengthUnitM)}
      </text>
    </g>
  ));
}

/** Minimum distance of two labels of ceilings. */
const NAME_GAP_PX = 13;

/** Labels below their lines, without overlaps. */
function ceilingsSpread(ceilings: readonly Ceiling[], scale: SideScale, { heightPx }: SizePx) {
  const places = spreadLabels(
    ceilings.map(({ altitudeM }) => heightPx - scale.yOf(altitudeM)),
    NAME_GAP_PX,
    heightPx,
  );
  return ceilings.map((ceiling, index) => ({ ceiling, nameY: heightPx - (places[index]?.shownAt ?? 0) + 12 }));
}

interface CeilingProps {
  readonly ceiling: Ceiling;
  readonly scale: SideScale;
}

function CeilingLine({ ceiling, scale }: CeilingProps) {
  const { altitudeM, isInForce, name } = ceiling;
  const y = scale.yOf(altitudeM);
  return (
    <g className={classNames(styles[name], !isInForce && styles.off)}>
      <line x1={scale.leftPx} x2={scale.rightPx} y1={y} y2={y} />
    </g>
  );
}

function CeilingName({ ceiling, nameY, scale }: CeilingProps & { readonly nameY: number }) {
  const words = useWords();
  return (
    <text className={styles.ceilingName} x={scale.leftPx + 4} y={nameY}>
      {words.flight.ceilings[ceiling.name]}
    </text>
  );
}

interface TargetProps {
  readonly scale: SideScale;
  readonly situation: Situation;
}

const shownTargetM = ({ kite, targetM = 0 }: Situation) => (kite === undefined || targetM === 0 ? undefined : targetM);

function TargetLine({ scale, situation }: TargetProps) {
  const targetM = shownTargetM(situation);
  if (targetM === undefined) return null;
  const y = scale.yOf(targetM);
  return <line className={styles.target} x1={scale.leftPx} x2={scale.rightPx} y1={y} y2={y} />;
}

function TargetName({ scale, situation }: TargetProps) {
  const words = useWords();
  const quantities = useQuantities();
  const targetM = shownTargetM(situation);
  if (targetM === undefined) return null;
  return (
    <text className={styles.targetName} x={scale.rightPx - 2} y={scale.yOf(targetM) - 4} textAnchor="end">
      {words.situation.target(quantities.roundText(targetM, 1))}
    </text>
  );
}
