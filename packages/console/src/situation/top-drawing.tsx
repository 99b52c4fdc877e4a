import { useStation } from '../station/station-context.tsx';
import type { SizePx } from '../video/letterbox.ts';
import { useWords } from '../words/words-context.tsx';
import { type GroundPlace, placeAt } from './geo.ts';
import { inWords } from './in-words.ts';
import { KiteFromAbove } from './marks.tsx';
import type { Situation, Wind } from './situation.ts';
import styles from './view.module.css';
import { scaleBar } from './view-scale.ts';

/** A circle smaller than this is not drawn: it would be hidden by the station. */
const LEAST_RADIUS_PX = 6;
/** A circle larger than this has room for its name. */
const NAMED_RADIUS_PX = 24;
const SCALE_BAR_PX = 70;

export interface TopDrawingProps {
  readonly situation: Situation;
  readonly size: SizePx;
  readonly metersPerPx: number;
}

interface OnMap {
  readonly xOf: (place: GroundPlace) => number;
  readonly yOf: (place: GroundPlace) => number;
  readonly metersPerPx: number;
}

/** Everything in the view from above but the map. */
export function TopDrawing({ metersPerPx, situation, size }: TopDrawingProps) {
  const words = useWords();
  const { heightPx, widthPx } = size;
  const onMap: OnMap = {
    xOf: ({ eastM }) => widthPx / 2 + eastM / metersPerPx,
    yOf: ({ northM }) => heightPx / 2 - northM / metersPerPx,
    metersPerPx,
  };
  const { headingDeg, kite } = situation;
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      role="img"
      aria-label={words.situation.topSummary(inWords(situation))}
    >
      <CameraOnGround situation={situation} onMap={onMap} reachPx={widthPx + heightPx} />
      <DriftCircles onMap={onMap} />
      <rect className={styles.station} x={widthPx / 2 - 4} y={heightPx / 2 - 4} width={8} height={8} rx={1.5} />
      {kite !== undefined && (
        <>
          <line
            className={styles.tether}
            x1={widthPx / 2}
            y1={heightPx / 2}
            x2={onMap.xOf(kite)}
            y2={onMap.yOf(kite)}
          />
          <KiteFromAbove xPx={onMap.xOf(kite)} yPx={onMap.yOf(kite)} headingDeg={headingDeg} />
        </>
      )}
      <NorthArrow wind={situation.wind} />
      <ScaleBar metersPerPx={metersPerPx} heightPx={heightPx} />
    </svg>
  );
}

interface CameraOnGroundProps {
  readonly situation: Situation;
  readonly onMap: OnMap;
  /** Long enough to leave the view. */
  readonly reachPx: number;
}

/** What it sees of the ground, and the direction in which it looks. */
function CameraOnGround({ onMap, reachPx, situation }: CameraOnGroundProps) {
  const { footprint, kite, panDeg } = situation;
  if (kite === undefined || panDeg === undefined) return null;
  const way = placeAt(panDeg, reachPx * onMap.metersPerPx);
  const end = { eastM: kite.eastM + way.eastM, northM: kite.northM + way.northM };
  const corners = footprint?.corners.map((at) => `${onMap.xOf(at).toFixed(1)},${onMap.yOf(at).toFixed(1)}`).join(' ');
  const center = footprint?.center;
  return (
    <>
      {corners !== undefined && <polygon className={styles.footprint} points={corners} data-part="footprint" />}
      <line
        className={styles.bearing}
        x1={onMap.xOf(kite)}
        y1={onMap.yOf(kite)}
        x2={onMap.xOf(end)}
        y2={onMap.yOf(end)}
      />
      {center !== undefined && <circle className={styles.aim} cx={onMap.xOf(center)} cy={onMap.yOf(center)} r={3.5} />}
    </>
  );
}

/** How far the wind may drive the Kite before the station warns, and before it brings it down. */
function DriftCircles({ onMap }: { readonly onMap: OnMap }) {
  const words = useWords();
  const { driftMaxM, driftWarnM } = useStation().facts.limits;
  const circles = [
    { name: styles.driftWarn, radiusM: driftWarnM, label: undefined },
    { name: styles.driftMax, radiusM: driftMaxM, label: words.situation.driftMax(driftMaxM) },
  ];
  const middle = { eastM: 0, northM: 0 };
  return circles.map(({ label, name, radiusM }) => {
    const radiusPx = radiusM / onMap.metersPerPx;
    if (radiusPx < LEAST_RADIUS_PX) return null;
    return (
      <g key={name}>
        <circle className={name} cx={onMap.xOf(middle)} cy={onMap.yOf(middle)} r={radiusPx} />
        {label !== undefined && radiusPx >= NAMED_RADIUS_PX && (
          <text className={styles.note} x={onMap.xOf(middle)} y={onMap.yOf(middle) + radiusPx + 12} textAnchor="middle">
            {label}
          </text>
        )}
      </g>
    );
  });
}

/** North, and where the wind goes. */
function NorthArrow({ wind }: { readonly wind: Wind | undefined }) {
  const words = useWords();
  return (
    <g style={{ transform: 'translate(30px, 52px)' }}>
      <circle className={styles.rose} r={15} />
      <path className={styles.northNeedle} d="M0-13 4-3H-4Z" />
      <text className={styles.northName} y={7} textAnchor="middle">
        {words.situation.north}
      </text>
      {wind !== undefined && (
        <path
          className={styles.windNeedle}
          d="M0-24v9m-3-4 3 4 3-4"
          style={{ transform: `rotate(${wind.fromDeg.toFixed(0)}deg)` }}
        />
      )}
    </g>
  );
}

function ScaleBar({ heightPx, metersPerPx }: { readonly heightPx: number; readonly metersPerPx: number }) {
  const words = useWords();
  const { lengthM, lengthPx } = scaleBar(metersPerPx, SCALE_BAR_PX);
  return (
    <g>
      <path className={styles.scaleBar} d={`M8 ${heightPx - 13}v5h${lengthPx.toFixed(1)}v-5`} />
      <text className={styles.note} x={12 + lengthPx} y={heightPx - 7}>
        {words.situation.scale(lengthM)}
      </text>
    </g>
  );
}
