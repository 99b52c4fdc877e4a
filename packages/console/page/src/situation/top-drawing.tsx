import type { SizePx } from '@kitestring/console-ui/size.ts';
import { type LatLon, offsetOf, placeAt } from '@kitestring/station-contract/place/geo.ts';
import { PinDrawn } from '../place/pin-symbol.tsx';
import { usePins } from '../place/pins.ts';
import { useQuantities } from '../quantities/use-quantities.ts';
import { useStation } from '../station/station-context.tsx';
import { useWords } from '../words/words-context.tsx';
import { inWords, KiteFromAbove } from './marks.tsx';
import { type OnMap, ringsM } from './on-map.ts';
import { LABEL_X_PX, LABEL_Y_PX, pinMarks } from './pin-marks.ts';
import { scaleBar } from './scales.ts';
import type { Situation } from './situation.ts';
import styles from './view.module.css';
import type { WindVector } from './wind-load.ts';
import { ZonesFromAbove } from './zones-from-above.tsx';

/** A circle smaller than this is not drawn: it would be hidden by the station. */
const LEAST_RADIUS_PX = 6;
/** A circle larger than this has room for its name. */
const NAMED_RADIUS_PX = 24;
const SCALE_BAR_PX = 70;

interface TopDrawingProps {
  readonly situation: Situation;
  readonly size: SizePx;
  readonly onMap: OnMap;
}

/** Farther away rings, circles and lines on level ground are meaningless. */
const FAR_M = 50_000;

/** The whole top view except the map. */
export function TopDrawing({ onMap, situation, size }: TopDrawingProps) {
  const words = useWords();
  const { heightPx, widthPx } = size;
  const { headingDeg, kite } = situation;
  const [stationX, stationY] = [onMap.xOf(HERE), onMap.yOf(HERE)];
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      role="img"
      aria-label={words.situation.topSummary(inWords(situation, useQuantities()))}
    >
      <RangeRings size={size} onMap={onMap} />
      <CameraOnGround
        situation={situation}
        onMap={onMap}
        reachM={Math.min(FAR_M, (widthPx + heightPx) * onMap.metersPerPx)}
      />
      <DriftCircles onMap={onMap} />
      <rect className={styles.station} x={stationX - 4} y={stationY - 4} width={8} height={8} rx={1.5} />
      {kite !== undefined && (
        <>
          <line className={styles.tether} x1={stationX} y1={stationY} x2={onMap.xOf(kite)} y2={onMap.yOf(kite)} />
          <KiteFromAbove xPx={onMap.xOf(kite)} yPx={onMap.yOf(kite)} headingDeg={headingDeg} />
        </>
      )}
      {situation.station !== undefined && <ZonesFromAbove station={situation.station} onMap={onMap} />}
      {situation.station !== undefined && <PinsFromAbove station={situation.station} onMap={onMap} size={size} />}
      <NorthArrow wind={situation.wind} />
      <ScaleBar metersPerPx={onMap.metersPerPx} heightPx={heightPx} />
    </svg>
  );
}

/** Position of the station, the origin. */
const HERE = { eastM: 0, northM: 0 };

/** Distances from the station. */
function RangeRings({ onMap, size }: { readonly onMap: OnMap; readonly size: SizePx }) {
  const quantities = useQuantities();
  const { lengthUnitM } = quantities;
  const radii = ringsM(size, onMap.metersPerPx, lengthUnitM).filter((radiusM) => radiusM <= FAR_M);
  return radii.map((radiusM) => (
    <g key={radiusM} data-part="ring">
      <circle className={styles.ring} cx={onMap.xOf(HERE)} cy={onMap.yOf(HERE)} r={radiusM / onMap.metersPerPx} />
      <text className={styles.note} x={onMap.xOf(HERE) + 3} y={onMap.yOf(HERE) - radiusM / onMap.metersPerPx - 2}>
        {quantities.scaleText(radiusM / lengthUnitM)}
      </text>
    </g>
  ));
}

interface CameraOnGroundProps {
  readonly situation: Situation;
  readonly onMap: OnMap;
  /** Long enough to leave the view. */
  readonly reachM: number;
}

/** Footprint of the camera, and its direction. */
function CameraOnGround({ onMap, reachM, situation }: CameraOnGroundProps) {
  const { footprint, kite, panDeg } = situation;
  if (kite === undefined || panDeg === undefined) return null;
  const way = placeAt(panDeg, reachM);
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

interface PinsFromAboveProps {
  readonly station: LatLon;
  readonly onMap: OnMap;
  readonly size: SizePx;
}

/** The pins of the station. */
function PinsFromAbove({ onMap, size, station }: PinsFromAboveProps) {
  const pins = usePins().flatMap(({ kind, latitude, longitude, name, pin_id: id }) => {
    const at = { latDeg: latitude, lonDeg: longitude };
    const place = offsetOf(station, at);
    return onMap.has(at) ? [{ id, name, kind, xPx: onMap.xOf(place), yPx: onMap.yOf(place) }] : [];
  });
  return pinMarks(pins, size).map(({ count, id, kind, label, xPx, yPx }) => (
    <g key={id} data-part="pin" data-kind={kind} data-count={count}>
      <g transform={`translate(${xPx.toFixed(1)} ${yPx.toFixed(1)})`}>
        <PinDrawn kind={kind} />
      </g>
      {label !== undefined && (
        <text className={styles.note} x={xPx + LABEL_X_PX} y={yPx + LABEL_Y_PX}>
          {label}
        </text>
      )}
    </g>
  ));
}

/** Drift limits: warning, and descent. */
function DriftCircles({ onMap }: { readonly onMap: OnMap }) {
  const words = useWords();
  const quantities = useQuantities();
  const { driftMaxM, driftWarnM } = useStation().facts.limits;
  const circles = [
    { name: styles.driftWarn, radiusM: driftWarnM, label: undefined },
    { name: styles.driftMax, radiusM: driftMaxM, label: words.situation.driftMax(quantities.roundText(driftMaxM, 1)) },
  ];
  return circles.map(({ label, name, radiusM }) => {
    const radiusPx = radiusM / onMap.metersPerPx;
    if (radiusPx < LEAST_RADIUS_PX) return null;
    return (
      <g key={name}>
        <circle className={name} cx={onMap.xOf(HERE)} cy={onMap.yOf(HERE)} r={radiusPx} />
        {label !== undefined && radiusPx >= NAMED_RADIUS_PX && (
          <text className={styles.note} x={onMap.xOf(HERE)} y={onMap.yOf(HERE) + radiusPx + 12} textAnchor="middle">
            {label}
          </text>
        )}
      </g>
    );
  });
}

/** North, and the wind direction. */
function NorthArrow({ wind }: { readonly wind: WindVector | undefined }) {
  const words = useWords();
  return (
    <g style={{ transform: 'translate(30px, 52px)' }}>
      <circle className={styles.rose} r={15} />
      <path className={styles.northNeedle} d="M0-13 4-3H-4Z" />
      <text className={styles.northName} y={7} textAnchor="middle">
        {words.situation.north}
      </text>
      {wind?.fromDeg !== undefined && !wind.isOld && (
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
  const quantities = useQuantities();
  const { length, lengthPx } = scaleBar(metersPerPx / quantities.lengthUnitM, SCALE_BAR_PX);
  return (
    <g data-part="scale">
      <path className={styles.scaleBar} d={`M8 ${heightPx - 13}v5h${lengthPx.toFixed(1)}v-5`} />
      <text className={styles.note} x={12 + lengthPx} y={heightPx - 7}>
        {quantities.scaleText(length)}
      </text>
    </g>
  );
}
