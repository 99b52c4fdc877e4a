import styles from './view.module.css';

interface MarkPlace {
  readonly xPx: number;
  readonly yPx: number;
}

/** A Rooftop Box on its vehicle, about 4.5 m long and 2 m high, metres; larger where it would be too small to see. */
const VEHICLE_LENGTH_M = 4.5;
const VEHICLE_HEIGHT_M = 2;
const LEAST_LENGTH_PX = 14;

interface StationPlace extends MarkPlace {
  readonly pxPerM: number;
  /** To the right, degrees. */
  readonly leanDeg?: number | undefined;
}

export function StationFromSide({ leanDeg = 0, pxPerM, xPx, yPx }: StationPlace) {
  const length = Math.max(LEAST_LENGTH_PX, VEHICLE_LENGTH_M * pxPerM);
  const height = (length * VEHICLE_HEIGHT_M) / VEHICLE_LENGTH_M;
  // The tether leaves at the height 0 of the station: the vehicle is below that line, so to say in the ground.
  return (
    <rect
      className={styles.station}
      x={xPx - length / 2}
      y={yPx}
      width={length}
      height={height}
      rx={2}
      transform={`rotate(${leanDeg.toFixed(1)} ${xPx} ${yPx})`}
    />
  );
}

export function KiteFromSide({ xPx, yPx }: MarkPlace) {
  return (
    <g className={styles.kite} style={{ transform: `translate(${xPx.toFixed(1)}px, ${yPx.toFixed(1)}px)` }}>
      <path d="M-9-3h18M-9-3v-3M9-3v-3M-13-6h8M5-6h8" />
      <circle r="3" cy="-1" />
    </g>
  );
}

/** From above, nose to where it heads; without a heading it has no nose. */
export function KiteFromAbove({ headingDeg, xPx, yPx }: MarkPlace & { readonly headingDeg: number | undefined }) {
  const transform = `translate(${xPx.toFixed(1)}px, ${yPx.toFixed(1)}px) rotate(${(headingDeg ?? 0).toFixed(1)}deg)`;
  return (
    <g className={styles.kite} style={{ transform }}>
      {headingDeg === undefined ? <circle r="6" /> : <path className={styles.kiteBody} d="M0-11 7 8 0 4-7 8Z" />}
    </g>
  );
}
