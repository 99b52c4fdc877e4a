import type { SizePx } from '../video/letterbox.ts';
import type { LatLon } from './geo.ts';
import { tilesOf } from './map-tiles.ts';
import styles from './view.module.css';

export interface MapBackgroundProps {
  readonly center: LatLon;
  readonly metersPerPx: number;
  readonly size: SizePx;
  readonly tilesUrl: string;
  readonly attribution: string;
}

/** The map below the view from above, with its source named. */
export function MapBackground({ attribution, center, metersPerPx, size, tilesUrl }: MapBackgroundProps) {
  const tiles = tilesOf({ center, metersPerPx, tilesUrl, ...size });
  return (
    <div className={styles.map}>
      {tiles.map(({ key, leftPx, sizePx, topPx, url }) => (
        <img
          key={key}
          src={url}
          alt=""
          width={sizePx}
          height={sizePx}
          style={{
            transform: `translate(${(size.widthPx / 2 + leftPx).toFixed(2)}px, ${(size.heightPx / 2 + topPx).toFixed(2)}px)`,
          }}
        />
      ))}
      {attribution !== '' && <p className={styles.attribution}>{attribution}</p>}
    </div>
  );
}
