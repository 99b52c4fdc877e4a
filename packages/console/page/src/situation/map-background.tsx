import type { SizePx } from '@kitestring/console-ui/size.ts';
import type { LatLon } from '@kitestring/station-contract/place/geo.ts';
import { useEffect, useState } from 'react';
import { useWords } from '../words/words-context.tsx';
import { placeTiles } from './map-tiles.ts';
import styles from './view.module.css';

interface MapBackgroundProps {
  readonly center: LatLon;
  readonly metersPerPx: number;
  readonly size: SizePx;
  readonly tilesUrl: string;
  readonly attribution: string;
}

/** A browser requests an image that failed only once, and the view may stand for hours. */
const RETRY_EVERY_MS = 30_000;

/** The map of the top view, with its attribution, and whether tiles of it are missing. */
export function MapBackground({ attribution, center, metersPerPx, size, tilesUrl }: MapBackgroundProps) {
  const words = useWords();
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const tiles = placeTiles({ center, metersPerPx, tilesUrl, ...size });
  const isMissing = tiles.some(({ key }) => failed.has(key));
  const tries = useTries(isMissing);
  return (
    <div className={styles.map}>
      {tiles.map(({ key, leftPx, sizePx, topPx, url }) => (
        <img
          key={failed.has(key) ? `${key} ${tries}` : key}
          src={url}
          alt=""
          width={sizePx}
          height={sizePx}
          hidden={failed.has(key)}
          onError={() => setFailed((before) => new Set(before).add(key))}
          onLoad={() => setFailed((before) => without(before, key))}
          style={{
            transform: `translate(${(size.widthPx / 2 + leftPx).toFixed(2)}px, ${(size.heightPx / 2 + topPx).toFixed(2)}px)`,
          }}
        />
      ))}
      <p role="status" className={styles.missing}>
        {isMissing && words.situation.tilesMissing}
      </p>
      {attribution !== '' && <p className={styles.attribution}>{attribution}</p>}
    </div>
  );
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  if (!keys.has(key)) return keys;
  const others = new Set(keys);
  others.delete(key);
  return others;
}

/** Counts up while something is missing. */
function useTries(isMissing: boolean): number {
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isMissing) return;
    const timer = setInterval(() => setTries((before) => before + 1), RETRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [isMissing]);
  return tries;
}
